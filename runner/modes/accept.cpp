#include "runner/store/accepted.hpp"

#include <fmt/ranges.h>

#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "runner/modes/modes.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/store/opening.hpp"

namespace spl::runner::modes {
namespace {

void require_accepted(Database& store, const Revision& commit,
                      const std::string& pattern) {
  std::set<std::string> patterns;
  for (const AcceptedChange& one : accepted_changes(store)) {
    if (one.commit == commit.id) patterns.insert(one.pattern);
  }
  if (patterns.contains(pattern)) return;
  throw PlainError(fmt::format(
      "--withdraw: of {} nothing is accepted for {}{}{}", to_text(commit),
      pattern, patterns.empty() ? "" : ", but for ",
      fmt::join(patterns, ", ")));
}

}  // namespace

ExitStatus accept(const Session& session) {
  const Invocation& invocation = session.invocation;
  const World& world = session.world;
  const StorePlace& place = session.history.place();
  const std::string& name = invocation.line.accepted.front();
  const std::string& pattern = invocation.line.accepted.back();
  Revision commit;
  try {
    commit = Revisions(invocation, world.open_repository, world.make_builder)
                 .repository()
                 .resolve(name);
  } catch (const RevisionError& error) {
    throw PlainError(std::string("--accept: ") + error.what());
  }
  std::vector<std::string> warnings;
  const auto store = open_store(place, world.context.time, warnings);
  for (const std::string& one : warnings) world.err << one << '\n';
  if (invocation.line.withdraw) {
    require_accepted(*store, commit, pattern);
    withdraw(*store, commit.id, pattern, world.context.time);
    world.out << place.file.string() << " no longer keeps that "
              << to_text(commit) << " changes " << pattern << " as intended\n";
    return ExitStatus::kFound;
  }
  runner::accept(
      *store, {commit.id, pattern, invocation.line.reason, world.context.time});
  world.out << place.file.string() << " keeps that " << to_text(commit)
            << " changes " << pattern
            << " as intended: " << invocation.line.reason << '\n';
  return ExitStatus::kFound;
}

}  // namespace spl::runner::modes
