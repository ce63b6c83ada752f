#include <nlohmann/json.hpp>

#include "runner/reports/json/sections.hpp"

namespace spl::runner {
namespace {

Json host(const HostRecord& record) {
  Json result = {{"name", record.facts.name}};
  for_each_fact(record.facts, [&](const char* name, const auto& fact) {
    result[name] = fact ? Json(*fact) : Json();
  });
  result["steal"] = record.steal;
  result["throttled"] = record.throttled;
  return result;
}

Json names(const std::vector<MeasuredMetric>& metrics) {
  Json result = Json::array();
  for (const MeasuredMetric& one : metrics) {
    result.push_back(runner::to_text(one));
  }
  return result;
}

}  // namespace

Json json_of(const Context& context, const std::vector<HostRecord>& hosts) {
  Json machines = Json::array();
  for (const HostRecord& one : hosts) machines.push_back(host(one));
  return {{"host", context.host},         {"processors", context.processors},
          {"compiler", context.compiler}, {"time", context.time},
          {"seed", context.seed},         {"hosts", std::move(machines)}};
}

Json json_of(const Settings& settings) {
  return {{"alpha", settings.deciding.alpha},
          {"interpretation", to_text(settings.deciding.interpretation)},
          {"statistic", to_text(logic::asked(settings.deciding))},
          {"undecided", to_text(settings.undecided)},
          {"familywise", number_json(settings.familywise)},
          {"family", settings.family},
          {"resolution", settings.resolution},
          {"mean-resolution", settings.mean_resolution},
          {"tolerance", settings.tolerance},
          {"may-hide", number_json(settings.may_hide)},
          {"strict", settings.strict},
          {"precision", settings.precision},
          {"budget", settings.budget.count()},
          {"budget-total", settings.budget_total.count()},
          {"runs", settings.runs ? Json(*settings.runs) : Json()},
          {"max-runs", settings.max_runs},
          {"observations",
           settings.observations ? Json(*settings.observations) : Json()},
          {"warmup", settings.warmup ? Json(settings.warmup->count()) : Json()},
          {"timeout", settings.timeout.count()},
          {"launcher", settings.launcher},
          {"cpu", runner::to_text(settings.processors)},
          {"allow-different-builds", settings.allow_different_builds},
          {"allow-unoptimised", settings.allow_unoptimised},
          {"measure-identical", settings.measure_identical},
          {"metric", runner::to_text(settings.metric)},
          {"record", names(settings.record)},
          {"layouts", settings.layouts ? Json(*settings.layouts) : Json()},
          {"heap", to_text(heap_place(settings))},
          {"builds", settings.builds ? Json(*settings.builds) : Json()}};
}

Json json_of(const RevisionReport& report) {
  const Revision& revision = report.revision;
  Json result{{"name", text_json(report.name)},
              {"commit", text_json(revision.id)},
              {"subject", text_json(revision.subject)},
              {"author_date", text_json(revision.author_date)},
              {"dirty", revision.dirty}};
  if (!report.programs.empty()) result["programs"] = report.programs;
  return result;
}

}  // namespace spl::runner
