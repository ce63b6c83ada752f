#include <algorithm>
#include <filesystem>
#include <ostream>
#include <system_error>
#include <utility>
#include <vector>

#include "runner/commands/explain/call_sites.hpp"
#include "runner/commands/explain/changed_code.hpp"
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

bool counts_allocations(const MeasuredMetric& metric) {
  return metric == Metric::kAllocations || metric == Metric::kAllocatedBytes;
}

/// Makes the runs of a relation: both sides with the same seed and calls.
class Explained {
 public:
  Explained(const ProgramCatalogue& programs, const Settings& settings,
            const Session& session)
      : program_of_(program_of(programs)),
        settings_(settings),
        session_(session) {}

  /// Returns how many calls take 2 ms without Valgrind, and allocate no more
  /// often than a log should hold: a power of ten.
  [[nodiscard]] std::uint64_t calls(const Performance& one) const {
    constexpr double kNanoseconds = 2e6;
    constexpr double kAllocations = 3000;
    RunOrder order = order_of(one);
    order.metrics = {allocations() ? Metric::kAllocations
                                   : Metric::kPageFaults};
    order.calls = Calls{1, 2};
    const workload::RunAnswer answer = made(order).answer;
    const auto call = static_cast<double>(answer.counted_ns);
    const double each = allocations() ? answer.observations.front() : 0;
    std::uint64_t calls = 1000;
    while (calls > 1 && (static_cast<double>(calls) * call > kNanoseconds ||
                         static_cast<double>(calls) * each > kAllocations)) {
      calls /= 10;
    }
    return calls;
  }

  /// Makes a run with a profile.
  [[nodiscard]] RunResult profiled(const Performance& one,
                                   std::uint64_t calls) const {
    RunOrder order = order_of(one);
    if (allocations()) {
      order.metrics = {Metric::kAllocations, Metric::kAllocatedBytes};
    } else {
      order.metrics = {Metric::kValgrindInstructions};
    }
    order.calls = Calls{calls, 1};
    order.wants_profile = true;
    return made(order);
  }

  [[nodiscard]] bool allocations() const {
    return counts_allocations(settings_.metric);
  }

 private:
  [[nodiscard]] RunOrder order_of(const Performance& one) const {
    WorkerProgram program = program_of_(one);
    RunOrder order;
    order.program = std::move(program.path);
    order.arguments = std::move(program.arguments);
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

/// Returns what differs between two runs.
ChangeTable table_of(const RunResult& left, const RunResult& right,
                     const MeasuredMetric& metric) {
  if (!counts_allocations(metric)) {
    const auto read = [](const RunResult& one) {
      return profile(one.profile, static_cast<double>(one.answer.iterations));
    };
    return functions_table(read(left), read(right));
  }
  const auto read = [](const RunResult& one) -> AllocationProfile {
    return {
        call_sites(one.profile, static_cast<double>(one.answer.iterations)),
        {one.answer.observations.front(), one.answer.others.front().front()}};
  };
  return sites_table(
      read(left), read(right),
      metric == Metric::kAllocations ? &Allocated::calls : &Allocated::bytes);
}

/// Explains relations one after the other.
class Explanation {
 public:
  Explanation(const Origin& origin, const Session& session)
      : origin_(origin), session_(session), out_(text_stream(session)) {}

  void add(const SuiteFormula& formula, const logic::Relation& relation) {
    if (!relation.identity.empty()) {
      out_ << formula.label << ": both sides are the same code\n";
      return;
    }
    const Performance* left = single(relation.left);
    const Performance* right = single(relation.right);
    if (left == nullptr || right == nullptr) {
      throw PlainError("explain compares one workload with one other; " +
                       formula.label + " has more, or less, on a side");
    }
    ++number_;
    const ProgressLine progress(session_, "profiling");
    const Explained explained(*origin_.programs(), formula.settings, session_);
    const std::uint64_t calls =
        std::min(explained.calls(*left), explained.calls(*right));
    const auto made = [&](const Performance& one, const std::string& side) {
      RunResult result = explained.profiled(one, calls);
      if (!explained.allocations()) {
        keep(result.profile, side, number_, formula.settings);
      }
      return result;
    };
    const RunResult left_run = made(*left, "left");
    const RunResult right_run = made(*right, "right");
    const MeasuredMetric& metric = formula.settings.metric;
    const ChangeTable table = table_of(left_run, right_run, metric);
    out_ << to_text(*left) << " and " << to_text(*right) << ": "
         << (explained.allocations() ? to_text(metric) : "instructions")
         << " of a call, left less right\n"
         << changes_text(table, kMostRows);
    if (origin_.revisions != nullptr) {
      out_ << changed_code_text(table, kMostRows, *left, *right,
                                origin_.revisions->sources(),
                                origin_.revisions->repository());
    }
  }

 private:
  const Origin& origin_;
  const Session& session_;
  std::ostream& out_;
  std::size_t number_ = 0;  ///< Of a relation, from 1.
};

ExitStatus explain_relations(Suite suite, const Origin& origin,
                             const Session& session) {
  const ProgramCatalogue* programs = origin.programs();
  if (programs == nullptr) {
    throw PlainError("explain executes programs; --data has none");
  }
  for (SuiteFormula& one : suite.formulas) {
    MeasuredMetric& metric = one.settings.metric;
    if (metric == Metric::kPeakMemory || metric == Metric::kPageFaults) {
      throw PlainError("explain has no profile of " + to_text(metric) +
                       "; --metric allocated-bytes lists what asks for memory, "
                       "and --metric valgrind-instructions what is executed");
    }
    if (!counts_allocations(metric)) metric = Metric::kValgrindInstructions;
    one.settings.record.clear();
  }
  require_metrics(suite, *programs);
  require_workloads(suite, *programs);
  require_equal_builds(suite, *programs);
  prepare_launcher(session);
  Explanation explanation(origin, session);
  for (const SuiteFormula& formula : suite.formulas) {
    for (const logic::Relation& relation : formula.relations) {
      explanation.add(formula, relation);
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
