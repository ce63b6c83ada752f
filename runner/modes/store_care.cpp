#include <array>
#include <chrono>
#include <ctime>
#include <ostream>
#include <string>

#include "runner/modes/modes.hpp"
#include "runner/settings/option_values.hpp"
#include "runner/store/exchange.hpp"
#include "runner/store/opening.hpp"
#include "runner/store/retention.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner::modes {
namespace {

/// Returns the time that was so long before another one, in ISO 8601.
std::string time_before(const std::string& iso_time, std::chrono::seconds age) {
  std::tm parts{};
  strptime(iso_time.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  const std::time_t then = timegm(&parts) - age.count();
  gmtime_r(&then, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

std::string counted(std::int64_t count, const std::string& one) {
  return std::to_string(count) + ' ' + one + (count == 1 ? "" : "s");
}

}  // namespace

ExitStatus import_history(const Session& session) {
  const StorePlace& place = session.history.place();
  const std::string& from = session.invocation.line.store_import;
  std::vector<std::string> warnings;
  const auto store = open_store(place, session.world.context.time, warnings);
  for (const std::string& one : warnings) session.world.err << one << '\n';
  const Imported imported = import_store(*store, from);
  session.world.out << place.file.string() << " got "
                    << counted(imported.experiments, "new experiment")
                    << " and " << counted(imported.runs, "new run") << " from "
                    << from << '\n';
  return ExitStatus::kFound;
}

ExitStatus export_history(const Session& session) {
  const StorePlace& place = session.history.place();
  const std::string& to = session.invocation.line.store_export;
  const auto store = open_existing_store(place.file, Database::Access::kWrite);
  export_store(*store, to);
  session.world.out << to << " has "
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
      values::age("--prune", session.invocation.line.prune_age);
  const auto store = open_existing_store(place.file, Database::Access::kWrite);
  const std::string before = time_before(session.world.context.time, age);
  session.world.out << place.file.string() << " lost "
                    << counted(prune(*store, before), "experiment")
                    << " from before " << before << '\n';
  return ExitStatus::kFound;
}

}  // namespace spl::runner::modes
