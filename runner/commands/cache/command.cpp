#include <ostream>
#include <string>
#include <vector>

#include "runner/builds/program_cache.hpp"
#include "runner/session/session.hpp"
#include "runner/settings/commands.hpp"
#include "runner/settings/exit_status.hpp"

namespace spl::runner::command {
namespace {

std::string trimmed_listing(const Session& session) {
  ProgramCache cache(cache_folder(session.world.environment),
                     session.invocation.settings.cache_limit);
  cache.trim();
  return listing(cache);
}

ExitStatus run_list_cache(const Session& session) {
  session.world.out << trimmed_listing(session);
  return ExitStatus::kFound;
}

ExitStatus run_trim(const Session& session) {
  (void)trimmed_listing(session);
  return ExitStatus::kFound;
}

}  // namespace

std::vector<CommandRow> cache() {
  return {{Mode::kListCache, "cache list", "",
           "lists the built programs of revisions that are kept", "cache list",
           "", "which lists what is kept and nothing else", "cache list-cache",
           run_list_cache},
          {Mode::kTrim, "cache trim", "",
           "removes built programs beyond `cache-limit`",
           "cache trim -s cache-limit=500MB", "",
           "which removes what is kept and nothing else", "", run_trim}};
}

}  // namespace spl::runner::command
