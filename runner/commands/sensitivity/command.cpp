#include <charconv>
#include <memory>
#include <utility>
#include <vector>

#include "runner/commands/sensitivity/sensitivity.hpp"
#include "runner/session/origin.hpp"
#include "runner/session/reporting.hpp"
#include "runner/settings/commands.hpp"
#include "runner/settings/plain_error.hpp"
#include "spl/logic/sensitivity.hpp"

namespace spl::runner::command {
namespace {

double factor(const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  constexpr double kMost = 1e6;
  const bool is_whole = error == std::errc() && rest == end;
  if (!is_whole || !(number > 0 && number < kMost)) {
    throw PlainError(
        "sensitivity takes a factor above 0 and below 1000000, like 1.01, not "
        "\"" +
        text + "\"");
  }
  return number;
}

ExitStatus run_sensitivity(const Session& session) {
  const Invocation& invocation = session.invocation;
  const double scale = factor(invocation.line.subject);
  if (invocation.settings.data.empty()) {
    throw PlainError(
        "sensitivity draws from given observations; name their file with "
        "--data PATH");
  }
  const GivenObservations given = read_given(session);
  Report& report = session.report;
  logic::DecisionSettings how = invocation.settings.deciding;
  how.seed = session.seed;
  Sensitivity found;
  const ProgressLine progress(session);
  const auto all = static_cast<double>(given.performances.size());
  double done = 0;  ///< Performances.
  for (const auto& [performance, one] : given.performances) {
    const auto* sample = std::get_if<statistics::Sample>(&one.observed);
    // One name, so that the time is that of all performances.
    const auto report_share = [&](double share) {
      session.signs.work("drawing from observations", (done + share) / all);
    };
    if (sample == nullptr || sample->run_count() < 2) {
      report.warnings.emplace_back(to_text(performance),
                                   " has no two runs to split into halves");
    }
    if (sample != nullptr) {
      auto rows = logic::sensitivity(*sample, scale, how, report_share);
      if (!rows.empty())
        found.all.push_back({performance, scale, std::move(rows)});
    }
    ++done;
  }
  const bool is_empty = found.all.empty();
  report.outcome = std::make_shared<Sensitivity>(std::move(found));
  write_reports(session);
  return is_empty ? ExitStatus::kUndecided : ExitStatus::kFound;
}

}  // namespace

std::vector<CommandRow> sensitivity() {
  return {{Mode::kSensitivity, "sensitivity", "SCALE",
           "reports how often each interpretation sees a change by this factor",
           "sensitivity 1.02 --data runs.json", "",
           "which draws from --data and measures nothing", "",
           run_sensitivity}};
}

}  // namespace spl::runner::command
