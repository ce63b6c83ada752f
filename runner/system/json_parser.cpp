#include "runner/system/json_parser.hpp"

#include <cctype>
#include <set>
#include <string_view>
#include <vector>

#include "runner/system/json_place.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

/// Follows the parser, so that a fault has a place. Apart from the parser that
/// makes values: with a callback, that one looks at all earlier members of an
/// object at the end of each.
class Tracker final : public nlohmann::json_sax<json> {
 public:
  bool null() override { return count(); }
  bool boolean(bool) override { return count(); }
  bool number_integer(number_integer_t) override { return count(); }
  bool number_unsigned(number_unsigned_t) override { return count(); }
  bool number_float(number_float_t, const string_t&) override {
    return count();
  }
  /// Throws JsonFault for a text that programs would read a part of.
  bool string(string_t& text) override {
    if (text.find('\0') == std::string::npos) return count();
    throw JsonFault(JsonFault::Kind::kSyntax,
                    "a text has a zero byte here, \\u0000", place());
  }
  bool binary(binary_t&) override { return count(); }
  bool start_object(std::size_t) override { return begin(false); }
  bool end_object() override { return end(); }
  bool start_array(std::size_t) override { return begin(true); }
  bool end_array() override { return end(); }
  bool parse_error(std::size_t, const std::string&,
                   const json::exception&) override {
    return false;
  }

  /// Throws JsonFault for a key that occurs twice.
  bool key(string_t& name) override {
    if (name.find('\0') != std::string::npos) {
      throw JsonFault(JsonFault::Kind::kSyntax,
                      "a key has a zero byte here, \\u0000", place());
    }
    levels_.back().key = name;
    if (!levels_.back().keys.insert(name).second) {
      throw JsonFault(JsonFault::Kind::kRepeatedKey,
                      "this key appears here twice", place());
    }
    return true;
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

  bool count() {
    if (!levels_.empty() && levels_.back().is_array) ++levels_.back().next;
    return true;
  }

  /// Throws JsonFault for lists in lists without end.
  bool begin(bool is_array) {
    if (levels_.size() == kMostJsonLevels) {
      throw JsonFault(JsonFault::Kind::kNesting,
                      "lists and objects are nested at most " +
                          std::to_string(kMostJsonLevels) + " levels deep",
                      place());
    }
    levels_.push_back({is_array, 0, {}, {}});
    return true;
  }

  bool end() {
    levels_.pop_back();
    return count();
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
  const bool ignore_comments = comments == JsonComments::kIgnored;
  (void)json::sax_parse(text, &tracker, json::input_format_t::json,
                        /*strict=*/true, ignore_comments);
  try {
    json root =
        json::parse(text, nullptr, /*allow_exceptions=*/true, ignore_comments);
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
