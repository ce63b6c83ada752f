#include <fmt/format.h>

#include "runner/commands/guard/guard.hpp"
#include "runner/reports/markdown_text.hpp"

namespace spl::runner {
namespace {

std::string names_of(std::string_view what,
                     const std::vector<std::string>& names) {
  if (names.empty()) return {};
  std::string text = fmt::format("\n{}", what);
  for (const std::string& one : names) {
    text += (&one == &names.front() ? " " : ", ") + markdown_code(one);
  }
  return text + ".\n";
}

}  // namespace

std::string Guard::markdown_notes() const {
  std::string text;
  for (const std::string& one : accepted_notes(*this)) {
    text += '\n' + markdown_text(one) + '\n';
  }
  if (together) text += '\n' + markdown_text(to_text(*together)) + ".\n";
  return text + names_of("New, without a baseline:", appeared) +
         names_of("Gone since the baseline:", vanished);
}

}  // namespace spl::runner
