#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner/programs/launcher.hpp"
#include "runner/session/application.hpp"
#include "tests/runner/scripted_history.hpp"

namespace spl::runner {

/// The answer of a scripted run: observations or a failure, by the order and
/// the number of its block.
using Script = std::function<workload::RunAnswer(const RunOrder& order,
                                                 std::size_t block)>;

/// A program "sample", or "sample@...", with workloads a, b, c of an integer n
/// (a and b declare 1 and 2), and a program "none" without any; nothing else
/// exists. Runs are scripted and recorded.
class ScriptedLauncher : public Launcher {
 public:
  explicit ScriptedLauncher(Script script) : script_(std::move(script)) {
    records[0].facts.name = "host";
  }

  [[nodiscard]] const Script& script() const { return script_; }
  /// Another script from now on.
  void follow(Script script) { script_ = std::move(script); }

  workload::CatalogueAnswer catalogue(const std::string& program) override;
  BlockResult measure(const Block& block) override;
  void prepare(const Placement& placement) override;
  void limit_lists(std::chrono::nanoseconds longest) override {
    longest_list = longest;
  }
  void outlast_interruption() override { outlasts = blocks.size(); }
  [[nodiscard]] double waited() const override {
    return wait_seconds * static_cast<double>(blocks.size());
  }
  std::vector<HostRecord> hosts() override { return records; }

  std::vector<Block> blocks;            ///< As they were asked for.
  std::optional<std::size_t> outlasts;  ///< Interruptions after so many.
  /// After so many blocks, those of the pilot among them: all end.
  std::optional<std::size_t> interruption;
  std::function<void()> before_block;  ///< May be empty.
  double wait_seconds = 0;      ///< Of every block, for the machine's lock.
  double run_seconds = 0.0625;  ///< Of every run, all of it its start.
  double late_seconds = 0;  ///< Of each observation of a run after its 50th.
  double beyond_pilot = 1;  ///< Factor of that after the pilot.
  /// The time of an iteration, by method: each run has one for each
  /// observation, and two more where it warms up.
  std::map<std::string, double> iteration_seconds;
  double spent = 0;                   ///< By all runs.
  std::vector<Placement> placements;  ///< As they were prepared.
  std::chrono::nanoseconds longest_list{};
  std::vector<HostRecord> records{1};  ///< The hosts.
  /// Workloads that a program lacks, by program.
  std::map<std::string, std::vector<std::string>> lacking;
  bool chooses_iterations = false;  ///< All programs do.
  workload::BuildFacts build{"GCC 12", true, false, ""};
  std::map<std::string, workload::BuildFacts> builds;  ///< Others, by program.
  std::vector<workload::MissingMetric> missing;

 private:
  RunResult run(const RunOrder& order, std::size_t block);

  Script script_;
};

/// The times that links take, and took.
struct LinkScript {
  double seconds = 0;
  double expected = 0;    ///< When the programs were built.
  double spent = 0;       ///< By all of them.
  std::size_t made = 0;   ///< So many.
  std::size_t late = 0;   ///< Those that were not done in time.
  std::size_t ready = 0;  ///< Those of the first blocks that cost nothing.
};

/// Answers means by name, `a(1)` or `a`, with a fixed pattern of small
/// differences between runs and observations; what is not named fails.
[[nodiscard]] Script means(std::map<std::string, double> means);

/// The world as scripted, and what spl-run wrote into it.
struct SampleWorld {
  explicit SampleWorld(Script script) : launcher(std::move(script)) {}

  /// Runs spl-run; its exit status. Outputs start empty.
  int run(const std::vector<std::string>& arguments);

  /// A second passes with each block, and half of one each time it is asked;
  /// more where a test says so.
  class ScriptedClock : public Clock {
   public:
    explicit ScriptedClock(const SampleWorld& world) : world_(world) {}
    double seconds() override {
      return (asked_ += 0.5) + world_.passed +
             static_cast<double>(world_.launcher.blocks.size());
    }

   private:
    const SampleWorld& world_;
    double asked_ = 0;
  };

  ScriptedLauncher launcher;
  /// Options without a pilot and with one look, unless these are taken out.
  std::map<std::string, std::string> environment{{"SPL_RUNS", "10"},
                                                 {"SPL_OBSERVATIONS", "30"}};
  /// Options that decide by typical calls, after fewer blocks than the default
  /// takes, unless a test is about all calls.
  bool decides_by_typical_calls = true;
  ScriptedHistory history;
  std::string host = "host";  ///< The name of this machine.
  /// Whether reports tell how relations were decided, as -v does: for the
  /// whole test program.
  inline static bool tells_details = false;
  std::vector<WantedLayouts> layouts;  ///< As they were asked for.
  /// Recorded links by program; without any, the world links no recorded
  /// programs.
  std::map<std::string, ProgramLinks> recorded;
  std::vector<std::string> last_words;  ///< As they were left.
  std::string self;  ///< spl-run's program; empty: it is not asked.
  LinkScript links;
  bool terminal = false;
  std::size_t columns = 80;  ///< Of the terminal.
  bool keeps_history = false;
  /// Progress in a log, which there is none of unless a test is about it.
  bool shows_signs = false;
  double passed = 0;           ///< Seconds.
  std::function<void()> beat;  ///< A sign of life, while there are any.
  std::string out;
  std::string err;
};

}  // namespace spl::runner
