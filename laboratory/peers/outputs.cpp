#include "laboratory/peers/outputs.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace spl::bench {
namespace {

using nlohmann::json;
using statistics::Finding;

Finding finding_of(const std::string& text) {
  if (text == "greater") return Finding::kGreater;
  if (text == "less") return Finding::kLess;
  if (text == "indistinct") return Finding::kIndistinct;
  if (text == "unknown") return Finding::kUnknown;
  throw std::runtime_error("spl-run found '" + text + "'");
}

}  // namespace

SplAnswer read_spl_report(std::string_view text) {
  const json report = json::parse(text);
  const json& formula = report.at("formulas").at(0);
  const json& relation = formula.at("relations").at(0);
  return {finding_of(relation.at("finding")), formula.at("seconds"),
          relation.at("blocks"), relation.at("stopped")};
}

std::vector<double> read_google_times(std::string_view text) {
  std::vector<double> times;
  const json report = json::parse(text);
  for (const json& one : report.at("benchmarks")) {
    if (one.at("run_type") == "iteration") times.push_back(one.at("real_time"));
  }
  if (times.empty()) throw std::runtime_error("no benchmark was run");
  return times;
}

}  // namespace spl::bench
