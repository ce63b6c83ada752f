#include <fmt/format.h>

#include "runner/commands/doctor/self_test.hpp"
#include "runner/reports/terminal/sections.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

std::string effect_text(const std::optional<Effect>& effect) {
  if (!effect) return "not known";
  return fmt::format("{:+.2g} % ({})", 100 * effect->size, p_text(effect->p));
}

/// Returns a line; nothing if one layout was asked for.
std::string layout_text(const SelfTest& test) {
  if (test.layout && test.layout->sd == 0) {
    return fmt::format(
        "  layout             does not move it: {} links differ no more than "
        "the runs of each\n",
        test.layout->layouts);
  }
  if (test.layout) {
    return fmt::format(
        "  layout             moves it by {} (standard deviation, {} links): "
        "to find {} takes about {} links\n",
        percent_text(test.layout->sd), test.layout->layouts,
        percent_text(test.layout->change), test.layout->needed);
  }
  if (test.no_layouts.empty()) return {};
  return "  layout             not known: " + test.no_layouts + '\n';
}

std::string share_text(std::optional<double> share) {
  return share ? percent_text(*share) : "not known";
}

std::string prospect_text(const Prospect& one) {
  std::string text =
      seconds_text(one.seconds) + ": " + percent_text(one.typical_calls);
  if (one.all_calls) {
    text +=
        " in typical calls, " + percent_text(*one.all_calls) + " in all calls";
  }
  if (one.unseen) text += "; " + unseen_text(*one.unseen);
  return text + '\n';
}

/// Lists the changes that experiments of some durations find, a line each.
std::string prospects_text(const SelfTest& test) {
  std::string text;
  for (const Prospect& one : test.prospects) {
    text += (text.empty() ? "  detectable change  in "
                          : "                     in ") +
            prospect_text(one);
  }
  return text;
}

std::string test_text(const SelfTest& test) {
  std::string text = to_text(test.performance) + " against itself\n";
  if (!test.failure.empty())
    return text + "  " + foreign_text(test.failure) + '\n';
  text += fmt::format(
      "  false alarms       {} slower, {} faster in {} {} of {} blocks: {} ({} "
      ".. {}, 95 %); allowed {}\n",
      test.greater, test.less, test.experiments,
      test.experiments == 1 ? "experiment" : "experiments", kBlocksOfExperiment,
      test.false_alarm_rate ? percent_text(*test.false_alarm_rate)
                            : "not known",
      percent_text(test.false_alarms.lower),
      percent_text(test.false_alarms.upper), percent_text(2 * test.alpha));
  text += fmt::format(
      "  spread             {} between runs, {} between observations of a "
      "run; impact factor {}\n",
      share_text(test.between_sd), share_text(test.within_sd),
      known_text(test.impact_factor));
  text += fmt::format("  drift              {}; second run of a block {}\n",
                      effect_text(test.drift), effect_text(test.position));
  text += layout_text(test);
  return text + prospects_text(test);
}

}  // namespace

std::string SelfTests::section(const Report& /*report*/,
                               const Style& /*style*/) const {
  std::string text;
  for (const SelfTest& one : all) text += test_text(one);
  return text;
}

}  // namespace spl::runner
