#include <chrono>
#include <ostream>
#include <string>

#include "runner/modes/modes.hpp"
#include "runner/settings/option_values.hpp"
#include "runner/store/exchange.hpp"
#include "runner/store/opening.hpp"
#include "runner/store/retention.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/iso_time.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner::modes {
namespace {

std::string counted(std::int64_t count, const std::string& one) {
  return std::to_string(count) + ' ' + one + (count == 1 ? "" : "s");
}

}  // namespace

ExitStatus import_history(const Session& session) {
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

ExitStatus export_history(const Session& session) {
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

ExitStatus prune_history(const Session& session) {
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

}  // namespace spl::runner::modes
