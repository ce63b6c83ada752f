#include <algorithm>
#include <filesystem>
#include <ostream>
#include <system_error>
#include <utility>
#include <vector>

#include "runner/commands/explain/profile.hpp"
#include "runner/measuring/equal_builds.hpp"
#include "runner/measuring/pilot.hpp"
#include "runner/programs/metrics.hpp"
#include "runner/session/bound_formulas.hpp"
#include "runner/session/measuring.hpp"
#include "runner/session/reporting.hpp"
#include "runner/settings/commands.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/file_place.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner::command {
namespace {

namespace fs = std::filesystem;
using logic::Performance;
using workload::Metric;

constexpr std::size_t kMostRows = 15;

/// The performance of a side; null unless it is one alone.
const Performance* single(const logic::LinearForm& side) {
  return side.terms().size() == 1 ? &side.terms().front().performance : nullptr;
}

/// Makes the runs of a relation: both sides with the same seed and calls.
class Explained {
 public:
  Explained(const ProgramCatalogue& programs, const Settings& settings,
            const Session& session)
      : program_of_(program_of(programs)),
        settings_(settings),
        session_(session) {}

  /// Returns how many calls take 2 ms without Valgrind: a power of ten.
  [[nodiscard]] std::uint64_t calls(const Performance& one) const {
    constexpr double kNanoseconds = 2e6;
    RunOrder order = order_of(one);
    order.metrics = {Metric::kPageFaults};
    order.calls = Calls{1, 2};
    const auto call = static_cast<double>(made(order).answer.counted_ns);
    std::uint64_t calls = 1000;
    while (calls > 1 && static_cast<double>(calls) * call > kNanoseconds) {
      calls /= 10;
    }
    return calls;
  }

  /// Makes a run with a profile.
  [[nodiscard]] RunResult profiled(const Performance& one,
                                   std::uint64_t calls) const {
    RunOrder order = order_of(one);
    order.metrics = {Metric::kValgrindInstructions};
    order.calls = Calls{calls, 1};
    order.wants_profile = true;
    return made(order);
  }

 private:
  [[nodiscard]] RunOrder order_of(const Performance& one) const {
    WorkerProgram program = program_of_(one);
    RunOrder order;
    order.program = std::move(program.path);
    order.performance = one;
    order.seed = session_.seed;
    order.observations = 1;
    order.timeout = settings_.timeout;
    order.heap_offset = 0;
    order.framework = program.framework;
    order.command = std::move(program.command);
    return order;
  }

  [[nodiscard]] RunResult made(const RunOrder& order) const {
    RunResult result =
        session_.world.launcher.measure({0, {order}}).runs.front();
    if (result.answer.failure.empty()) return result;
    throw MeasuringFailed(to_text(order.performance) + ' ' +
                          result.answer.failure);
  }

  ProgramOf program_of_;
  const Settings& settings_;
  const Session& session_;
};

/// Keeps a relation's profile in the folder that is asked for. Throws
/// FileError, and PlainError where there is another file.
void keep(const std::string& profile, const std::string& side,
          std::size_t relation, const Settings& settings) {
  constexpr std::string_view kBegin = "# callgrind format";
  if (settings.profiles.empty()) return;
  std::string name = "callgrind.out." + side;
  if (relation > 1) name += '.' + std::to_string(relation);
  std::error_code ignored;  // Writing tells.
  fs::create_directory(settings.profiles, ignored);
  const fs::path path = fs::path(settings.profiles) / name;
  const FilePlace place(path, FilePlace::Link::kReplaced);
  const std::string begin = place.begin(kBegin.size());
  if (!begin.empty() && begin != kBegin) {
    throw PlainError(path.string() +
                     ": this file holds something else; remove it, or name "
                     "another folder");
  }
  place.write(profile);
}

ExitStatus explain_relations(Suite suite, const Origin& origin,
                             const Session& session) {
  const ProgramCatalogue* programs = origin.programs();
  if (programs == nullptr) {
    throw PlainError("explain executes programs; --data has none");
  }
  for (SuiteFormula& one : suite.formulas) {
    one.settings.metric = Metric::kValgrindInstructions;
    one.settings.record.clear();
  }
  require_metrics(suite, *programs);
  require_workloads(suite, *programs);
  require_equal_builds(suite, *programs);
  prepare_launcher(session);
  std::ostream& out = text_stream(session);
  std::size_t number = 0;  // Of a relation, from 1.
  for (const SuiteFormula& formula : suite.formulas) {
    const Explained explained(*programs, formula.settings, session);
    for (const logic::Relation& relation : formula.relations) {
      if (!relation.identity.empty()) {
        out << formula.label << ": both sides are the same code\n";
        continue;
      }
      const Performance* left = single(relation.left);
      const Performance* right = single(relation.right);
      if (left == nullptr || right == nullptr) {
        throw PlainError("explain compares one workload with one other; " +
                         formula.label + " has more, or less, on a side");
      }
      ++number;
      const ProgressLine progress(session, "profiling");
      const std::uint64_t calls =
          std::min(explained.calls(*left), explained.calls(*right));
      std::vector<Profile> profiles;
      for (const auto& [one, side] :
           {std::pair(left, "left"), std::pair(right, "right")}) {
        const RunResult made = explained.profiled(*one, calls);
        keep(made.profile, side, number, formula.settings);
        profiles.push_back(
            profile(made.profile, static_cast<double>(made.answer.iterations)));
      }
      out << to_text(*left) << " and " << to_text(*right)
          << ": instructions of a call, left less right\n"
          << changes_text(profiles[0], profiles[1], kMostRows);
    }
  }
  write_files(session);
  return ExitStatus::kFound;
}

ExitStatus run_explain(const Session& session) {
  return bind_formulas(session, Binding::kEvaluate, explain_relations);
}

}  // namespace

std::vector<CommandRow> explain() {
  return {{Mode::kExplain, "explain", "",
           "profiles both sides of formulas under Valgrind, and lists the "
           "functions that differ",
           "explain -p build/bench -e 'new(1000) <= old(1000)'",
           "Counts instructions of a call by function. -s profiles=FOLDER "
           "keeps both\nprofiles there for KCachegrind: callgrind.out.left and "
           "callgrind.out.right,\nwith .2 and so on behind them for further "
           "relations.",
           "which profiles under Valgrind", "profile why", run_explain}};
}

}  // namespace spl::runner::command
