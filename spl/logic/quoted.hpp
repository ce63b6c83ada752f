#pragma once

#include <string>

namespace spl::logic {

/// `"name"`: how messages show parts of a text and what is asked for.
[[nodiscard]] inline std::string quoted(const std::string& name) {
  return '"' + name + '"';
}

}  // namespace spl::logic
