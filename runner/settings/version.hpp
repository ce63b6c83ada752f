#pragma once

namespace spl::runner {

/// The version of the project, from CMakeLists.txt.
inline constexpr const char* kSplVersion = SPL_VERSION;

}  // namespace spl::runner
