// Any bytes as what a program answers, in the worker protocol or as reports of
// the frameworks, and as what Callgrind writes of it: what passes fits what was
// asked and can be calculated with, and what does not is told in a sentence.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "runner/programs/answered_run.hpp"
#include "runner/session/explaining/call_sites.hpp"
#include "runner/session/explaining/profile.hpp"
#include "runner/tools/callgrind_dump.hpp"
#include "runner/tools/translator.hpp"
#include "spl/statistics/sample.hpp"
#include "spl/statistics/summary.hpp"
#include "spl/workload/protocol.hpp"
#include "tests/fuzz/require.hpp"

namespace {

using spl::runner::Framework;
using spl::runner::RunLength;
using spl::workload::Request;

Request request() {
  Request result;
  result.task = Request::Task::kRun;
  result.method = "a";
  result.observations = 3;
  result.observation_ns = 1;
  result.metrics = {spl::workload::Metric::kWall, spl::workload::Metric::kCpu};
  return result;
}

void calculate(const spl::workload::RunAnswer& answer) {
  require(answer.iterations > 0, "an observation of no iteration");
  require(answer.others.size() == 1, "not the metrics that were asked for");
  for (const auto* one : {&answer.observations, &answer.others.front()}) {
    require(one->size() <= 3, "more observations than were asked for");
    const auto summary = spl::statistics::summary({*one, *one});
    require(std::isfinite(summary.mean), "a mean that is not finite");
  }
}

void check(std::string_view text, RunLength length) {
  try {
    const auto answer = spl::workload::decode_run_answer(text);
    const std::string wrong = spl::runner::misfit_of(answer, request(), length);
    if (answer.failure.empty() && wrong.empty()) calculate(answer);
  } catch (const spl::workload::ProtocolError& error) {
    require(*error.what() != '\0', "a refusal says nothing");
  }
}

void translate(std::string_view text, Framework framework) {
  const spl::runner::Translator& translator =
      *spl::runner::translator(framework);
  spl::runner::ForeignOutcome outcome;
  outcome.output = text;
  outcome.report = std::string(text);
  const auto run = answer_text(translator, {request()}, outcome);
  if (run) check(*run, RunLength::kUpToProgram);
  Request list;
  list.task = Request::Task::kCatalogue;
  const auto catalogue = answer_text(translator, {list}, outcome);
  if (catalogue) (void)spl::workload::decode_catalogue_answer(*catalogue);
}

void check_counts(std::string_view text) {
  using spl::workload::Metric;
  const spl::runner::CallgrindDump dump = spl::runner::callgrind_dump(text);
  (void)dump.parts();
  for (const Metric metric :
       {Metric::kValgrindInstructions, Metric::kValgrindCycles,
        Metric::kValgrindDataMisses}) {
    require(std::isfinite(value_of(dump, metric)), "a count without end");
  }
  const spl::runner::Profile profile = spl::runner::profile(text, 3);
  require(std::isfinite(profile.total), "a sum without end");
  for (const auto& [name, cost] : profile.functions) {
    require(std::isfinite(cost.exclusive + cost.inclusive + cost.calls),
            "a cost without end");
  }
  require(!changes_text(functions_table(profile, {}), 3).empty(),
          "no table of functions");
  (void)spl::runner::folded_stacks(text, "root");
  const spl::runner::AllocationProfile sites{spl::runner::call_sites(text, 3),
                                             {}};
  require(
      !changes_text(sites_table(sites, {}, &spl::runner::Allocated::bytes), 3)
           .empty(),
      "no table of call sites");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(text, RunLength::kAsRequested);
  check(text, RunLength::kUpToProgram);
  check_counts(text);
  for (const Framework framework :
       {Framework::kGoogleBenchmark, Framework::kCatch2,
        Framework::kNanobench}) {
    translate(text, framework);
  }
  return 0;
}
