#pragma once

#include <string>

namespace spl::logic {

/// `"name"`: how messages show what stands in a text or is asked for.
[[nodiscard]] inline std::string quoted(const std::string& name) {
  return '"' + name + '"';
}

}  // namespace spl::logic
