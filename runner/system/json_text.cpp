#include "runner/system/json_text.hpp"

#include <filesystem>

#include "parser/source.hpp"
#include "runner/system/files.hpp"
#include "runner/system/text_file.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

/// Returns the text with dots in place of the middle if it is too long to read.
std::string shortened(const std::string& text) {
  constexpr std::size_t kMostShown = 120;
  constexpr std::size_t kPart = 54;
  if (text.size() <= kMostShown) return text;
  return text.substr(0, kPart) + " ... " + text.substr(text.size() - kPart);
}

std::string message(const std::string& file, const std::string& place,
                    const std::string& sentence) {
  return file + ": " + (place.empty() ? "" : shortened(place) + ": ") +
         sentence;
}

/// Returns the sentence of a fault, with its position and the remedy.
std::string sentence(const JsonFault& fault, const std::string& text) {
  std::string result = fault.what();
  const bool is_special = fault.kind() == JsonFault::Kind::kSpecialNumber;
  if (is_special) result += " and no observation";
  if (fault.offset()) {
    result += ", in " + line_and_column(text, *fault.offset());
  }
  if (is_special) result += "; leave such observations out";
  return result;
}

json parsed(const std::string& file, const std::string& text) {
  try {
    return parse_json(text, JsonComments::kRefused);
  } catch (const JsonFault& fault) {
    throw DataError(message(file, fault.place(), sentence(fault, text)));
  }
}

void check_size(const std::string& file, std::uintmax_t size) {
  if (size <= kMostJsonBytes) return;
  throw DataError(file + ": the file has more than " +
                  std::to_string(kMostJsonBytes >> 20) +
                  " MB, the most that is read: split it");
}

}  // namespace

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
  refuse_outside_link(file);
  if (std::filesystem::is_regular_file(file, error)) {
    check_size(file, std::filesystem::file_size(file, error));
  }
  std::string text = read_file(file, kMostJsonBytes + 1);
  check_size(file, text.size());
  return text;
}

std::string line_and_column(const std::string& text, std::size_t offset) {
  const parser::Position place = parser::Lines(text).position(offset);
  return "line " + std::to_string(place.line) + ", column " +
         std::to_string(place.column);
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
