#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace spl::runner {

/// A step from an object or a list to a value in it.
using JsonStep = std::variant<std::size_t, std::string_view>;

/// A place in a JSON text; outer places outlive inner ones, keys outlive all.
struct JsonPlace {
  const JsonPlace* outer = nullptr;
  JsonStep step = std::string_view();

  [[nodiscard]] JsonPlace at(std::size_t index) const& { return {this, index}; }
  [[nodiscard]] JsonPlace at(std::string_view key) const& {
    return {this, key};
  }
  JsonPlace at(std::size_t index) const&& = delete;
  JsonPlace at(std::string_view key) const&& = delete;
};

/// Returns `performances["sort(10)"].runs[0][3]`; empty for the whole text.
[[nodiscard]] std::string to_text(const JsonPlace& place);
/// Returns the text of the place to which the steps lead.
[[nodiscard]] std::string steps_text(const std::vector<JsonStep>& steps);

}  // namespace spl::runner
