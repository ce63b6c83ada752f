#include "runner/settings/settings.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <regex>

#include "runner/settings/build_recipe.hpp"
#include "runner/settings/options.hpp"
#include "runner/settings/run_defaults.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using std::chrono::nanoseconds;

Settings with(const std::string& option, const std::string& value) {
  Settings settings;
  find_option(option)->set(settings, value);
  return settings;
}

/// The value that the help of an option names as its default: "(5s)".
std::string named_default(const std::string& option) {
  const std::regex value(R"(\((\d[\w.%]*)[,;)])");
  const std::string help(find_option(option)->help);
  std::smatch match;
  return std::regex_search(help, match, value) ? match[1] : std::string();
}

Settings with_named_default(const std::string& option) {
  return with(option, named_default(option));
}

TEST(Settings, HaveTheDefaultsThatTheHelpNames) {
  const Settings usual;
  EXPECT_EQ(with_named_default("alpha").deciding.alpha, usual.deciding.alpha);
  EXPECT_EQ(with_named_default("resolution").resolution, usual.resolution);
  EXPECT_EQ(with_named_default("mean-resolution").mean_resolution,
            usual.mean_resolution);
  EXPECT_EQ(with_named_default("family").family, usual.family);
  EXPECT_EQ(with_named_default("budget").budget, usual.budget);
  EXPECT_EQ(with_named_default("timeout").timeout, usual.timeout);
  EXPECT_EQ(with_named_default("cache-limit").cache_limit, usual.cache_limit);
  EXPECT_EQ(usual.cache_limit, 2'000'000'000U);  // A laptop has room for it.
  EXPECT_EQ(with_named_default("warmup").warmup, kUsualWarmup);
  EXPECT_EQ(with_named_default("build-timeout").build_timeout,
            BuildRecipe().timeout);
}

TEST(Settings, ReadValues) {
  EXPECT_EQ(with("alpha", "0.001").deciding.alpha, 0.001);
  EXPECT_EQ(with("alpha", "5%").deciding.alpha, 0.05);
  EXPECT_EQ(with("interpretation", "run_means").deciding.interpretation,
            logic::Interpretation::kRunMeans);
  EXPECT_EQ(with("statistic", "mean").deciding.statistic,
            statistics::RunStatistic::kMean);
  EXPECT_EQ(with("metric", "branch-misses").metric,
            workload::Metric::kBranchMisses);
  EXPECT_EQ(with("record", "cpu,allocations,cpu").record,
            (std::vector<MeasuredMetric>{workload::Metric::kCpu,
                                         workload::Metric::kAllocations}));
  EXPECT_EQ(with("metric", "depth").metric, measured_metric("depth"));
  EXPECT_TRUE(with("record", "").record.empty());
  std::string many = "m0";
  for (int i = 1; i < 100; ++i) many += ",m" + std::to_string(i);
  EXPECT_EQ(with("record", many).record.size(), 100U);
  EXPECT_THROW(with("record", many + ",m100"), SettingError);
  EXPECT_EQ(with("resolution", "3%").resolution, 0.03);
  EXPECT_EQ(with("mean-resolution", "0.07").mean_resolution, 0.07);
  EXPECT_EQ(with("runs", "20").runs, 20U);
  EXPECT_EQ(with("warmup", "0").warmup, nanoseconds(0));
  EXPECT_EQ(with("warmup", "1.5ms").warmup, nanoseconds(1'500'000));
  EXPECT_EQ(with("timeout", "2min").timeout, nanoseconds(120'000'000'000));
  EXPECT_EQ(with("timeout", "10 s").timeout, nanoseconds(10'000'000'000));
  EXPECT_EQ(with("seed", "18446744073709551615").seed, ~std::uint64_t{0});
  EXPECT_EQ(with("launcher", "srun -n1").launcher, "srun -n1");
  EXPECT_EQ(with("lock-timeout", "0s").lock_timeout, nanoseconds(0));
  EXPECT_EQ(with("lock-timeout", "2s").lock_timeout,
            nanoseconds(2'000'000'000));
  EXPECT_EQ(with("shared-folder", "/scratch").shared_folder, "/scratch");
  EXPECT_EQ(with("cpu", "3,0-1").processors, (Processors{0, 1, 3}));
  EXPECT_EQ(with("undecided", "skip").undecided, Undecided::kSkip);
  EXPECT_EQ(heap_place(with("heap", "kept")), HeapPlace::kKept);
  EXPECT_EQ(heap_place(with("heap", "drawn")), HeapPlace::kDrawn);
  EXPECT_EQ(with("quiet", "true").detail, Detail::kQuiet);
  EXPECT_EQ(with("quiet", "false").detail, Detail::kNormal);
  Settings quiet = with("quiet", "true");
  find_option("quiet")->set(quiet, "false");
  EXPECT_EQ(quiet.detail, Detail::kNormal);
}

TEST(Settings, KeepTheHeapOfProgramsAsTheyAre) {
  EXPECT_EQ(heap_place(Settings()), HeapPlace::kDrawn);
  EXPECT_EQ(heap_place(with("layouts", "2")), HeapPlace::kDrawn);
  Settings as_built = with("layouts", "1");
  EXPECT_EQ(heap_place(as_built), HeapPlace::kKept);
  find_option("heap")->set(as_built, "drawn");
  EXPECT_EQ(heap_place(as_built), HeapPlace::kDrawn);
}

TEST(Settings, RefuseValuesWithASentence) {
  struct Row {
    std::string option;
    std::string value;
    std::string message;
  };
  const std::string level = "alpha takes a level above 0 and below 0.5, not ";
  const std::string runs =
      "runs takes a whole number of at least 2 (one run says nothing about how "
      "runs differ), not ";
  const Row rows[] = {
      {"alpha", "0.5", level + "\"0.5\""},
      {"alpha", "0", level + "\"0\""},
      {"alpha", "-0.1", level + "\"-0.1\""},
      {"alpha", "nan", level + "\"nan\""},
      {"alpha", "", level + "\"\""},
      {"alpha", "1e-2x", level + "\"1e-2x\""},
      {"runs", "1", runs + "\"1\""},
      {"runs", "-3", runs + "\"-3\""},
      {"runs", "2.5", runs + "\"2.5\""},
      {"runs", "99999999999999999999", runs + "\"99999999999999999999\""},
      {"metric", "wall,cpu",
       "metric takes wall, cpu, instructions, cycles, branch-misses, "
       "cache-misses, page-faults, allocations, allocated-bytes, peak-memory, "
       "valgrind-instructions, valgrind-cycles, valgrind-data-misses or the "
       "name of a counter, not \"wall,cpu\""},
      {"record", "cpu,", "record takes a name after each comma, not \"cpu,\""},
      {"record", "cpu,,wall",
       "record takes wall, cpu, instructions, cycles, branch-misses, "
       "cache-misses, page-faults, allocations, allocated-bytes, peak-memory, "
       "valgrind-instructions, valgrind-cycles, valgrind-data-misses or the "
       "name of a counter, not \"\""},
      {"launcher", "srun '-n1", "launcher has a ' without another: srun '-n1"},
      {"cpu", "one", "cpu takes processors like 1 or 0-1,3, not \"one\""},
      {"cpu", "", "cpu takes processors like 1 or 0-1,3, not \"\""},
      {"observations", "0",
       "observations takes a whole number of at least 1, not \"0\""},
      {"interpretation", "block",
       "interpretation takes blocks, run_means, welch, parametric or "
       "nonparametric, not \"block\""},
      {"statistic", "average",
       "statistic takes both, typical, mean or median, not \"average\""},
      {"heap", "moved", "heap takes drawn or kept, not \"moved\""},
      {"undecided", "stop", "undecided takes fail, skip or pass, not \"stop\""},
      {"timeout", "10",
       "timeout takes a time like 500ms, 10s or 2min, not \"10\""},
      {"timeout", "-1s",
       "timeout takes a time like 500ms, 10s or 2min, not \"-1s\""},
      {"timeout", "0s", "timeout takes a time above 0, not \"0s\""},
      {"build-timeout", "0s", "build-timeout takes a time above 0, not \"0s\""},
      {"color", "yes", "color takes auto, always or never, not \"yes\""},
      {"quiet", "yes", "quiet takes true or false, not \"yes\""},
  };
  for (const Row& row : rows) {
    try {
      (void)with(row.option, row.value);
      ADD_FAILURE() << row.option << " took " << row.value;
    } catch (const SettingError& error) {
      EXPECT_EQ(error.what(), row.message);
    }
  }
}

TEST(Settings, HaveAResolutionForWhatIsAsked) {
  const Settings both;
  EXPECT_EQ(resolution_of(both.deciding, both), 0.02);
  const Settings means = with("statistic", "mean");
  EXPECT_EQ(resolution_of(means.deciding, means), 0.05);
}

TEST(Settings, HaveNamesInTheEnvironment) {
  EXPECT_EQ(environment_name("alpha"), "SPL_ALPHA");
  EXPECT_EQ(environment_name("observations-in-json"),
            "SPL_OBSERVATIONS_IN_JSON");
}

// As a compiler that somebody builds again within a second.
TEST(BuildTools, OfOneSizeAndSecondDiffer) {
  const TemporaryFolder folder;
  const std::string path = folder.write("tool", "one");
  BuildRecipe recipe;
  recipe.configure = {path};
  const auto facts_at = [&](long part) {
    const timespec times[2] = {{7, 0}, {7, part}};
    EXPECT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
    return tool_facts(recipe, {});
  };
  EXPECT_EQ(facts_at(0), facts_at(0));
  EXPECT_NE(facts_at(1), facts_at(2));
  EXPECT_NE(facts_at(1), facts_at(0));
}

}  // namespace
}  // namespace spl::runner
