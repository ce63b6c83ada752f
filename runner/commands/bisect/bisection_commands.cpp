#include "runner/commands/bisect/bisection_report.hpp"

#include <algorithm>

namespace spl::runner {
namespace {

/// The first word, which is the last good commit.
auto good_of(Call& call) {
  return std::ranges::find_if(
      call.parts, [](const TypedPart& one) { return one.option.empty(); });
}

}  // namespace

std::string again_command(const std::string& program, const Call& call,
                          const EvaluatedCommit& commit) {
  Call again = call.without({"rev", "baseline", "seed"});
  again.command.clear();
  again.parts.erase(good_of(again));
  again.add("rev", commit.revision);
  again.add("baseline", commit.baseline);
  again.add("seed", std::to_string(commit.seed));
  return again.text(program);
}

std::string narrowed_command(const std::string& program, const Call& call,
                             const LeftCommits& left) {
  Call narrowed = call.without({"rev"});
  good_of(narrowed)->value = left.good;
  narrowed.add("rev", left.bad);
  if (!left.baseline.empty()) narrowed.add("baseline", left.baseline);
  return narrowed.text(program);
}

}  // namespace spl::runner
