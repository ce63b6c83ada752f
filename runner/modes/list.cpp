#include <ostream>

#include "runner/builds/cache_place.hpp"
#include "runner/builds/program_cache.hpp"
#include "runner/formulas/listing.hpp"
#include "runner/modes/modes.hpp"
#include "runner/modes/reporting.hpp"

namespace spl::runner::modes {

ExitStatus list(const Suite& suite, const Origin& origin,
                const Session& session) {
  text_stream(session) << listing(suite, origin.catalogue());
  write_files(session);
  return ExitStatus::kFound;
}

ExitStatus list_cache(const Session& session) {
  ProgramCache cache(cache_folder(session.world.environment),
                     session.invocation.settings.cache_limit);
  cache.trim();
  if (session.invocation.line.mode == Mode::kListCache) {
    session.world.out << listing(cache);
  }
  return ExitStatus::kFound;
}

}  // namespace spl::runner::modes
