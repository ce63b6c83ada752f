#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

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

}  // namespace spl::runner
