#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/programs/run_record.hpp"
#include "runner/system/host_facts.hpp"
#include "runner/tools/measured_metric.hpp"
#include "spl/logic/performance.hpp"
#include "spl/statistics/run.hpp"
#include "spl/workload/protocol.hpp"

/// Plain data that a store keeps of one call of spl-run.
namespace spl::runner {

/// An identifier that is the same in all stores (RFC 4122).
struct Uuid {
  std::array<std::byte, 16> bytes{};

  friend bool operator==(const Uuid&, const Uuid&) = default;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads <=>.
  friend auto operator<=>(const Uuid&, const Uuid&) = default;
};

/// Draws a UUID of version 4.
[[nodiscard]] Uuid random_uuid();

/// Returns the UUID of version 5 that a text has everywhere.
[[nodiscard]] Uuid uuid_of(std::string_view text);

/// Writes 32 hexadecimal digits in five parts.
[[nodiscard]] std::string to_text(const Uuid& uuid);

struct ExperimentFacts {
  Uuid uuid;
  std::string begun;  ///< ISO 8601, UTC.
  std::uint64_t seed = 0;
};

/// The program of a performance: equal for programs that behave alike and take
/// the same time.
struct BuildIdentity {
  std::string content;  ///< A hash of what the machine executes.
  /// The hash of all that went into it; empty if spl-run did not build it.
  std::string hash;
  workload::BuildFacts facts;
};

/// The facts that all runs of a series share. A series has the runs of one
/// performance on one machine, in the blocks of one group of relations.
struct SeriesFacts {
  GroupFacts group;
  /// With the revision as formulas name it.
  logic::Performance performance;
  BuildIdentity build;
  HostFacts host;
  MeasuredMetric metric;
  std::string commit = {};  ///< The revision's commit; empty if not known.
  bool dirty = false;       ///< The revision is a working tree with changes.
};

/// The values in the column `kind`.
enum class RunKind { kInBlock = 0, kInLongPair = 1 };

/// The observations of a metric that does not decide.
struct KeptMetric {
  MeasuredMetric metric;
  statistics::Run observations;
};

/// A run, or why there is none.
struct KeptRun {
  std::size_t series = 0;  ///< The number of the series, from 0.
  RunKind kind = RunKind::kInBlock;
  RunRecord record = {};
  statistics::Run observations{};
  std::vector<KeptMetric> others = {};
  std::string failure = {};  ///< A sentence; then only the block is known.
};

struct KeptRelation {
  std::string text;
  std::string verdict;
  std::string strength;
  std::string finding;
  std::string decided_by;
  std::string stopped;
  double alpha = 0;
  std::size_t blocks = 0;
  std::optional<double> ratio;
  std::optional<double> lower;
  std::optional<double> upper;
  std::vector<std::size_t> series;  ///< The numbers of those it is about.
};

struct KeptFormula {
  std::string label;
  std::string file;
  std::size_t line = 0;
  std::string text;
  std::string verdict;
  std::vector<KeptRelation> relations;
};

/// Calls visit(name, member) for each fact of a machine that does not change
/// from hour to hour, in the order in which a store has them.
template <typename Facts, typename Visit>
void for_each_lasting_fact(Facts& facts, Visit&& visit) {
  for_each_fact(facts, [&](std::string_view name, auto& fact) {
    if (name == "load" || name == "runnable" || name == "on_battery") return;
    visit(name, fact);
  });
}

/// Returns what a store has of it: texts that can be shown, and a performance
/// without its revision.
[[nodiscard]] HostFacts as_stored(HostFacts host);
[[nodiscard]] BuildIdentity as_stored(BuildIdentity build);
[[nodiscard]] std::string as_stored(const logic::Performance& performance);

/// Returns the UUID of what a store has: of a machine, that of its lasting
/// facts.
[[nodiscard]] Uuid uuid_of_stored(const HostFacts& host);
[[nodiscard]] Uuid uuid_of_stored(const BuildIdentity& build);
[[nodiscard]] Uuid uuid_of_stored(std::string_view performance);

template <typename Subject>
[[nodiscard]] Uuid uuid_of(const Subject& subject) requires requires {
  as_stored(subject);
}
{ return uuid_of_stored(as_stored(subject)); }

/// Returns the performance without its revision, which its build stands for.
[[nodiscard]] logic::Performance without_revision(
    logic::Performance performance);

}  // namespace spl::runner
