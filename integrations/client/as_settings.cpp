#include "integrations/client/as_settings.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace spl::client {
namespace {

constexpr char kDashes[] = "--";
constexpr char kKey[] = "-s ";
constexpr char kAgain[] = " again: ";

bool is_of_name(char sign) {
  return std::islower(static_cast<unsigned char>(sign)) != 0 || sign == '-';
}

bool is_of_number(char sign) {
  return std::isalnum(static_cast<unsigned char>(sign)) != 0 || sign == '.' ||
         sign == '%';
}

/// An option or a key with a number at a place of a text, if there is one.
struct Option {
  std::string name;   ///< Empty: there is none.
  std::string value;  ///< Begins with a digit.
  std::size_t end = 0;
};

Option option_at(const std::string& text, std::size_t begin) {
  const bool is_key = text.compare(begin, 3, kKey) == 0;
  if (!is_key && text.compare(begin, 2, kDashes) != 0) return {};
  const std::size_t start = begin + (is_key ? 3 : 2);
  std::size_t end = start;
  while (end < text.size() && is_of_name(text[end])) ++end;
  std::size_t last = end + 1;
  while (last < text.size() && is_of_number(text[last])) ++last;
  // The full stop of a sentence.
  if (last < text.size() + 1 && text[last - 1] == '.') --last;
  Option option{text.substr(start, end - start), {}, last};
  if (end + 1 >= text.size() || text[end] != (is_key ? '=' : ' ') ||
      last <= end + 1)
    return {};
  option.value = text.substr(end + 1, last - end - 1);
  const bool is_number =
      std::isdigit(static_cast<unsigned char>(option.value[0])) != 0;
  return is_number ? option : Option{};
}

std::string setting(const Option& option) {
  if (option.name == "budget") return "spl::budget(" + option.value + ')';
  return "spl::setting(\"" + option.name + "\", \"" + option.value + "\")";
}

}  // namespace

std::string as_settings(const std::string& report) {
  std::string result;
  for (std::size_t at = 0; at < report.size();) {
    if (report.compare(at, sizeof kAgain - 1, kAgain) == 0) {
      const std::size_t end = std::min(report.find('\n', at), report.size());
      result += report.substr(at, end - at);
      at = end;
      continue;
    }
    const Option option = option_at(report, at);
    if (option.name.empty()) {
      result += report[at++];
    } else {
      result += setting(option);
      at = option.end;
    }
  }
  return result;
}

}  // namespace spl::client
