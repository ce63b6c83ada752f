#include <nlohmann/json.hpp>
#include <utility>

#include "runner/reports/json/sections.hpp"

namespace spl::runner {
namespace {

std::string_view status(statistics::Status status) {
  switch (status) {
    case statistics::Status::kOk:
      return "ok";
    case statistics::Status::kUndefined:
      return "undefined";
    case statistics::Status::kDegenerate:
      return "degenerate";
  }
  return {};
}

Json interpretation(const statistics::TestResult& result) {
  const bool defined = result.status != statistics::Status::kUndefined;
  return {{"status", status(result.status)},
          {"finding", logic::to_text(result.finding)},
          {"difference", defined ? number_json(result.difference) : Json()},
          {"statistic", number_json(result.statistic)},
          {"df", number_json(result.df)},
          {"critical", number_json(result.critical)},
          {"threshold", number_json(result.threshold)},
          {"lower", number_json(result.lower_threshold)},
          {"upper",
           result.lower_threshold ? number_json(result.threshold) : Json()},
          {"p_greater", number_json(result.p_greater)},
          {"p_less", number_json(result.p_less)},
          {"warning", result.warning}};
}

Json ratio(const RelationReport& report) {
  const logic::Decision& decision = report.decision;
  if (!decision.ratio.estimate) return nullptr;
  std::string method =
      decision.decided_by == logic::Interpretation::kNonparametric &&
              !decision.ratio.lower
          ? "quotient of the means; " + decision.ratio.refusal
          : "inversion of " + std::string(to_text(*decision.decided_by));
  const auto* test = logic::deciding_test(decision);
  if (report.stopped == Stop::kTwofold && test != nullptr &&
      test->finding != decision.finding) {
    method = "ratios without a factor of 2 in all runs";
  }
  return {{"estimate", number_json(decision.ratio.estimate)},
          {"lower", number_json(decision.ratio.lower)},
          {"upper", number_json(decision.ratio.upper)},
          {"refusal", decision.ratio.refusal},
          {"level", 1 - 2 * decision.alpha},
          {"method", method}};
}

Json interval(const statistics::RatioInterval& interval, double level) {
  return {{"lower", number_json(interval.lower)},
          {"upper", number_json(interval.upper)},
          {"level", level},
          {"refusal", interval.refusal}};
}

Json interval(const std::optional<statistics::RatioInterval>& found,
              double level) {
  return found ? interval(*found, level) : Json();
}

Json intervals(const logic::EffectIntervals& all) {
  return {
      {"fieller", interval(all.fieller, all.level)},
      {"fieller_satterthwaite", interval(all.fieller_satterthwaite, all.level)},
      {"inversion", interval(all.inversion, all.level)},
      {"bootstrap", interval(all.bootstrap, all.level)},
      {"nonparametric", interval(all.nonparametric, all.level)}};
}

Json part(const logic::PartsDecision& parts, statistics::Part part) {
  const auto& test = parts.tests[static_cast<std::size_t>(part)];
  return {{"p_greater", test.p_greater},
          {"p_less", test.p_less},
          {"level", parts.levels.of(part)},
          {"decided", parts.found_by == part}};
}

Json parts(const logic::PartsDecision& parts) {
  using statistics::Part;
  return {{"typical_calls", part(parts, Part::kTypicalCalls)},
          {"all_calls", part(parts, Part::kAllCalls)},
          {"all_runs", part(parts, Part::kAllRuns)}};
}

// If the right side is 0, there is no ratio.
Json rare(const logic::PartsDecision& parts) {
  return {{"ratio", number_json(parts.mean)},
          {"theta_lo", number_json(parts.lower)},
          {"theta_hi", number_json(parts.upper)},
          {"level", statistics::ThreeParts::kConfidence},
          {"slow_left", parts.slow.left},
          {"slow_right", parts.slow.right},
          {"slow_are_runs", parts.slow.are_runs}};
}

Json unseen(const logic::PartsDecision& parts) {
  return {{"processes", parts.unseen.processes}, {"calls", parts.unseen.calls}};
}

Json layouts(const std::optional<LayoutEffect>& effect, LayoutUnit unit) {
  if (!effect || effect->unit != unit) return nullptr;
  return {{"count", effect->layouts},
          {"sd", effect->deviation},
          {"fraction", number_json(effect->fraction)}};
}

void add_stated(const logic::StatedStatistic& stated, Json& relation) {
  relation["statistic"] = stated.quantile ? std::string_view("quantile")
                                          : to_text(stated.statistic);
  if (stated.quantile) relation["quantile"] = *stated.quantile;
}

Json late(const logic::LateCalls& found) {
  return {{"pairs", found.pairs},
          {"left", found.left},
          {"right", found.right},
          {"p_greater", found.p_greater},
          {"p_less", found.p_less}};
}

Json precision(const Precision& precision) {
  return {{"wanted", precision.wanted},
          {"reached", number_json(precision.reached)},
          {"blocks", precision.blocks},
          {"blocks_needed",
           precision.blocks_needed ? Json(*precision.blocks_needed) : Json()}};
}

Json side(const RelationSide& side) {
  return {{"text", side.text},
          {"amount", number_json(side.amount)},
          {"mean", number_json(side.mean)}};
}

Json next_steps(const std::vector<NextStep>& steps) {
  Json result = Json::array();
  for (const NextStep& one : steps) {
    result.push_back(
        {{"kind", one.kind == NextStep::Kind::kLoosen ? "loosen" : "measure"},
         {"relation", one.relation},
         {"text", one.text},
         {"why", one.why}});
  }
  return result;
}

Json relation(const RelationReport& report) {
  const logic::Decision& decision = report.decision;
  Json bindings = Json::object();
  for (const auto& [name, value] : report.bindings) {
    bindings[name] = value_json(value);
  }
  Json interpretations = Json::object();
  for (const auto& [kind, result] : decision.interpretations) {
    interpretations[std::string(to_text(kind))] = interpretation(result);
  }
  const auto& seen = seen_by_parts(report);
  Json result = {
      {"id", report.id},
      {"text", report.text},
      {"bindings", std::move(bindings)},
      {"verdict", to_text(decision.verdict)},
      {"strength", to_text(decision.strength)},
      {"finding", logic::to_text(decision.finding)},
      {"reason", decision.reason},
      {"stopped", to_text(report.stopped)},
      {"blocks", report.blocks},
      {"difference", number_json(decision.difference)},
      {"ratio", ratio(report)},
      {"detectable", number_json(decision.detectable)},
      {"hidden", number_json(report.hidden)},
      {"blocks_needed",
       report.blocks_needed ? Json(*report.blocks_needed) : Json()},
      {"decided_by",
       decision.decided_by ? Json(to_text(*decision.decided_by)) : Json()},
      {"adjusted_alpha", report.alpha},
      {"interpretations", std::move(interpretations)},
      {"intervals", report.intervals ? intervals(*report.intervals) : Json()},
      {"parts", seen ? parts(*seen) : Json()},
      {"rare", seen ? rare(*seen) : Json()},
      {"unseen", report.parts ? unseen(*report.parts) : Json()},
      {"portability", number_json(report.portability)},
      {"layouts", layouts(report.layout, LayoutUnit::kLinks)},
      {"builds", layouts(report.layout, LayoutUnit::kBuilds)}};
  result["times"] = {{"left", side(report.sides.left)},
                     {"right", side(report.sides.right)}};
  if (!report.compared.empty()) result["compared"] = report.compared;
  if (report.quotients > 0) result["quotients"] = report.quotients;
  if (report.stated) add_stated(*report.stated, result);
  if (report.followed.calls > 0) {
    result["followed"] = {{"calls", report.followed.calls},
                          {"seconds", report.followed.seconds}};
  }
  if (report.late) result["late_calls"] = late(*report.late);
  if (!report.unsettled.empty()) result["unsettled"] = report.unsettled;
  if (report.earlier) {
    const statistics::RatioInterval& earlier = report.earlier->ratio;
    result["earlier"] = {{"begun", report.earlier->begun},
                         {"estimate", number_json(earlier.estimate)},
                         {"lower", number_json(earlier.lower)},
                         {"upper", number_json(earlier.upper)}};
  }
  if (report.precision) result["precision"] = precision(*report.precision);
  if (report.is_weak) result["weak"] = true;
  if (report.in_one_layout) result["in_one_layout"] = true;
  if (report.heap_in_one_layout) result["heap_in_one_layout"] = true;
  // An open relation can end before its plan does.
  if (report.stopped == Stop::kInterrupted || report.stopped == Stop::kOpen) {
    result["blocks_planned"] = report.planned;
  }
  return result;
}

}  // namespace

Json json_of(const parser::Diagnostic& diagnostic) {
  Json result = {{"file", diagnostic.file},
                 {"line", diagnostic.line},
                 {"column", diagnostic.column}};
  const auto [end_line, end_column] = diagnostic.end;
  if (diagnostic.line > 0 &&
      std::pair(end_line, end_column) >
          std::pair(diagnostic.line, diagnostic.column)) {
    result["end_line"] = end_line;
    result["end_column"] = end_column;
  }
  if (diagnostic.mistake != logic::Mistake::kOther) {
    result["mistake"] = to_text(diagnostic.mistake);
  }
  result["message"] = diagnostic.message;
  return result;
}

Json json_of(const FormulaReport& report) {
  Json relations = Json::array();
  for (const RelationReport& one : report.relations) {
    relations.push_back(relation(one));
  }
  Json result = {{"label", report.label},
                 {"file", report.file},
                 {"line", report.line},
                 {"text", report.text},
                 {"verdict", to_text(report.verdict)},
                 {"seconds", report.seconds},
                 {"relations", std::move(relations)}};
  if (report.is_weak) result["weak"] = true;
  if (!report.written.empty()) result["written"] = report.written;
  if (report.metric != "wall" && !report.metric.empty()) {
    result["metric"] = report.metric;
  }
  if (report.verdict != logic::Verdict::kHolds) {
    result["next_steps"] = next_steps(report.next_steps);
    if (!report.command.empty()) result["command"] = report.command;
  }
  if (report.family > 1) result["family"] = report.family;
  return result;
}

// Formulas have their place in every report.
Json json_of(const std::vector<LeftOut>& all) {
  Json result = Json::array();
  for (const LeftOut& one : all) {
    result.push_back({{"name", one.name}, {"reason", one.reason}});
  }
  return result;
}

Json json_of(const statistics::RatioDrift& drift) {
  return {{"factor", drift.factor},
          {"lower", drift.lower},
          {"upper", drift.upper},
          {"p", drift.p}};
}

}  // namespace spl::runner
