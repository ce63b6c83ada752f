#include "runner/formulas/idle_options.hpp"

#include <algorithm>
#include <string_view>

#include "spl/logic/statistic.hpp"

namespace spl::runner {
namespace {

struct Pair {
  std::string_view idle;
  std::string_view other;
  std::string_view why;  ///< Continues "--IDLE has no effect: --OTHER ".
};

constexpr Pair kPairs[] = {
    {"max-runs", "runs", "makes just so many blocks"},
    {"budget", "runs", "makes just so many blocks, however long they take"},
    {"precision", "runs", "makes just so many blocks"},
};

/// Without effect where no formulas are decided.
constexpr std::string_view kOfFormulas[] = {
    "filter",    "undecided",  "familywise",      "family",
    "precision", "resolution", "mean-resolution", "max-runs"};
/// Without effect where no revisions are built.
constexpr std::string_view kOfRevisions[] = {"repository", "measure-identical",
                                             "build-timeout", "cache-limit"};

bool is_given(std::string_view option, const Invocation& invocation) {
  const auto& given = invocation.line.assignments;
  return std::any_of(given.begin(), given.end(), [&](const Assignment& one) {
    return one.option == option;
  });
}

std::string sentence(const Pair& pair) {
  return "--" + std::string(pair.idle) + " has no effect: --" +
         std::string(pair.other) + " " + std::string(pair.why);
}

/// The change that matters is that of what relations are about.
void add_idle_resolution(const Invocation& invocation,
                         std::vector<std::string>& result) {
  const logic::Statistic asked = logic::asked(invocation.settings.deciding);
  if (asked == logic::Statistic::kBoth) return;
  const bool is_mean = asked == logic::Statistic::kMean;
  const std::string_view idle = is_mean ? "resolution" : "mean-resolution";
  const std::string_view other = is_mean ? "mean-resolution" : "resolution";
  if (!is_given(idle, invocation) || !is_given("statistic", invocation)) {
    return;
  }
  result.push_back(sentence({idle, "statistic", "asks for other calls"}) +
                   ", whose change is that of --" + std::string(other));
}

}  // namespace

std::vector<std::string> idle_options(const Invocation& invocation,
                                      Revisioned revisioned) {
  std::vector<std::string> result;
  const auto add = [&](std::string_view idle, std::string_view why) {
    if (!is_given(idle, invocation)) return;
    result.push_back("--" + std::string(idle) +
                     " has no effect: " + std::string(why));
  };
  if (invocation.line.mode == Mode::kRank) {
    for (const std::string_view one : kOfFormulas) {
      add(one, "--rank decides no formulas");
    }
  }
  if (revisioned == Revisioned::kNo) {
    for (const std::string_view one : kOfRevisions) {
      add(one, "no revision is named, as f@HEAD~1 does");
    }
  }
  if (invocation.settings.launcher.empty()) {
    add("shared-folder", "there is no --launcher");
  }
  for (const Pair& pair : kPairs) {
    if (is_given(pair.idle, invocation) && is_given(pair.other, invocation)) {
      result.push_back(sentence(pair));
    }
  }
  add_idle_resolution(invocation, result);
  return result;
}

}  // namespace spl::runner
