#pragma once

namespace spl::runner {

/// Of the project, as CMakeLists.txt states it.
inline constexpr const char* kVersion = SPL_VERSION;

}  // namespace spl::runner
