#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "runner/system/json_parser.hpp"
#include "runner/system/json_place.hpp"

namespace spl::runner {

/// The offsets of the keys and items of a JSON text.
class JsonPositions {
 public:
  /// The text is JSON, with or without comments, as far as parse_json() accepts
  /// it. Keys and items after a fault may have no offsets.
  explicit JsonPositions(std::string_view text);

  /// Returns the first byte of a key or an item; 0 for what is not there.
  [[nodiscard]] std::size_t of(const JsonPlace& place) const;
  /// Returns the first byte of the value of a key, or of an item.
  [[nodiscard]] std::size_t value_of(const JsonPlace& place) const;
  /// Returns the first byte of what a fault of this text is about.
  [[nodiscard]] std::size_t of(const JsonFault& fault) const;

 private:
  struct Offsets {
    std::size_t begin = 0;
    std::size_t value = 0;
  };
  [[nodiscard]] Offsets offsets(const std::string& place) const;

  std::map<std::string, Offsets> offsets_;  ///< By the text of a place.

  class Scanner;
};

}  // namespace spl::runner
