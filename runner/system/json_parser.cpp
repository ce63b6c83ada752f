#include "runner/system/json_parser.hpp"

#include <cctype>
#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

#include "runner/system/json_place.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

/// Follows the parser, so that a fault has a place.
class Tracker {
 public:
  /// Throws JsonFault for a key that occurs twice and for lists in lists
  /// without end.
  void operator()(json::parse_event_t event, const json& value) {
    using Event = json::parse_event_t;
    switch (event) {
      case Event::object_start:
      case Event::array_start:
        if (levels_.size() == kMostJsonLevels) {
          throw JsonFault(JsonFault::Kind::kNesting,
                          "lists and objects are nested at most " +
                              std::to_string(kMostJsonLevels) + " levels deep",
                          place());
        }
        levels_.push_back({event == Event::array_start, 0, {}, {}});
        break;
      case Event::object_end:
      case Event::array_end:
        levels_.pop_back();
        count();
        break;
      case Event::key:
        levels_.back().key = value.get<std::string>();
        if (!levels_.back().keys.insert(levels_.back().key).second) {
          throw JsonFault(JsonFault::Kind::kRepeatedKey,
                          "this key appears here twice", place());
        }
        break;
      case Event::value:
        count();
        break;
    }
  }

  [[nodiscard]] std::string place() const {
    std::vector<JsonStep> steps;
    for (const Level& level : levels_) {
      if (level.is_array) {
        steps.emplace_back(level.next);
      } else if (!level.keys.empty()) {
        steps.emplace_back(std::string_view(level.key));
      }
    }
    return steps_text(steps);
  }

 private:
  struct Level {
    bool is_array;
    std::size_t next;  ///< Index, in an array.
    std::string key;
    std::set<std::string> keys;
  };

  void count() {
    if (!levels_.empty() && levels_.back().is_array) ++levels_.back().next;
  }

  std::vector<Level> levels_;
};

/// Returns `NaN`, `-Infinity` or the like around a place, which some programs
/// write though JSON has none; empty if something else is there.
std::string_view special_number(std::string_view text, std::size_t offset) {
  static const std::set<std::string_view> kSpecial = {
      "NaN", "nan", "Infinity", "infinity", "Inf", "inf"};
  const auto is_part = [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
  };
  std::size_t begin = offset;
  while (begin > 0 && is_part(text[begin - 1])) --begin;
  std::size_t end = offset;
  while (end < text.size() && is_part(text[end])) ++end;
  if (!kSpecial.contains(text.substr(begin, end - begin))) return {};
  const bool is_signed = begin > 0 && text[begin - 1] == '-';
  if (is_signed) --begin;
  return text.substr(begin, end - begin);
}

/// Returns the fault at the byte where the parser stopped.
JsonFault syntax_fault(const std::string& text, std::string place,
                       std::size_t offset) {
  using Kind = JsonFault::Kind;
  if (offset >= text.size()) {
    return {Kind::kSyntax, "the JSON text ends too early", std::move(place),
            text.size()};
  }
  const std::string_view number = special_number(text, offset);
  if (number.empty()) {
    return {Kind::kSyntax, "this is not valid JSON", std::move(place), offset};
  }
  return {Kind::kSpecialNumber, std::string(number) + " is no number of JSON",
          std::move(place), offset};
}

}  // namespace

json parse_json(const std::string& text, JsonComments comments) {
  Tracker tracker;
  const auto follow = [&](int, json::parse_event_t event, json& value) {
    tracker(event, value);
    return true;
  };
  try {
    json root = json::parse(text, follow, /*allow_exceptions=*/true,
                            comments == JsonComments::kIgnored);
    // A zero byte is the end of the text to the parser, whatever follows.
    const std::size_t zero = text.find('\0');
    if (zero == std::string::npos) return root;
    throw JsonFault(JsonFault::Kind::kSyntax, "this is not valid JSON", "",
                    zero);
  } catch (const json::parse_error& error) {
    throw syntax_fault(text, tracker.place(),
                       error.byte == 0 ? 0 : error.byte - 1);
  } catch (const json::out_of_range&) {
    throw JsonFault(JsonFault::Kind::kLargeNumber,
                    "this number is too large to be one", tracker.place());
  }
}

}  // namespace spl::runner
