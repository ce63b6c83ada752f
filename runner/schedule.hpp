#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "runner/clock.hpp"
#include "runner/launcher.hpp"
#include "spl/logic/decision.hpp"
#include "spl/logic/relation.hpp"

/// From relations to blocks of runs to observations.
namespace spl::runner {

/// How the runs of a relation are made.
struct Measuring {
  std::size_t blocks = 10;
  std::uint64_t observations = 30;
  std::chrono::nanoseconds warmup{};
  std::chrono::nanoseconds timeout{};
  bool keep_disturbed = false;
  /// The first decides; the others are recorded.
  std::vector<workload::Metric> metrics = {workload::Metric::kWall};

  friend bool operator==(const Measuring&, const Measuring&) = default;
};

/// Relations whose performances are measured in the same blocks, since they
/// share some: each performance once. A block is kept short, for its sides
/// must be near one another in time.
struct Group {
  Measuring measuring;
  std::vector<logic::Performance> performances;  ///< In order, each once.
  std::vector<const logic::Relation*> relations;
};

inline constexpr std::size_t kMostPerformances = 8;

/// A relation to be measured; both outlive what is made of them.
struct Wanted {
  const logic::Relation* relation;
  Measuring measuring;
};

/// The groups of relations, and for each relation the number of its group.
/// Relations that are decided by a constant are in no group (kNoGroup).
struct Grouping {
  std::vector<Group> groups;
  std::vector<std::size_t> group_of;  ///< By position among the wanted.
};
inline constexpr std::size_t kNoGroup = static_cast<std::size_t>(-1);

[[nodiscard]] Grouping group(const std::vector<Wanted>& wanted);

/// What is recorded of a run besides its observations.
struct RunRecord {
  std::size_t block = 0;     ///< From 0.
  std::size_t position = 0;  ///< Within its block, from 0.
  std::uint64_t seed = 0;
  std::size_t environment_size = 0;
  std::uint64_t iterations = 0;
  std::uint64_t warmup = 0;
  std::uint64_t disturbed = 0;  ///< Observations, left out or not.
  double seconds = 0;           ///< From its spawn until its process had ended.
  std::string host;             ///< Where it was made.
};

/// What runs recorded beside the metric that decides.
struct Recorded {
  workload::Metric metric = workload::Metric::kWall;
  std::vector<std::vector<double>> observations;  ///< One list for each run.
};

/// The runs of one performance in one group, in the order of their blocks.
struct Measured {
  std::vector<RunRecord> records;
  std::vector<std::vector<double>> observations;  ///< One list for each record.
  std::string failure;  ///< A sentence where a run failed; else empty.
  std::vector<Recorded> others;
};

struct GroupResult {
  std::map<logic::Performance, Measured> performances;
  double seconds = 0;  ///< That its blocks took.
};

/// Told before each block: how many of how many are done.
using Progress = std::function<void(std::size_t done, std::size_t all)>;

/// Which program measures a performance.
using ProgramOf = std::function<std::string(const logic::Performance&)>;

/// What measuring needs of the world.
struct Surroundings {
  Launcher& launcher;
  Clock& clock;
  Progress progress;  ///< May be empty.
};

/// Measures all groups in blocks, which take turns; within a block the order is
/// random. A performance of which a run fails is not measured further, nor what
/// only relations with it need. The same seed gives the same orders, argument
/// seeds and environment sizes.
[[nodiscard]] std::vector<GroupResult> measure(
    const std::vector<Group>& groups, std::uint64_t seed,
    const ProgramOf& program_of, const Surroundings& surroundings);

/// The observations of a group as the logic takes them.
[[nodiscard]] logic::Experiment experiment(const GroupResult& result);

}  // namespace spl::runner
