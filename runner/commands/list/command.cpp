#include <ostream>
#include <vector>

#include "runner/formulas/listing.hpp"
#include "runner/session/bound_formulas.hpp"
#include "runner/session/reporting.hpp"
#include "runner/settings/commands.hpp"

namespace spl::runner::command {
namespace {

ExitStatus run_list(const Session& session) {
  return bind_formulas(
      session, Binding::kList,
      [](const Suite& suite, const Origin& origin, const Session& suited) {
        text_stream(suited) << listing(suite, origin.catalogue());
        write_files(suited);
        return ExitStatus::kFound;
      });
}

}  // namespace

std::vector<CommandRow> list() {
  return {{Mode::kList, "list", "",
           "lists formulas, and workloads with their parameters",
           "list -p build/bench", "", "which decides nothing", "ls", run_list}};
}

}  // namespace spl::runner::command
