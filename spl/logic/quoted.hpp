#pragma once

#include <string>

namespace spl::logic {

/// Returns `"name"`, as messages show parts of a text and names.
[[nodiscard]] inline std::string quoted(const std::string& name) {
  return '"' + name + '"';
}

}  // namespace spl::logic
