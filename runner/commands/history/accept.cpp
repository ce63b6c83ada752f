#include "runner/store/accepted.hpp"

#include <fmt/ranges.h>

#include <filesystem>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "runner/commands/history/history.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/store/opening.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner::command {
namespace {

/// Throws if the store, which may not exist, has no such acceptance.
void require_accepted(const std::filesystem::path& store,
                      const Revision& commit, const std::string& pattern) {
  std::set<std::string> patterns;
  if (std::filesystem::exists(store)) {
    const auto known = open_existing_store(store, Database::Access::kRead);
    for (const AcceptedChange& one : accepted_changes(*known)) {
      if (one.commit == commit.id) patterns.insert(one.pattern);
    }
  }
  if (patterns.contains(pattern)) return;
  throw PlainError(fmt::format(
      "--withdraw: nothing is accepted in {} for {}{}{}", to_text(commit),
      pattern,
      patterns.empty() ? "" : "; accepted there: ", fmt::join(patterns, ", ")));
}

}  // namespace

ExitStatus run_accept(const Session& session) {
  const Invocation& invocation = session.invocation;
  const World& world = session.world;
  const StorePlace& place = session.history.place();
  const std::string& name = invocation.line.subject;
  const std::string& pattern = invocation.line.pattern;
  Revisions revisions(invocation, world.open_repository, world.make_builder);
  const Revision commit =
      named_revision("history accept", name, revisions.repository());
  const bool withdraws = invocation.line.withdraw;
  if (withdraws) require_accepted(place.file, commit, pattern);
  std::vector<std::string> warnings;
  const auto store = open_store(place, world.context.time, warnings);
  for (const std::string& one : warnings)
    world.err << message_text(one) << '\n';
  const std::string file = foreign_name(place.file.string());
  if (withdraws) {
    withdraw(*store, commit.id, pattern, world.context.time);
    world.out << file << ": " << to_text(commit)
              << " is no longer accepted for " << foreign_name(pattern) << '\n';
  } else {
    const std::string& reason = invocation.line.reason;
    runner::accept(*store, {commit.id, pattern, reason, world.context.time});
    world.out << file << " keeps that " << to_text(commit) << " changes "
              << foreign_name(pattern)
              << " as intended: " << foreign_text(reason) << '\n';
  }
  return ExitStatus::kFound;
}

}  // namespace spl::runner::command
