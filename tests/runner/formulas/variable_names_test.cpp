#include "runner/formulas/variable_names.hpp"

#include <gtest/gtest.h>

#include "runner/formulas/invocation.hpp"
#include "runner/settings/options.hpp"
#include "runner/settings/plain_error.hpp"
#include "tests/runner/sample_world.hpp"

namespace spl::runner {
namespace {

/// The problem of a variable of that name.
std::string slip_of(const std::string& name) {
  try {
    require_no_slip({"HOME", name, "PATH"});
  } catch (const PlainError& error) {
    return error.what();
  }
  return {};
}

TEST(VariableNames, NearAnOptionAreSlips) {
  const std::pair<std::string, std::string> rows[] = {
      {"SPL_BUDGT", "SPL_BUDGET"},
      {"SPL_ALHPA", "SPL_ALPHA"},
      {"SPL_MAXRUNS", "SPL_MAX_RUNS"},
      {"SPL_METRICS", "SPL_METRIC"},
      {"SPL_max_runs", "SPL_MAX_RUNS"}};
  for (const auto& [name, meant] : rows) {
    std::string slip = "the variable ";
    slip.append(name).append(" sets no option; did you mean \"").append(meant);
    EXPECT_EQ(slip_of(name), slip + "\"? Rename or unset it");
  }
}

TEST(VariableNames, OfOptionsWithoutOneAreSlips) {
  EXPECT_EQ(slip_of("SPL_CONFIG"),
            "the variable SPL_CONFIG sets no option; --config is taken on the "
            "command line only");
  EXPECT_EQ(slip_of("SPL_FORMULA"),
            "the variable SPL_FORMULA sets no option; --formula is taken on "
            "the command line only");
  for (const char* name :
       {"SPL_BISECT", "SPL_CHECK", "SPL_GUARD", "SPL_JUNIT", "SPL_FORMULAS",
        "SPL_LIST", "SPL_OFFLINE", "SPL_PLAN", "SPL_PORTABILITY", "SPL_RANK",
        "SPL_SET", "SPL_DOCTOR", "SPL_SENSITIVITY"}) {
    EXPECT_NE(slip_of(name), "") << name;
  }
}

TEST(VariableNames, OfOptionsAreThoseOfKeys) {
  for (const Option& one : options()) {
    // Names that others may well give to their own variables.
    if (one.name == "help" || one.name == "version" || one.name == "C") {
      continue;
    }
    EXPECT_EQ(slip_of(environment_name(one.name)),
              one.is_key() ? std::string()
                           : "the variable " + environment_name(one.name) +
                                 " sets no option; " +
                                 (one.name == "json"
                                      ? "write SPL_OUTPUT=json:PATH"
                                      : shown_option(one.name) +
                                            " is taken on the command line "
                                            "only"))
        << one.name;
  }
}

TEST(VariableNames, MayBeNearTheOneOfAssertions) {
  EXPECT_EQ(slip_of("SPL_RUNER"),
            "the variable SPL_RUNER sets no option; did you mean "
            "\"SPL_RUNNER\"? Rename or unset it");
}

TEST(VariableNames, MayBeOthers) {
  for (const char* name : {"SPL_BUDGET",
                           "SPL_MAX_RUNS",
                           "SPL_FAMILY",
                           "SPL_RUN",
                           "SPL_RUNNER",
                           "SPL_WORKER",
                           "SPL_OBJECTS",
                           "SPL_READS",
                           "SPL_RECORDERS",
                           "SPL_COMPILER_LAUNCHER",
                           "SPL_PADDING",
                           "SPL_DEV_FIXED_ADDRESSES",
                           "SPL_MACHINE_LOCK",
                           "SPL_ROOT",
                           "SPL_LIBRARIES",
                           "SPL_LINKS",
                           "SPL_RENEW",
                           "SPL_TEST_DATA",
                           "SPL_TESTS",
                           "SPL_COMPILER",
                           "SPL_CACHE",
                           "SPL_FRESH_LINKS",
                           "SPL_BENCH_RUNS",
                           "SPL_BENCHMARK",
                           "SPL_AXE_CORE",
                           "SPL_KILLS",
                           "SPL_TEST_HISTORIES",
                           "SPL_VERSION",
                           "SPL_SAMPLE_WORKER",
                           "SPL_",
                           "SPL_DRAM_SIZE",
                           "SPLBUDGT",
                           "BUDGT"}) {
    EXPECT_EQ(slip_of(name), "") << name;
  }
}

TEST(VariableNames, AreReadBeforeAnythingIsMeasured) {
  SampleWorld world(means({{"a", 100}, {"b", 110}}));
  world.environment["SPL_BUDGT"] = "1s";
  EXPECT_EQ(world.run({"-e", "a(1) < b(1)", "-p", "sample"}), 2);
  EXPECT_EQ(world.err,
            "spl-run: error: the variable SPL_BUDGT sets no option; did you "
            "mean \"SPL_BUDGET\"? Rename or unset it\n");
  EXPECT_EQ(world.run({"--version"}), 0);
}

}  // namespace
}  // namespace spl::runner
