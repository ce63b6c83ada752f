#include "runner/findings/run_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <set>

#include "runner/system/host_facts.hpp"
#include "runner/system/number_text.hpp"
#include "runner/tools/measured_metric.hpp"
#include "spl/statistics/distributions.hpp"
#include "spl/statistics/effects/rate_interval.hpp"
#include "spl/statistics/summary.hpp"
#include "spl/statistics/trend.hpp"

namespace spl::runner {
namespace {

constexpr double kMuch = 0.05;  ///< A share of observations or runs.

/// Whether they are, beyond what chance explains: r * sqrt(n) is about normal.
bool neighbours_are_alike(double autocorrelation,
                          const statistics::Runs& runs) {
  constexpr double kNotable = 0.1;
  constexpr double kDeviations = 3;
  std::size_t observations = 0;
  for (const auto& run : runs) observations += run.size();
  const double chance =
      kDeviations / std::sqrt(static_cast<double>(observations));
  return autocorrelation > std::max(kNotable, chance);
}

// --- Whether noise matters ---------------------------------------------------

/// The noise of a performance.
enum class Noise {
  kWide,     ///< Makes intervals wider.
  kDrifting  ///< May also be what is compared.
};

/// Whether both limits are so far on one side of 1 that no noise of a few
/// percent matters.
bool is_clear(std::optional<double> lower, std::optional<double> upper) {
  constexpr double kClear = 1.1;
  return lower && upper && (*lower >= kClear || *upper <= 1 / kClear);
}

/// Whether noise could have changed the verdict about a relation.
bool is_sensitive(const RelationReport& relation, Noise noise) {
  const statistics::RatioInterval& ratio = relation.decision.ratio;
  switch (relation.stopped) {
    case Stop::kResolution:
    case Stop::kMayHide:
      return noise == Noise::kDrifting;
    case Stop::kFormula:
    case Stop::kFailFast:
      return false;
    case Stop::kDecided:
    case Stop::kTwofold:
      return !is_clear(ratio.lower, ratio.upper) ||
             (relation.parts &&
              !is_clear(relation.parts->lower, relation.parts->upper));
    default:
      return true;
  }
}

/// Whether a noisy machine may have changed a verdict; it may if nothing is
/// decided, but does not change what Valgrind counts.
bool do_machines_matter(const Report& report) {
  if (is_counted({measured_metric(report.quantity.metric)})) return false;
  const auto* formulas = formulas_of(report);
  if (formulas == nullptr) return true;
  const auto is_noisy = [](const RelationReport& one) {
    return one.blocks > 0 && !one.nothing_varied &&
           is_sensitive(one, Noise::kWide);
  };
  return std::ranges::any_of(*formulas, [&](const FormulaReport& formula) {
    return std::ranges::any_of(formula.relations, is_noisy);
  });
}

/// What verdicts ask of a performance.
struct Use {
  bool may_be_wide = false;  ///< Noise matters for no verdict otherwise.
  bool may_drift = false;
  bool is_by_welch = false;  ///< Welch decides a relation about it.
};
using Uses = std::map<logic::Performance, Use>;

/// Returns those that relations compare; nothing if nothing is decided.
std::optional<Uses> uses_of(const Report& report) {
  const auto* formulas = formulas_of(report);
  if (formulas == nullptr) return std::nullopt;
  Uses uses;
  for (const FormulaReport& formula : *formulas) {
    const bool is_by_welch =
        formula.deciding.interpretation == logic::Interpretation::kWelch;
    for (const RelationReport& relation : formula.relations) {
      for (const logic::Performance& one : relation.performances) {
        Use& use = uses[one];
        use.may_be_wide |= is_sensitive(relation, Noise::kWide);
        use.may_drift |= is_sensitive(relation, Noise::kDrifting);
        use.is_by_welch |= is_by_welch;
      }
    }
  }
  return uses;
}

/// Returns that of a performance, for which all noise matters if no relation
/// compares it.
Use use_of(const logic::Performance& performance,
           const std::optional<Uses>& uses) {
  if (!uses) return {true, true, false};
  const auto found = uses->find(performance);
  return found == uses->end() ? Use{true, true, false} : found->second;
}

void warn_of_disturbances(const PerformanceReport& one, Warnings& warnings) {
  const auto disturbed =
      static_cast<double>(runner::disturbed(one.measured).sum());
  double all = 0;
  for (const auto& run : one.measured.observations) {
    all += static_cast<double>(run.size());
  }
  if (disturbed <= kMuch * all) return;
  warnings.emplace_back(
      to_text(one.performance),
      fmt::format(": for every 100 observations {:.0f} were preempted or moved "
                  "to another processor; they are counted without the time "
                  "that other processes took where that is known, and an idle "
                  "machine would answer sooner",
                  100 * disturbed / all));
}

/// Why the time of others is in observations though it was to be taken off.
struct Kept {
  std::uint64_t (*count)(const workload::DisturbedCounts&);
  const char* why;  ///< Continues "N observations ...".
};
constexpr Kept kKept[] = {
    {[](const workload::DisturbedCounts& counts) {
       return counts.beside_threads;
     },
     "were preempted while other threads of their process ran, and count with "
     "all of their time: how much of that other programs got is not known"},
    {[](const workload::DisturbedCounts& counts) { return counts.untold; },
     "were preempted, and count with all of their time: this kernel does not "
     "tell how much of that other programs got"}};

/// "a(1)", "a(1) and b(1)", "a(1) and 3 others".
std::string names_text(const std::vector<std::string>& names) {
  const std::size_t others = names.size() - 1;
  if (others == 0) return names[0];
  return names[0] + " and " +
         (others == 1 ? names[1] : std::to_string(others) + " others");
}

/// Warns of any number: one kept call may be a hundred times as long as others.
void warn_of_kept(const std::vector<PerformanceReport>& performances,
                  Warnings& warnings) {
  for (const Kept& reason : kKept) {
    std::vector<std::string> names;
    std::uint64_t sum = 0;
    for (const PerformanceReport& one : performances) {
      const std::uint64_t count = reason.count(disturbed(one.measured));
      if (count > 0) names.push_back(to_text(one.performance));
      sum += count;
    }
    if (sum == 0) continue;
    warnings.emplace_back(fmt::format("{} {} of {} {}", sum,
                                      sum == 1 ? "observation" : "observations",
                                      names_text(names), reason.why));
  }
}

/// Warns of correlation that one evaluation in a thousand has by chance.
void warn_of_correlation(const RelationReport& relation, Warnings& warnings) {
  constexpr double kChance = 0.001;
  // Fixed layouts take turns.
  if (!relation.parts || relation.layout ||
      relation.parts->serial_correlation <
          statistics::normal_quantile(kChance)) {
    return;
  }
  warnings.emplace_back(
      relation.text,
      fmt::format(
          ": its blocks resemble their neighbours ({:.1f} standard "
          "deviations more than by chance), as if something changed slowly "
          "on one side; they count as independent, so the verdict is less "
          "sure than it says: measure again on a quieter machine, with a "
          "longer --budget",
          relation.parts->serial_correlation));
}

/// Warns of code that is not settled, unless that is why the relation is open,
/// and of growth that both sides share, which is no difference of theirs.
void warn_of_late_calls(const RelationReport& relation, Warnings& warnings) {
  if (!relation.unsettled.empty()) {
    if (relation.decision.reason != relation.unsettled) {
      warnings.emplace_back(relation.text, ": " + relation.unsettled);
    }
    return;
  }
  if (!relation.late || !relation.parts) return;
  const logic::LateCalls& late = *relation.late;
  const double limit = 1 + relation.parts->resolutions.all_calls;
  const bool rise = late.left > limit && late.right > limit;
  const bool fall = late.left < 1 / limit && late.right < 1 / limit;
  if (!rise && !fall) return;
  warnings.emplace_back(
      relation.text,
      fmt::format(
          ": late calls of both sides take {:.2g} and {:.2g} times as long as "
          "early ones: what they cost depends on how long a process lives",
          late.left, late.right));
}

/// Where the reports about performances are.
using Places = std::map<logic::Performance, const PerformanceReport*>;

/// Warns if one side is timed between start() and stop(), and the clock's cost
/// leaves more of its time uncertain than matters.
void warn_of_clock(const RelationReport& relation, const Places& places,
                   Warnings& warnings) {
  const PerformanceReport* most = nullptr;
  double least_part = 1;
  double most_part = 0;
  for (const logic::Performance& performance : relation.performances) {
    const auto found = places.find(performance);
    if (found == places.end()) continue;
    const double part = uncertain_part(*found->second);
    least_part = std::min(least_part, part);
    if (part < most_part) continue;
    most_part = part;
    most = found->second;
  }
  if (most == nullptr || relation.performances.size() < 2 ||
      most_part - least_part <= relation.resolution) {
    return;
  }
  warnings.emplace_back(
      relation.text,
      fmt::format(": its sides are timed in different ways: reading the clock "
                  "between start() and stop() leaves {} of a call of {} "
                  "uncertain, and {} of the other; let a call do more, or time "
                  "both sides alike",
                  percent_text(most_part), to_text(most->performance),
                  percent_text(least_part)));
}

void warn(const RelationReport& relation, const Places& places,
          Warnings& warnings) {
  warn_of_correlation(relation, warnings);
  warn_of_late_calls(relation, warnings);
  warn_of_clock(relation, places, warnings);
  for (const logic::Performance& performance : relation.performances) {
    const auto one = places.find(performance);
    if (one == places.end()) continue;
    if (auto text = warning_of_slow_processes(relation, *one->second)) {
      warnings.emplace_back(relation.text, std::move(*text));
    }
  }
}

/// Warns once of all programs that do not report how they were built.
void warn_of_frameworks(const std::vector<logic::Performance>& measured,
                        const ProgramCatalogue& programs, Warnings& warnings) {
  const auto is_foreign = [&](const logic::Performance& one) {
    const ProgramCatalogue::Program& program = programs.program_of(one);
    return !program.path.empty() && program.build.compiler.empty() &&
           program.commands == nullptr;
  };
  const auto found = std::ranges::find_if(measured, is_foreign);
  if (found == measured.end()) return;
  const bool is_any_google =
      std::ranges::any_of(measured, [&](const logic::Performance& one) {
        return programs.program_of(one).framework ==
               Framework::kGoogleBenchmark;
      });
  std::string losses =
      "it does not report how it was built, what it draws at random has seeds "
      "of its own, and observations that were preempted count with all of "
      "their "
      "time";
  if (is_any_google) {
    losses +=
        "; Google Benchmark 1.9.3 or later may have the same addresses in all "
        "runs";
  }
  warnings.emplace_back(
      programs.program_of(*found).path,
      " is a program of another framework, which is measured as it is: " +
          losses + " (docs/frameworks.md)");
}

void warn_of_clashes(const ProgramCatalogue& programs, Warnings& warnings) {
  for (const ProgramCatalogue::Program& one : programs.programs) {
    if (!one.clash.empty()) warnings.emplace_back(one.path, one.clash);
  }
}

/// Whether data of a program lay where it had left its heap.
bool is_heap_left(const ProgramCatalogue::Program& program,
                  const ProgramCatalogue& programs, const Report& report) {
  const auto& all = report.performances;
  return std::ranges::any_of(all, [&](const auto& one) {
    return !one.measured.heap_problem.empty() &&
           &programs.program_of(one.performance) == &program;
  });
}

/// Warns once of each program whose data lay where it had left its heap.
void warn_of_heaps(const ProgramCatalogue& programs, const Report& report,
                   Warnings& warnings) {
  std::set<std::string> told;
  for (const PerformanceReport& one : report.performances) {
    const std::string& problem = one.measured.heap_problem;
    const ProgramCatalogue::Program& program =
        programs.program_of(one.performance);
    const bool is_printed =
        program.commands != nullptr && !report.settings.metric.counter.empty();
    // Of sanitizers there is a warning already.
    if (problem.empty() || !program.build.sanitizers.empty() || is_printed) {
      continue;
    }
    const std::string subject =
        program.commands == nullptr ? program.path : to_text(one.performance);
    if (!told.insert(subject).second) continue;
    warnings.emplace_back(
        subject,
        " " + problem +
            ", so that its heap is in one layout: a difference may "
            "come from where its data lie, not from code; give -s heap="
            "kept if the question is about this place");
  }
}

/// Returns a warm-up that is longer than the one that was made.
std::string longer_warmup(const Settings& settings) {
  constexpr std::chrono::milliseconds kUsual{10};
  constexpr int kTimes = 10;
  const auto given = std::chrono::duration_cast<std::chrono::milliseconds>(
      settings.warmup.value_or(std::chrono::nanoseconds(0)));
  return fmt::format("{}ms", std::max(kUsual, kTimes * given).count());
}

void warn(const PerformanceReport& one, const Use& use,
          const Settings& settings, MeasurementWarnings& all) {
  const auto of = [&](Noise noise) -> Warnings& {
    const bool matters =
        noise == Noise::kWide ? use.may_be_wide : use.may_drift;
    return matters ? all.warnings : all.minor;
  };
  warn_of_disturbances(one, of(Noise::kWide));
  const statistics::Runs& runs = one.measured.observations;
  const std::string name = to_text(one.performance);
  const statistics::Drift drift = statistics::drift(runs);
  // A single run may look so by chance.
  if (drift.drifting > 1 && static_cast<double>(drift.drifting) >
                                kMuch * static_cast<double>(drift.tested)) {
    constexpr double kOneSided = 0.9;  // 5 % on either side.
    const bool is_cold =
        drift.falling == drift.drifting ||
        statistics::rate_interval(drift.falling, drift.drifting, kOneSided)
                .lower > 0.5;
    std::string cause =
        "other programs came and went, or its data grew; spl-run doctor tells "
        "whether it is the machine";
    if (is_cold) {
      cause =
          warning_of_first_call(one)
              ? "its calls found less and less to do"  // No warm-up mends.
              : "it was not warm yet; -s warmup=" + longer_warmup(settings) +
                    " warms it up for longer";
    }
    of(Noise::kDrifting)
        .emplace_back(name, fmt::format(": times drift within {} of {} runs, "
                                        "as if {}",
                                        drift.drifting, drift.tested, cause));
  }
  const double slow_share = statistics::slow_share(runs);
  if (slow_share > kMuch) {
    all.minor.emplace_back(
        name,
        fmt::format(": {} of the observations took more than 1.5 times the "
                    "median of their run",
                    percent_text(slow_share)));
  }
  if (!use.is_by_welch) return;
  const double alike = statistics::autocorrelation(runs).value_or(0);
  if (neighbours_are_alike(alike, runs)) {
    all.warnings.emplace_back(
        name,
        fmt::format(": neighbouring observations of a run are alike "
                    "(correlation {:.2g}), but welch takes all for independent "
                    "and finds differences too often: let blocks decide",
                    alike));
  }
}

}  // namespace

Warnings build_warnings(const std::vector<logic::Performance>& measured,
                        const ProgramCatalogue& programs,
                        const Report& report) {
  Warnings warnings;
  std::set<std::string> paths;
  for (const logic::Performance& one : measured) {
    paths.insert(programs.program_of(one).path);
  }
  for (const ProgramCatalogue::Program& program : programs.programs) {
    if (!paths.contains(program.path)) continue;
    if (!program.build.optimized) {
      warnings.emplace_back(program.path,
                            " is built without optimisation; what it shows "
                            "says little of the real program: build it "
                            "with -DCMAKE_BUILD_TYPE=Release");
    }
    if (!program.build.sanitizers.empty()) {
      warnings.emplace_back(program.path,
                            " is built with sanitizers (" +
                                program.build.sanitizers +
                                "), which change what is slow" +
                                (is_heap_left(program, programs, report)
                                     ? " and leave its heap in one layout"
                                     : ""));
    }
  }
  for (Warning& stale : stale_programs(measured, programs, report)) {
    warnings.push_back(std::move(stale));
  }
  return warnings;
}

MeasurementWarnings measurement_warnings(const ProgramCatalogue* programs,
                                         const Report& report) {
  MeasurementWarnings all;
  for (const HostRecord& host : report.hosts) {
    Warnings& of = do_machines_matter(report) ? all.warnings : all.minor;
    for (Warning& one :
         runner::warnings(host, to_text(report.settings.metric))) {
      of.push_back(std::move(one));
    }
  }
  Warnings& warnings = all.warnings;
  if (programs != nullptr) {
    std::vector<logic::Performance> measured;
    for (const PerformanceReport& one : report.performances) {
      measured.push_back(one.performance);
    }
    for (Warning& one : build_warnings(measured, *programs, report)) {
      warnings.push_back(std::move(one));
    }
    warn_of_frameworks(measured, *programs, warnings);
    warn_of_clashes(*programs, warnings);
    warn_of_heaps(*programs, report, warnings);
  }
  const auto uses = uses_of(report);
  for (const PerformanceReport& one : report.performances) {
    if (!one.measured.observations.empty()) {
      warn(one, use_of(one.performance, uses), report.settings, all);
    }
    if (auto text = warning_of_first_call(one)) {
      warnings.emplace_back(to_text(one.performance), std::move(*text));
    }
  }
  warn_of_kept(report.performances, warnings);
  const auto* formulas = formulas_of(report);
  if (formulas == nullptr) return all;
  Places places;
  for (const PerformanceReport& one : report.performances) {
    places.emplace(one.performance, &one);
  }
  for (const FormulaReport& formula : *formulas) {
    for (const RelationReport& relation : formula.relations) {
      warn(relation, places, warnings);
    }
  }
  return all;
}

}  // namespace spl::runner
