// What the order of functions in a program does to comparisons, and what fresh
// links do about it; figures 1 and 2 of Kalibera and Tuma, "Precise Regression
// Benchmarking with Random Effects" (2006), repeated on layouts. Tables in
// Markdown, as in laboratory.
//
// usage: bench_layouts [--full] [--pugixml FOLDER]
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "runner/layouts/shuffling_linker.hpp"
#include "runner/layouts/tool.hpp"
#include "runner/programs/process_launcher.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/machine_lock.hpp"
#include "runner/system/process.hpp"
#include "spl/statistics/effects/impact_factor.hpp"
#include "spl/statistics/effects/rate_interval.hpp"
#include "spl/statistics/interpretations/interpretation.hpp"
#include "spl/workload/random.hpp"
#include "laboratory/figure.hpp"
#include "laboratory/layouts/groups.hpp"

namespace {

namespace fs = std::filesystem;
using namespace spl::bench;
using spl::statistics::Finding;
using spl::statistics::RunStatistic;
using spl::statistics::Sample;

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kObservations = 60;
constexpr std::size_t kLinksOfGroups[] = {1, 2, 5, 10, 20};
constexpr double kChanges[] = {0, 0.01, 0.02, 0.05};
constexpr double kAlpha = 0.01;

/// How much is measured.
struct Extent {
  std::size_t pool = 8;  ///< Links of a program.
  std::size_t blocks = 4;
  std::size_t draws = 200;
  std::size_t experiments = 10;  ///< Of fixed and of fresh links.
  std::size_t experiment_blocks = 10;
};
constexpr Extent kFull{40, 20, 10'000, 200, 10};

/// A program and what is measured of it.
struct Subject {
  std::string name;
  std::vector<std::string> sources;
  std::vector<std::string> folders;  ///< With headers.
  std::vector<spl::logic::Performance> workloads;
};

fs::path in_project(const std::string& path) {
  return fs::path(SPL_BENCH_PROJECT) / path;
}

std::vector<Subject> subjects(const std::string& pugixml) {
  std::vector<Subject> result{
      {"chase",
       {in_project("laboratory/layouts/chase.cpp")},
       {},
       {{"chase", "", "", "", {}}}},
      {"examples/collections",
       {in_project("examples/collections/collections.cpp")},
       {},
       {{"json_parse", "", "", "", {100.0}}}},
      {"examples/attributes",
       {in_project("examples/attributes/workloads.cpp"),
        in_project("examples/attributes/phone_book.cpp")},
       {},
       {{"phone_book::PhoneBook::find", "", "", "", {1000.0}}}}};
  if (!pugixml.empty()) {
    result.push_back({"examples/history",
                      {in_project("examples/history/workloads.cpp"),
                       fs::path(pugixml) / "src" / "pugixml.cpp"},
                      {fs::path(pugixml) / "src"},
                      {{"parse", "", "", "", {100.0}}}});
  }
  return result;
}

/// A folder that goes with the object.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / "spl-layouts-XXXXXX") {
    std::string name = path_;
    if (mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error("cannot make a folder in " +
                               path_.parent_path().string());
    }
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Objects of a subject, and links of them.
class Program {
 public:
  explicit Program(const Subject& subject)
      : linker_(spl::runner::find_shuffling_linker(
            spl::runner::own_environment())) {
    if (!linker_) throw std::runtime_error("there is neither mold nor lld");
    for (const std::string& source : subject.sources) {
      const std::string object =
          folder_.path() / (std::to_string(objects_.size()) + ".o");
      std::vector<std::string> words{SPL_BENCH_COMPILER, "-std=c++20", "-O2",
                                     "-ffunction-sections",
                                     std::string("-I") + SPL_BENCH_PROJECT};
      for (const std::string& one : subject.folders)
        words.push_back("-I" + one);
      words.insert(words.end(), {"-c", source, "-o", object});
      execute(words);
      objects_.push_back(object);
    }
  }

  [[nodiscard]] std::string link(std::uint32_t seed) const {
    std::string path = folder_.path() / ("link" + std::to_string(seed));
    std::vector<std::string> words{SPL_BENCH_COMPILER,
                                   "-fuse-ld=" + linker_->name};
    words.insert(words.end(), objects_.begin(), objects_.end());
    words.insert(words.end(),
                 {SPL_BENCH_SPL_WORKLOAD_MAIN, SPL_BENCH_SPL_WORKLOAD});
    words.push_back("-Wl," + shuffle_option(*linker_, seed));
    words.insert(words.end(), {"-o", path});
    execute(words);
    return path;
  }

 private:
  void execute(const std::vector<std::string>& words) const {
    const fs::path log = folder_.path() / "log";
    const auto ending = spl::runner::run_tool(
        {words, folder_.path(), spl::runner::own_environment(), log,
         std::chrono::minutes(5), -1});
    if (ending.kind == spl::runner::Ending::Kind::kExited &&
        ending.status == 0) {
      return;
    }
    throw std::runtime_error(spl::runner::to_text(words) + " failed");
  }

  std::optional<spl::runner::ShufflingLinker> linker_;
  Folder folder_;
  std::vector<std::string> objects_;
};

/// Runs of some links next to one another, in random order; their trimmed
/// means, in ns, in the order of the links.
class Measurement {
 public:
  Measurement()
      : launcher_(SPL_BENCH_SPL_RUN, spl::runner::machine_lock_path()) {
    launcher_.prepare({});
  }

  std::vector<double> block(const std::vector<std::string>& links,
                            const spl::logic::Performance& workload) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < links.size(); ++i) order.push_back(i);
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random_(std::size_t{0}, i - 1)]);
    }
    spl::runner::Block block{number_++, {}};
    const std::uint64_t seed = random_();
    for (const std::size_t i : order) {
      spl::runner::RunOrder run;
      run.program = links[i];
      run.performance = workload;
      run.seed = seed;
      run.environment_size = random_(std::size_t{0}, std::size_t{4095});
      run.observations = kObservations;
      run.warmup = std::chrono::microseconds(250);
      run.timeout = std::chrono::seconds(60);
      block.runs.push_back(std::move(run));
    }
    const auto made = launcher_.measure(block);
    std::vector<double> result(links.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto& answer = made.runs[i].answer;
      if (!answer.failure.empty()) {
        throw std::runtime_error(to_text(workload) + ' ' + answer.failure);
      }
      result[order[i]] =
          run_statistic(answer.observations, RunStatistic::kTrimmed);
    }
    return result;
  }

  spl::Random& random() { return random_; }

 private:
  spl::runner::ProcessLauncher launcher_;
  spl::Random random_{kSeed};
  std::size_t number_ = 0;
};

std::vector<std::string> pool(const Program& program, std::size_t size) {
  std::vector<std::string> links;
  for (std::size_t i = 0; i < size; ++i) {
    links.push_back(program.link(static_cast<std::uint32_t>(i + 1)));
  }
  return links;
}

LinkedRuns measured(const std::vector<std::string>& links,
                    const spl::logic::Performance& workload, std::size_t blocks,
                    Measurement& measurement) {
  LinkedRuns runs(links.size());
  for (std::size_t i = 0; i < blocks; ++i) {
    const auto block = measurement.block(links, workload);
    for (std::size_t link = 0; link < links.size(); ++link) {
      runs[link].push_back(block[link]);
    }
  }
  return runs;
}

bool differ(const std::vector<std::vector<double>>& blocks) {
  std::vector<std::vector<double>> left;
  std::vector<std::vector<double>> right;
  for (const auto& block : blocks) {
    left.push_back({block.at(0)});
    right.push_back({block.at(1)});
  }
  const Sample sides[] = {Sample(left), Sample(right)};
  const auto finding =
      spl::statistics::blocks({{{1, &sides[0]}, {-1, &sides[1]}}, 0}, kAlpha,
                              RunStatistic::kMean)
          .finding;
  return finding == Finding::kGreater || finding == Finding::kLess;
}

void print_rate(std::string_view what, std::size_t count, std::size_t of) {
  const spl::statistics::RateInterval interval =
      spl::statistics::rate_interval(count, of);
  fmt::print("| {} | {} of {} | {:.1f} % | {:.1f} .. {:.1f} % |\n", what, count,
             of, 100 * static_cast<double>(count) / static_cast<double>(of),
             100 * interval.lower, 100 * interval.upper);
}

/// How often one source was called different from itself.
struct Alarms {
  std::string name;
  std::size_t fixed = 0;
  std::size_t fresh = 0;
};

/// One source against itself, in links that stay and in links that do not.
Alarms compare_links(const Subject& subject, const Program& program,
                     const std::vector<std::string>& links,
                     const Extent& extent, Measurement& measurement) {
  auto& random = measurement.random();
  std::uint32_t next = 1'000'000;
  Alarms alarms{subject.name, 0, 0};
  for (std::size_t i = 0; i < extent.experiments; ++i) {
    const std::size_t left = random(std::size_t{0}, links.size() - 1);
    const std::size_t step = random(std::size_t{1}, links.size() - 1);
    const std::vector<std::string> two{links[left],
                                       links[(left + step) % links.size()]};
    std::vector<std::vector<double>> fixed_blocks;
    std::vector<std::vector<double>> fresh_blocks;
    for (std::size_t j = 0; j < extent.experiment_blocks; ++j) {
      fixed_blocks.push_back(measurement.block(two, subject.workloads[0]));
      const std::vector<std::string> new_ones{program.link(next),
                                              program.link(next + 1)};
      next += 2;
      fresh_blocks.push_back(measurement.block(new_ones, subject.workloads[0]));
      for (const std::string& one : new_ones) fs::remove(one);
    }
    if (differ(fixed_blocks)) ++alarms.fixed;
    if (differ(fresh_blocks)) ++alarms.fresh;
  }
  print_rate(subject.name + ", two fixed links", alarms.fixed,
             extent.experiments);
  print_rate(subject.name + ", fresh links", alarms.fresh, extent.experiments);
  std::fflush(stdout);
  return alarms;
}

void print_variation(const std::string& name, const LinkedRuns& runs) {
  spl::statistics::ImpactFactorOptions options;
  options.seed = kSeed;
  if (const std::size_t blocks = runs.front().size();
      blocks < runs.size() * 3 / 4) {
    options.chosen = blocks;
  }
  const auto factor = spl::statistics::impact_factor(Sample(runs), options);
  fmt::print("| {} | {} | {} | {:.2f} % |\n", name, runs.size(),
             factor ? fmt::format("{:.2f}", factor->original) : "-",
             100 * relative_variation(runs));
}

void print_groups(const std::string& name, const LinkedRuns& runs,
                  const Extent& extent) {
  for (const Unit unit : {Unit::kBlocks, Unit::kLinks}) {
    for (const std::size_t links : kLinksOfGroups) {
      if (2 * links > runs.size() || (unit == Unit::kLinks && links < 2)) {
        continue;
      }
      fmt::print("| {} | {} | {} |", name,
                 unit == Unit::kBlocks ? "blocks" : "links", links);
      for (const double change : kChanges) {
        const std::size_t count = called_different(
            runs, unit, {links, change, extent.draws, kAlpha, kSeed});
        fmt::print(" {:.1f} |", 100 * static_cast<double>(count) /
                                    static_cast<double>(extent.draws));
      }
      fmt::print("\n");
    }
  }
}

/// Whether fresh links keep alpha, as far as so many experiments can tell.
bool keeps_alpha(const Alarms& alarms, const Extent& extent) {
  const double lower =
      spl::statistics::rate_interval(alarms.fresh, extent.experiments, 0.998)
          .lower;
  const std::string figure =
      "false alarms of fresh links in %, 99.9 % sure, " + alarms.name;
  return report(figure.c_str(), 100 * lower, 100 * 2 * kAlpha);
}

int run(const Extent& extent, const std::string& pugixml) {
  Measurement measurement;
  std::vector<std::pair<std::string, LinkedRuns>> all;
  std::vector<Alarms> alarms;
  fmt::print(
      "One source against itself, {} blocks, alpha 1 % of each direction\n\n"
      "| what | called different | rate | 95 % interval |\n|---|---|---|---|\n",
      extent.experiment_blocks);
  for (const Subject& subject : subjects(pugixml)) {
    const Program program(subject);
    const std::vector<std::string> links = pool(program, extent.pool);
    alarms.push_back(
        compare_links(subject, program, links, extent, measurement));
    for (const auto& workload : subject.workloads) {
      all.emplace_back(to_text(workload),
                       measured(links, workload, extent.blocks, measurement));
    }
  }
  fmt::print(
      "\nImpact factor of the layout, and standard deviation between layouts\n"
      "\n| workload | layouts | impact factor | variation |\n"
      "|---|---|---|---|\n");
  for (const auto& [name, runs] : all) print_variation(name, runs);
  fmt::print(
      "\nTwo groups of layouts called different, %, by the smallest change "
      "that "
      "counts\n\n| workload | unit | layouts a group | 0 % | 1 % | 2 % | 5 % "
      "|\n"
      "|---|---|---|---|---|---|---|\n");
  for (const auto& [name, runs] : all) print_groups(name, runs, extent);
  fmt::print("\n");
  std::fflush(stdout);
  bool all_met = true;
  for (const Alarms& one : alarms)
    all_met = keeps_alpha(one, extent) && all_met;
  return all_met ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Extent extent;
    std::string pugixml;
    for (int i = 1; i < argc; ++i) {
      const std::string_view word = argv[i];
      if (word == "--full") {
        extent = kFull;
      } else if (word == "--pugixml" && i + 1 < argc) {
        pugixml = fs::absolute(argv[++i]);
      } else {
        throw std::runtime_error(
            "usage: bench_layouts [--full] [--pugixml FOLDER]");
      }
    }
    return run(extent, pugixml);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_layouts: %s\n", error.what());
    return 1;
  }
}
