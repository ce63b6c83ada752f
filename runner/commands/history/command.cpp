#include "runner/commands/history/history.hpp"

#include <chrono>
#include <ostream>
#include <string>
#include <vector>

#include "runner/settings/commands.hpp"
#include "runner/settings/option_values.hpp"
#include "runner/store/exchange.hpp"
#include "runner/store/keeper.hpp"
#include "runner/store/opening.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner::command {
namespace {

ExitStatus run_import(const Session& session) {
  const StorePlace& place = session.history.place();
  const std::string& from = session.invocation.line.subject;
  std::vector<std::string> warnings;
  const auto store = open_store(place, session.world.context.time, warnings);
  for (const std::string& one : warnings) {
    session.world.err << message_text(one) << '\n';
  }
  const Imported imported = import_store(*store, from);
  session.world.out << foreign_name(place.file.string()) << " got "
                    << counted(imported.experiments, "new experiment")
                    << " and " << counted(imported.runs, "new run");
  if (imported.accepted > 0) {
    session.world.out << ", " << counted(imported.accepted, "accepted change");
  }
  session.world.out << " from " << foreign_name(from) << '\n';
  return ExitStatus::kFound;
}

ExitStatus run_export(const Session& session) {
  const StorePlace& place = session.history.place();
  const std::string& to = session.invocation.line.subject;
  const auto store = open_existing_store(place.file, Database::Access::kWrite);
  export_store(*store, to);
  session.world.out << foreign_name(to) << " has "
                    << counted(
                           store->integer("SELECT count(*) FROM experiment"),
                           "experiment")
                    << " and "
                    << counted(store->integer("SELECT count(*) FROM run"),
                               "run")
                    << '\n';
  return ExitStatus::kFound;
}

ExitStatus run_prune(const Session& session) {
  const StorePlace& place = session.history.place();
  const std::chrono::seconds age =
      values::age("history prune", session.invocation.line.subject);
  const auto store = open_existing_store(place.file, Database::Access::kWrite);
  const std::string before = time_before(session.world.context.time, age);
  session.world.out << foreign_name(place.file.string()) << " lost "
                    << counted(prune(*store, before), "experiment")
                    << " from before " << before << '\n';
  return ExitStatus::kFound;
}

}  // namespace

std::vector<CommandRow> history() {
  return {
      {Mode::kHistoryOf, "history show", "TEXT",
       "reports how a performance changed from commit to commit",
       "history show 'parse(100)' --reference v1.2",
       "The store has what earlier runs measured; ratios are to --reference.",
       "which measures nothing", "history history-of", run_show},
      {Mode::kAccept, "history accept", "REV PATTERN",
       "keeps that this commit changes these workloads as intended",
       "history accept HEAD 'parse*' --reason 'checks its input'",
       "audit, history show and guard heed it. --withdraw takes it back.",
       "which changes the store and measures nothing", "accept", run_accept},
      {Mode::kImport, "history import", "PATH",
       "adds what another store has to the store",
       "history import ci-history.db", "",
       "which changes the store and measures nothing", "import", run_import},
      {Mode::kExport, "history export", "PATH",
       "writes the store to a single file", "history export history.db", "",
       "which changes the store and measures nothing", "export", run_export},
      {Mode::kPrune, "history prune", "AGE",
       "removes what the store has of experiments older than this",
       "history prune 90d", "", "which changes the store and measures nothing",
       "prune", run_prune}};
}

}  // namespace spl::runner::command
