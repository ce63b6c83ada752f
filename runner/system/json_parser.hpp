#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

namespace spl::runner {

/// A JSON text that cannot be read; what() is a sentence without the place.
class JsonFault : public std::runtime_error {
 public:
  enum class Kind {
    kSyntax,
    kSpecialNumber,  ///< `NaN` and the like, which some programs write.
    kLargeNumber,    ///< A number that no double holds.
    kNesting,
    kRepeatedKey
  };

  JsonFault(Kind kind, const std::string& sentence, std::string place,
            std::optional<std::size_t> offset = std::nullopt)
      : std::runtime_error(sentence),
        kind_(kind),
        place_(std::move(place)),
        offset_(offset) {}

  [[nodiscard]] Kind kind() const { return kind_; }
  /// The text of the JsonPlace where the parser stopped.
  [[nodiscard]] const std::string& place() const { return place_; }
  /// The byte where the parser stopped, for texts that are no JSON.
  [[nodiscard]] std::optional<std::size_t> offset() const { return offset_; }

 private:
  Kind kind_;
  std::string place_;
  std::optional<std::size_t> offset_;
};

enum class JsonComments { kRefused, kIgnored };

/// The most levels of lists and objects that a text may have.
inline constexpr std::size_t kMostJsonLevels = 64;

/// Parses a JSON text. Throws JsonFault for what is not JSON, a number that no
/// double holds, a text with a zero byte, a key that an object has twice, and
/// more than kMostJsonLevels.
[[nodiscard]] nlohmann::json parse_json(
    const std::string& text, JsonComments comments = JsonComments::kRefused);

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
