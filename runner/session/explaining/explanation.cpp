#include "runner/session/explaining/explanation.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <system_error>
#include <utility>
#include <vector>

#include "runner/measuring/equal_builds.hpp"
#include "runner/measuring/pilot.hpp"
#include "runner/programs/metrics.hpp"
#include "runner/session/explaining/call_sites.hpp"
#include "runner/session/explaining/changed_code.hpp"
#include "runner/session/explaining/profile.hpp"
#include "runner/session/measuring.hpp"
#include "runner/session/reporting.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/file_place.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner {
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

/// Keeps a text in the folder of profiles. Throws FileError, and PlainError
/// where there is another file, which does not begin likewise.
void keep(const std::string& text, const std::string& name,
          std::string_view begin, const Settings& settings) {
  std::error_code ignored;  // Writing tells.
  fs::create_directory(settings.profiles, ignored);
  const fs::path path = fs::path(settings.profiles) / name;
  const FilePlace place(path, FilePlace::Link::kReplaced);
  const std::string there = place.begin(begin.size());
  if (!there.empty() && there != begin) {
    throw PlainError(path.string() +
                     ": this file holds something else; remove it, or name "
                     "another folder");
  }
  place.write(text);
}

/// Keeps a relation's profile as Callgrind wrote it, and as stacks.
void keep_profile(const std::string& profile, const std::string& side,
                  std::size_t relation, const Settings& settings) {
  const std::string number = relation > 1 ? '.' + std::to_string(relation) : "";
  keep(profile, "callgrind.out." + side + number, "# callgrind format",
       settings);
  const std::string root = "spl " + side;
  keep(folded_stacks(profile, root), "folded." + side + number, root, settings);
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

/// Explains the relations of a formula.
class Explanation {
 public:
  Explanation(const SuiteFormula& formula, const Origin& origin,
              const Session& session)
      : formula_(formula),
        origin_(origin),
        session_(session),
        program_of_(program_of(*origin.programs())) {}

  /// The number is that of the relation among all, from 1.
  void print(const logic::Relation& relation, std::size_t number) {
    std::ostream& out = text_stream(session_);
    if (!relation.identity.empty()) {
      out << formula_.label << ": both sides are the same code\n";
      return;
    }
    const Performance* left = single(relation.left);
    const Performance* right = single(relation.right);
    if (left == nullptr || right == nullptr) {
      throw PlainError("explain compares one workload with one other; " +
                       formula_.label + " has more, or less, on a side");
    }
    const ProgressLine progress(session_, "profiling");
    const std::uint64_t calls =
        std::min(this->calls(*left), this->calls(*right));
    const RunResult of_left = profiled(*left, calls);
    const RunResult of_right = profiled(*right, calls);
    const Settings& settings = formula_.settings;
    if (!allocations_ && !settings.profiles.empty()) {
      keep_profile(of_left.profile, "left", number, settings);
      keep_profile(of_right.profile, "right", number, settings);
    }
    const ChangeTable table = table_of(of_left, of_right, settings.metric);
    out << to_text(*left) << " and " << to_text(*right) << ": "
        << (allocations_ ? to_text(settings.metric) : "instructions")
        << " of a call, left less right\n"
        << changes_text(table, kMostRows);
    if (origin_.revisions == nullptr) return;
    out << changed_code_text(table, kMostRows, *left, *right,
                             origin_.revisions->sources(),
                             origin_.revisions->repository());
  }

 private:
  /// Returns how many calls take 2 ms without Valgrind, and allocate no more
  /// often than a log should hold: a power of ten.
  std::uint64_t calls(const Performance& one) {
    constexpr double kNanoseconds = 2e6;
    constexpr double kAllocations = 3000;
    RunOrder order = order_of(one);
    order.metrics = {allocations_ ? Metric::kAllocations : Metric::kPageFaults};
    order.calls = Calls{1, 2};
    const workload::RunAnswer answer = made(order).answer;
    const auto call = static_cast<double>(answer.counted_ns);
    const double each = allocations_ ? answer.observations.front() : 0;
    std::uint64_t calls = 1000;
    while (calls > 1 && (static_cast<double>(calls) * call > kNanoseconds ||
                         static_cast<double>(calls) * each > kAllocations)) {
      calls /= 10;
    }
    return calls;
  }

  /// Makes a run with a profile; both sides have the same seed and calls.
  RunResult profiled(const Performance& one, std::uint64_t calls) {
    RunOrder order = order_of(one);
    if (allocations_) {
      order.metrics = {Metric::kAllocations, Metric::kAllocatedBytes};
    } else {
      order.metrics = {Metric::kValgrindInstructions};
    }
    order.calls = Calls{calls, 1};
    order.wants_profile = true;
    RunResult result = made(order);
    if (!result.profile.empty()) return result;
    throw MeasuringFailed(to_text(one) +
                          " left no profile: its program must hold workloads "
                          "of SPL, and be built with this version or a later "
                          "one");
  }

  RunOrder order_of(const Performance& one) {
    WorkerProgram program = program_of_(one);
    RunOrder order;
    order.program = std::move(program.path);
    order.arguments = std::move(program.arguments);
    order.performance = one;
    order.seed = session_.seed;
    order.observations = 1;
    order.timeout = formula_.settings.timeout;
    order.heap_offset = 0;
    order.framework = program.framework;
    order.command = std::move(program.command);
    return order;
  }

  RunResult made(const RunOrder& order) {
    RunResult result =
        session_.world.launcher.measure({0, {order}}).runs.front();
    if (result.answer.failure.empty()) return result;
    throw MeasuringFailed(to_text(order.performance) + ' ' +
                          result.answer.failure);
  }

  const SuiteFormula& formula_;
  const Origin& origin_;
  const Session& session_;
  ProgramOf program_of_;
  bool allocations_ = counts_allocations(formula_.settings.metric);
};

}  // namespace

void explain(Suite suite, const Origin& origin, const Session& session) {
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
  std::size_t number = 0;
  for (const SuiteFormula& formula : suite.formulas) {
    Explanation explanation(formula, origin, session);
    for (const logic::Relation& relation : formula.relations) {
      explanation.print(relation, ++number);
    }
  }
}

void explain_violated(const Suite& suite,
                      const std::vector<FormulaReport>& found,
                      const Origin& origin, const Session& session) {
  Suite violated;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!suite.formulas[i].settings.explain) continue;
    SuiteFormula formula = suite.formulas[i];
    formula.relations.clear();
    for (std::size_t j = 0; j < found[i].relations.size(); ++j) {
      const auto verdict = found[i].relations[j].decision.verdict;
      if (verdict != logic::Verdict::kViolated) continue;
      formula.relations.push_back(suite.formulas[i].relations[j]);
    }
    if (formula.relations.empty()) continue;
    violated.formulas.push_back(std::move(formula));
  }
  if (violated.formulas.empty()) return;
  text_stream(session) << '\n';  // After the report.
  try {
    explain(std::move(violated), origin, session);
  } catch (const std::exception& error) {
    text_stream(session) << "not explained: " << error_text(error) << '\n';
  }
}

}  // namespace spl::runner
