#include "runner/system/json_parser.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "spl/logic/name.hpp"

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

namespace {

void add_steps(const JsonPlace& place, std::vector<JsonStep>& steps) {
  if (place.outer == nullptr) return;
  add_steps(*place.outer, steps);
  steps.push_back(place.step);
}

std::string step_text(const JsonStep& step) {
  if (const auto* index = std::get_if<std::size_t>(&step)) {
    return '[' + std::to_string(*index) + ']';
  }
  const std::string key(std::get<std::string_view>(step));
  const bool plain =
      logic::is_plain_name(key) && key.find_first_of(".:") == std::string::npos;
  return plain ? '.' + key : "[\"" + key + "\"]";
}

}  // namespace

std::string to_text(const JsonPlace& place) {
  std::vector<JsonStep> steps;
  add_steps(place, steps);
  return steps_text(steps);
}

std::string steps_text(const std::vector<JsonStep>& steps) {
  std::string text;
  for (const JsonStep& step : steps) text += step_text(step);
  return text.starts_with('.') ? text.substr(1) : text;
}

/// Passes over a text as far as the parser has accepted it.
class JsonPositions::Scanner {
 public:
  Scanner(std::string_view text, std::map<std::string, Offsets>& offsets)
      : text_(text), offsets_(offsets) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  void value(const JsonPlace& place, std::size_t level) {
    skip_space();
    const std::string name = named(place);
    if (at_ == text_.size()) return;
    offsets_[name].value = at_;
    const bool is_nested = next() == '{' || next() == '[';
    if (is_nested && level == kMostJsonLevels) {
      stop();
    } else if (next() == '{') {
      object(place, level + 1);
    } else if (next() == '[') {
      array(place, level + 1);
    } else if (next() == '"') {
      (void)string();
    } else {
      at_ = std::min(text_.find_first_of(",]}/ \t\r\n", at_), text_.size());
    }
  }

 private:
  void object(const JsonPlace& place, std::size_t level) {
    while (has_next('}')) {
      const std::size_t offset = at_;
      const auto parsed = nlohmann::json::parse(string(), nullptr, false);
      if (!parsed.is_string()) return stop();
      const std::string key = parsed;
      const JsonPlace inner = place.at(key);
      const auto [known, is_new] =
          offsets_.insert_or_assign(named(inner), Offsets{offset, offset});
      if (!is_new) return stop();
      skip_space();
      ++at_;  // The colon.
      value(inner, level);
    }
  }

  void array(const JsonPlace& place, std::size_t level) {
    for (std::size_t i = 0; has_next(']'); ++i) {
      const JsonPlace inner = place.at(i);
      offsets_[named(inner)].begin = at_;
      value(inner, level);
    }
  }

  /// Ends the scan where the names of places have become long: those of what a
  /// long key has are as long, each.
  std::string named(const JsonPlace& place) {
    constexpr std::size_t kMost = std::size_t{1} << 26;
    std::string name = to_text(place);
    named_ += name.size();
    if (named_ > kMost) stop();
    return name;
  }

  /// Ends the scan, as the parser stopped here.
  void stop() { at_ = text_.size(); }

  /// Passes the bracket or comma there; whether there is one more after it.
  bool has_next(char end) {
    skip_space();
    if (next() != end) ++at_;
    skip_space();
    if (next() != end && at_ < text_.size()) return true;
    ++at_;
    return false;
  }

  std::string_view string() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"') {
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void skip_space() {
    while (at_ < text_.size()) {
      if (text_[at_] == '/') {
        const bool is_line = text_.substr(at_, 2) == "//";
        const std::size_t end = text_.find(is_line ? "\n" : "*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size()
                                            : end + (is_line ? 1 : 2);
      } else if (std::string_view(" \t\r\n").find(text_[at_]) !=
                 std::string_view::npos) {
        ++at_;
      } else {
        return;
      }
    }
  }

  [[nodiscard]] char next() const {
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  std::string_view text_;
  std::map<std::string, Offsets>& offsets_;
  std::size_t at_ = 0;
  std::size_t named_ = 0;  ///< Bytes of all names.
};

JsonPositions::JsonPositions(std::string_view text) {
  Scanner(text, offsets_).value(JsonPlace(), 0);
}

std::size_t JsonPositions::of(const JsonPlace& place) const {
  return offsets(to_text(place)).begin;
}

std::size_t JsonPositions::value_of(const JsonPlace& place) const {
  return offsets(to_text(place)).value;
}

std::size_t JsonPositions::of(const JsonFault& fault) const {
  if (fault.offset()) return *fault.offset();
  const Offsets found = offsets(fault.place());
  return fault.kind() == JsonFault::Kind::kRepeatedKey ? found.begin
                                                       : found.value;
}

JsonPositions::Offsets JsonPositions::offsets(const std::string& place) const {
  const auto found = offsets_.find(place);
  return found == offsets_.end() ? Offsets() : found->second;
}

}  // namespace spl::runner
