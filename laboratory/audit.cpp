// Audits of histories of 60 commits that are made up, four of which change a
// workload by 3 to 10 %: how often all four are found, and how often another
// commit is. Blocks were recorded on a real machine (recordings/), and links
// differ. All of spl-run is at work, with its store, but for the processes.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "laboratory/figure.hpp"
#include "laboratory/parallel.hpp"
#include "runner/session/application.hpp"
#include "runner/programs/launcher.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/scripted_history.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace {

namespace runner = spl::runner;
namespace workload = spl::workload;

constexpr std::size_t kCommits = 60;

/// The typical and the plain mean of a run, in units of the median run.
struct RecordedRun {
  double typical = 1;
  double plain = 1;
};
using Block = std::pair<RecordedRun, RecordedRun>;

/// Returns the blocks of a workload beside itself.
std::vector<Block> recorded(const std::string& name) {
  std::ifstream file(SPL_BENCH_PROJECT "/laboratory/recordings/" + name);
  std::vector<Block> blocks;
  std::vector<double> lefts;
  std::vector<double> rights;
  std::string of;
  Block one;
  while (file >> of >> one.first.typical >> one.first.plain >>
         one.second.typical >> one.second.plain) {
    if (of != "base_again") continue;
    blocks.push_back(one);
    lefts.push_back(one.first.typical);
    rights.push_back(one.second.typical);
  }
  const double left = spl::bench::median(lefts);
  const double right = spl::bench::median(rights);
  for (auto& [one_side, other] : blocks) {
    one_side = {one_side.typical / left, one_side.plain / left};
    other = {other.typical / right, other.plain / right};
  }
  return blocks;
}

/// The factors of the commits that change the workload.
using Changes = std::map<std::size_t, double>;

/// Draws changes of 3 to 10 %, slower or faster, that have at least so many
/// commits between them.
Changes drawn_changes(std::size_t count, std::size_t distance,
                      std::mt19937& random) {
  std::uniform_int_distribution<std::size_t> commit(1, kCommits);
  std::uniform_real_distribution<double> size(std::log(1.03), std::log(1.10));
  std::bernoulli_distribution is_slower(0.5);
  Changes changes;
  while (changes.size() < count) {
    const std::size_t at = commit(random);
    const bool is_near =
        std::any_of(changes.begin(), changes.end(), [&](const auto& one) {
          return std::max(one.first, at) - std::min(one.first, at) < distance;
        });
    if (is_near) continue;
    changes[at] = std::exp(is_slower(random) ? size(random) : -size(random));
  }
  return changes;
}

/// Processes that take no time: blocks follow one another as they were
/// recorded, from a place that each evaluation draws.
class ReplayedProcesses : public runner::Launcher {
 public:
  ReplayedProcesses(const std::vector<Block>& blocks, const Changes& changes,
                    double links, unsigned seed)
      : blocks_(blocks),
        levels_(kCommits + 1, 1),
        random_(seed),
        normal_(0, links) {
    for (std::size_t i = 1; i <= kCommits; ++i) {
      const auto found = changes.find(i);
      levels_[i] =
          levels_[i - 1] * (found == changes.end() ? 1 : found->second);
    }
  }

  workload::CatalogueAnswer catalogue(const std::string& program) override {
    (void)program;
    workload::CatalogueAnswer answer;
    answer.build = {"GCC 12", true, false, ""};
    workload::EntryFacts entry;
    entry.name = "w";
    entry.place = "audit.cpp:1";
    answer.entries.push_back(entry);
    return answer;
  }

  void prepare(const runner::Placement& placement) override {
    (void)placement;
    at_ = random_() % blocks_.size();
  }

  runner::BlockResult measure(const runner::Block& block) override {
    const Block& replayed = blocks_[at_++ % blocks_.size()];
    runner::BlockResult result{"host", {}};
    bool is_first = random_() % 2 == 0;
    for (const runner::RunOrder& order : block.runs) {
      result.runs.push_back(
          run(order, is_first ? replayed.first : replayed.second));
      is_first = !is_first;
      result.seconds += result.runs.back().seconds;
    }
    seconds += result.seconds;
    return result;
  }

  std::vector<runner::HostRecord> hosts() override {
    runner::HostRecord record;
    record.facts.name = "host";
    return {record};
  }

  double seconds = 0;  ///< Of all runs.

 private:
  runner::RunResult run(const runner::RunOrder& order,
                        const RecordedRun& replayed) {
    constexpr double kCall = 17'000;
    const std::size_t commit =
        std::stoul(order.program.substr(order.program.find("@c") + 2));
    const double factor = kCall * levels_[commit] * std::exp(normal_(random_));
    runner::RunResult result;
    result.answer.iterations = 1;
    result.answer.warmup = 2;
    const auto count = static_cast<double>(order.observations);
    result.answer.observations.assign(order.observations,
                                      factor * replayed.typical);
    // The mean is that of the recorded run, and the trimmed mean, too.
    result.answer.observations.back() =
        factor *
        std::max(0.5, count * replayed.plain - (count - 1) * replayed.typical);
    const double counted = count * factor * replayed.plain;
    result.answer.warmup_ns = static_cast<std::uint64_t>(2 * factor);
    result.answer.counted_ns = static_cast<std::uint64_t>(counted);
    result.seconds = 0.0015 + 1e-9 * (counted + 2 * factor);
    return result;
  }

  const std::vector<Block>& blocks_;
  std::vector<double> levels_;
  std::mt19937 random_;
  std::normal_distribution<double> normal_;
  std::size_t at_ = 0;
};

/// Seconds of runs are seconds.
class ReplayedClock : public runner::Clock {
 public:
  explicit ReplayedClock(const ReplayedProcesses& processes)
      : processes_(processes) {}
  double seconds() override { return processes_.seconds; }

 private:
  const ReplayedProcesses& processes_;
};

struct Outcome {
  bool has_all = false;    ///< Each planted change has its commit.
  bool has_other = false;  ///< Another commit is confirmed.
  std::size_t found = 0;   ///< Planted changes.
  double seconds = 0;      ///< Of runs.
};

Outcome outcome_of(const std::string& path, const Changes& changes) {
  const auto report = nlohmann::json::parse(runner::read_file(path));
  Outcome outcome;
  for (const auto& one : report.at("audit").at("changes")) {
    if (one.at("standing") != "confirmed") continue;
    const std::size_t commit =
        std::stoul(one.at("first_after").get<std::string>().substr(0, 7));
    const bool is_planted = changes.contains(commit) && one["suspects"] == 1;
    outcome.found += is_planted ? 1 : 0;
    outcome.has_other |= !is_planted;
  }
  outcome.has_all = outcome.found == changes.size();
  return outcome;
}

Outcome audited(const std::vector<Block>& blocks, const Changes& changes,
                double links, unsigned seed) {
  runner::TemporaryFolder folder;
  const std::string config = folder.write(
      "spl.json", R"({"revisions": {"program": "{build}/sample"}})");
  const std::string json = (folder.path() / "report.json").string();
  const std::string store = (folder.path() / "history.db").string();
  ReplayedProcesses processes(blocks, changes, links, seed);
  ReplayedClock clock(processes);
  runner::ScriptedHistory history;
  history.commits = kCommits + 1;
  std::ostringstream out;
  std::ostringstream err;
  std::ostringstream no_json;
  const int status = runner::run_application(
      {"audit", "c0..c" + std::to_string(kCommits), "--config", config, "-s",
       "progress=never", "-s", "observations=50", "--json", json, "-s",
       "history=" + store, "-s", "seed=" + std::to_string(seed)},
      {.launcher = processes,
       .clock = clock,
       .environment = [](const std::string&) { return std::nullopt; },
       .context = {"host", 2, "GCC 12", "2026-01-02T03:04:05Z", 42},
       .out = out,
       .err = err,
       .json = no_json,
       .open_repository = history.repositories(),
       .make_builder = history.builders(),
       .keeps_history = true});
  if (status != 0 && status != 4) {
    std::fputs((out.str() + err.str()).c_str(), stderr);
    std::exit(1);
  }
  Outcome outcome = outcome_of(json, changes);
  outcome.seconds = processes.seconds;
  if (std::getenv("SPL_BENCH_VERBOSE") != nullptr) {
    std::string text = "seed " + std::to_string(seed) + " planted";
    for (const auto& [commit, factor] : changes) {
      text += ' ' + std::to_string(commit) + ':' + std::to_string(factor);
    }
    std::fputs((text + '\n' + out.str()).c_str(), stderr);
  }
  return outcome;
}

struct Shares {
  double all = 0;    ///< Percent of audits that find all.
  double other = 0;  ///< That find another commit.
  double found = 0;  ///< Of planted changes.
  double seconds = 0;
};

struct Plan {
  const char* name;
  std::size_t changes = 4;
  std::size_t distance = 3;
  double links = 0.01;  ///< Standard deviation of the factor of a link.
  std::size_t audits = 200;
};

Shares audits_of(const Plan& plan, unsigned first_seed) {
  const std::vector<Block> recordings[] = {recorded("quiet"), recorded("busy")};
  std::vector<Outcome> outcomes(plan.audits);
  spl::bench::in_parallel(plan.audits, [&](std::size_t i) {
    const unsigned seed = first_seed + static_cast<unsigned>(i);
    std::mt19937 random(seed);
    const Changes changes = drawn_changes(plan.changes, plan.distance, random);
    outcomes[i] = audited(recordings[i % 2], changes, plan.links, seed);
  });
  Shares shares;
  const double each = 100.0 / static_cast<double>(plan.audits);
  for (const Outcome& one : outcomes) {
    shares.all += one.has_all ? each : 0;
    shares.other += one.has_other ? each : 0;
    shares.found += each * static_cast<double>(one.found) /
                    static_cast<double>(std::max<std::size_t>(1, plan.changes));
    shares.seconds += one.seconds / static_cast<double>(plan.audits);
  }
  std::printf("| %s | %zu | %.1f | %.1f | %.1f | %.0f |\n", plan.name,
              plan.audits, shares.all, shares.found, shares.other,
              shares.seconds);
  std::fflush(stdout);
  return shares;
}

}  // namespace

// A number of audits as the argument, for a quick look.
int main(int argc, char** argv) {
  const std::size_t audits =
      argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 200;
  std::puts(
      "| changes | audits | all found, % | of the changes, % | another commit, "
      "% | seconds of runs |\n|---|---|---|---|---|---|");
  const Shares planted =
      audits_of({"4, at least 3 commits apart", 4, 3, 0.01, audits}, 1);
  const std::size_t few = std::max<std::size_t>(1, audits / 4);
  const Shares others[] = {
      audits_of({"none", 0, 3, 0.01, few}, 20'001),
      audits_of({"4, anywhere", 4, 1, 0.01, few}, 10'001),
      audits_of(
          {"4, at least 3 commits apart; links differ by 3 %", 4, 3, 0.03, few},
          30'001)};
  double other = 0;
  for (const Shares& one : others) other += one.other / std::size(others);
  std::puts("");
  bool met = spl::bench::report("audits that find all four commits, %",
                                planted.all, 90, spl::bench::Goal::kAtLeast);
  met &= spl::bench::report("audits that name another commit, %", planted.other,
                            5);
  met &= spl::bench::report("audits of other histories that do, %", other, 5);
  return met ? 0 : 1;
}
