#include "runner/store/accepted.hpp"

#include <ostream>
#include <string>
#include <vector>

#include "runner/modes/modes.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/store/opening.hpp"

namespace spl::runner::modes {

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
  runner::accept(
      *store, {commit.id, pattern, invocation.line.reason, world.context.time});
  world.out << place.file.string() << " keeps that " << to_text(commit)
            << " changes " << pattern
            << " as intended: " << invocation.line.reason << '\n';
  return ExitStatus::kFound;
}

}  // namespace spl::runner::modes
