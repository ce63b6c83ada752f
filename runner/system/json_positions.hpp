#pragma once

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "runner/system/json_text.hpp"

namespace spl::runner {

/// What valid JSON may have and no file of a user should.
class JsonFault : public std::runtime_error {
 public:
  JsonFault(const std::string& sentence, std::size_t offset)
      : std::runtime_error(sentence), offset_(offset) {}
  [[nodiscard]] std::size_t offset() const { return offset_; }

 private:
  std::size_t offset_;
};

/// Where the keys and items of a JSON text are.
class JsonPositions {
 public:
  /// The text is valid JSON, with comments or without. Throws JsonFault for a
  /// key that an object has twice, and for more than 64 levels.
  explicit JsonPositions(std::string_view text);

  /// The first byte of a key or an item; 0 for what is not there.
  [[nodiscard]] std::size_t of(const JsonPlace& place) const;
  /// The first byte of the value of a key, or of an item.
  [[nodiscard]] std::size_t value_of(const JsonPlace& place) const;

 private:
  struct Offsets {
    std::size_t begin = 0;
    std::size_t value = 0;
  };
  [[nodiscard]] Offsets offsets(const JsonPlace& place) const;

  std::map<std::string, Offsets> offsets_;  ///< By the text of a place.

  class Scanner;
};

}  // namespace spl::runner
