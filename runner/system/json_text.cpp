#include "runner/system/json_text.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <vector>

#include "runner/system/files.hpp"
#include "spl/logic/name.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

/// What no file that is read needs: deeper texts are refused, not held.
constexpr std::size_t kMostNested = 64;

/// With dots in the middle of what nobody would read.
std::string shortened(const std::string& text) {
  constexpr std::size_t kMostShown = 120;
  constexpr std::size_t kPart = 54;
  if (text.size() <= kMostShown) return text;
  return text.substr(0, kPart) + " ... " + text.substr(text.size() - kPart);
}

std::string step_text(const std::variant<std::size_t, std::string_view>& step) {
  if (const auto* index = std::get_if<std::size_t>(&step)) {
    return '[' + std::to_string(*index) + ']';
  }
  const std::string key(std::get<std::string_view>(step));
  const bool plain =
      logic::is_plain_name(key) && key.find_first_of(".:") == std::string::npos;
  return plain ? '.' + key : "[\"" + key + "\"]";
}

/// Follows the parser, so that a fault has a path.
class Tracker {
 public:
  /// Throws the sentence about a key that occurs twice, and of lists
  /// in lists without end.
  void operator()(json::parse_event_t event, const json& value) {
    using Event = json::parse_event_t;
    switch (event) {
      case Event::object_start:
      case Event::array_start:
        if (levels_.size() == kMostNested) {
          throw std::invalid_argument("lists and objects are nested at most " +
                                      std::to_string(kMostNested) +
                                      " levels deep");
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
          throw std::invalid_argument("this key appears here twice");
        }
        break;
      case Event::value:
        count();
        break;
    }
  }

  [[nodiscard]] std::string place() const {
    std::string text;
    for (const Level& level : levels_) {
      if (level.is_array) {
        text += step_text(level.next);
      } else if (!level.keys.empty()) {
        text += step_text(std::string_view(level.key));
      }
    }
    return text.starts_with('.') ? text.substr(1) : text;
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

std::string message(const std::string& file, const std::string& place,
                    const std::string& sentence) {
  return file + ": " + (place.empty() ? "" : shortened(place) + ": ") +
         sentence;
}

/// `NaN`, `-Infinity` or the like around a place, which some programs write
/// though JSON has none; empty if something else is there.
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

/// What is wrong where the parser stopped.
std::string syntax_error(const std::string& text, std::size_t offset) {
  const std::string where = line_and_column(text, offset);
  if (offset >= text.size()) return "the JSON text ends too early, in " + where;
  const std::string_view number = special_number(text, offset);
  if (number.empty()) return "this is not valid JSON, in " + where;
  return std::string(number) + " is no number of JSON and no observation, in " +
         where + "; leave such observations out";
}

json parsed(const std::string& file, const std::string& text) {
  Tracker tracker;
  const auto follow = [&](int, json::parse_event_t event, json& value) {
    tracker(event, value);
    return true;
  };
  try {
    json root = json::parse(text, follow);
    // A zero byte is the end of the text to the parser, whatever follows.
    const std::size_t zero = text.find('\0');
    if (zero == std::string::npos) return root;
    throw DataError(message(
        file, "", "this is not valid JSON, in " + line_and_column(text, zero)));
  } catch (const json::parse_error& error) {
    const std::size_t byte = error.byte == 0 ? 0 : error.byte - 1;
    throw DataError(message(file, tracker.place(),
                            syntax_error(text, std::min(byte, text.size()))));
  } catch (const json::out_of_range&) {
    throw DataError(
        message(file, tracker.place(), "this number is too large to be one"));
  } catch (const std::invalid_argument& error) {
    throw DataError(message(file, tracker.place(), error.what()));
  }
}

void check_size(const std::string& file, std::uintmax_t size) {
  if (size <= kMostJsonBytes) return;
  throw DataError(file + ": the file has more than " +
                  std::to_string(kMostJsonBytes >> 20) +
                  " MB, the most that is read: split it");
}

}  // namespace

std::string to_text(const JsonPlace& place) {
  if (place.outer == nullptr) return {};
  std::string text = to_text(*place.outer) + step_text(place.step);
  return text.starts_with('.') ? text.substr(1) : text;
}

JsonText::JsonText(std::string file, const std::string& text)
    : file_(std::move(file)), root_(parsed(file_, text)) {}

JsonText JsonText::read(const std::string& file) {
  return {file, read_data(file)};
}

void JsonText::fail(const JsonPlace& place, const std::string& sentence) const {
  throw DataError(message(file_, to_text(place), sentence));
}

const json& JsonText::member(const json& object, const JsonPlace& place,
                             std::string_view key) const {
  require_object(object, place);
  const auto found = object.find(key);
  if (found == object.end()) {
    fail(place, "\"" + std::string(key) + "\" is missing here");
  }
  return *found;
}

void JsonText::require_object(const json& value, const JsonPlace& place) const {
  if (!value.is_object()) {
    fail(place, "expected an object, found " + kind_text(value));
  }
}

void JsonText::require_array(const json& value, const JsonPlace& place) const {
  if (!value.is_array()) {
    fail(place, "expected a list, found " + kind_text(value));
  }
}

double JsonText::number(const json& value, const JsonPlace& place) const {
  if (!value.is_number()) {
    fail(place, "expected a number, found " + kind_text(value));
  }
  return value.get<double>();
}

const std::string& JsonText::text(const json& value,
                                  const JsonPlace& place) const {
  if (!value.is_string()) {
    fail(place, "expected a string, found " + kind_text(value));
  }
  return value.get_ref<const std::string&>();
}

std::string read_data(const std::string& file) {
  std::error_code error;
  if (std::filesystem::is_regular_file(file, error)) {
    check_size(file, std::filesystem::file_size(file, error));
  }
  std::string text = read_file(file, kMostJsonBytes + 1);
  check_size(file, text.size());
  return text;
}

std::string line_and_column(const std::string& text, std::size_t offset) {
  const std::string_view before = std::string_view(text).substr(0, offset);
  const auto newline = before.rfind('\n');
  const std::size_t column =
      newline == std::string_view::npos ? offset + 1 : offset - newline;
  return "line " +
         std::to_string(std::count(before.begin(), before.end(), '\n') + 1) +
         ", column " + std::to_string(column);
}

std::string kind_text(const json& value) {
  switch (value.type()) {
    case json::value_t::null:
      return "null";
    case json::value_t::object:
      return "an object";
    case json::value_t::array:
      return "a list";
    case json::value_t::string:
      return "a string";
    case json::value_t::boolean:
      return value.get<bool>() ? "true" : "false";
    default:
      return "a number";
  }
}

}  // namespace spl::runner
