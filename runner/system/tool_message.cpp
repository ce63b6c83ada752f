#include "runner/system/tool_message.hpp"

#include <algorithm>

namespace spl::runner {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

bool begins_with(std::string_view text, std::string_view words) {
  for (const char sign : words) {
    if (text.empty()) return false;
    const bool is_blank = kBlanks.find(text.front()) != kBlanks.npos;
    if (sign == ' ' ? !is_blank : sign != text.front()) return false;
    text.remove_prefix(
        sign == ' ' ? std::min(text.find_first_not_of(kBlanks), text.size())
                    : 1);
  }
  return true;
}

}  // namespace

std::vector<std::string> names_in(std::string_view text,
                                  const ToolMessage& message) {
  const std::string ends = std::string(message.ends) + '\n';
  const std::string skipped = std::string(kBlanks) + '"';
  std::vector<std::string> result;
  // A later message within a name would end where the name does.
  for (std::size_t end = 0;
       (end = text.find(message.before, end)) != text.npos;) {
    const std::size_t begin =
        text.find_first_not_of(skipped, end + message.before.size());
    if (begin == text.npos) break;
    end = std::min(text.find_first_of(ends, begin), text.size());
    if (end == begin || !begins_with(text.substr(end), message.after)) continue;
    const std::string_view name = text.substr(begin, end - begin);
    result.emplace_back(name.substr(0, name.find_last_not_of(' ') + 1));
  }
  return result;
}

}  // namespace spl::runner
