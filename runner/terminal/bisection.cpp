#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "runner/terminal/sections.hpp"

namespace spl::runner {
namespace {

/// As `git log` shows it.
std::string commit_text(const Revision& revision) {
  std::string text = fmt::format("commit {}\nDate:   {}\n\n", revision.id,
                                 revision.author_date);
  std::string_view rest = revision.message;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (end > 0) text += "    ";
    text += fmt::format("{}\n", rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (revision.parents > 1) {
    text += "\n    (a merge: what it brings was not searched)\n";
  }
  return text + '\n';
}

}  // namespace

std::string bisection_section(const BisectionReport& bisection) {
  const auto& suspects = bisection.suspects;
  std::string text = fmt::format("{} of {} commits tested; ", bisection.tested,
                                 bisection.commits + 1);
  if (suspects.size() == 1) {
    text += "the first bad commit is\n";
  } else {
    text += fmt::format(
        "the first bad commit is one of {}, for the others of these cannot be "
        "told\n",
        suspects.size());
  }
  for (const Revision& one : suspects) text += commit_text(one);
  return text;
}

}  // namespace spl::runner
