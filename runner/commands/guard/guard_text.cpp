#include "runner/commands/guard/guard.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/formulas/listing.hpp"
#include "runner/formulas/name_filter.hpp"
#include "runner/formulas/performance_name.hpp"
#include "spl/logic/revision_name.hpp"

namespace spl::runner {
namespace {

using logic::Entry;

bool are_alike(const std::vector<logic::Parameter>& left,
               const std::vector<logic::Parameter>& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const auto& one, const auto& other) {
                      return one.kind == other.kind;
                    });
}

/// Whether a value that one side declares is beyond what the other can take.
bool takes_all(const std::vector<logic::Parameter>& declared,
               const std::vector<logic::Parameter>& taken) {
  return std::equal(
      declared.begin(), declared.end(), taken.begin(),
      [](const logic::Parameter& one, const logic::Parameter& other) {
        if (other.kind != logic::Parameter::Kind::kInteger) return true;
        return std::ranges::all_of(one.values, [&](const auto& value) {
          const double number = std::get<double>(value);
          return number >= other.minimum && number <= other.maximum;
        });
      });
}

/// Why the baseline cannot be called as the workload is; else empty.
std::string difference(const DeclaredWorkload& workload, const Entry& old) {
  if (!old.parameters) return "it needs a generator at the baseline";
  if (are_alike(workload.parameters, *old.parameters) &&
      takes_all(workload.parameters, *old.parameters)) {
    return {};
  }
  return "its parameters are others at the baseline";
}

/// The two sides of a claim.
struct ClaimedSides {
  std::string now;
  std::string baseline;
};

/// Returns which of the accepted commits a claim compares with.
std::optional<std::size_t> accepted_of(
    const DeclaredWorkload& workload, const std::string& arguments,
    const logic::Catalogue& catalogue,
    const std::vector<AcceptedBaseline>& accepted) {
  const logic::Performance performance =
      performance_of(workload.callee() + arguments);
  for (std::size_t i = 0; i < accepted.size(); ++i) {
    if (!selects_performance(accepted[i].pattern, performance)) continue;
    const Entry* there = catalogue.find_in(accepted[i].revision, workload.name);
    if (there != nullptr && difference(workload, *there).empty()) return i;
  }
  return std::nullopt;
}

std::string claims_of(const std::vector<ClaimedSides>& all,
                      const std::string& metric, const Settings& settings) {
  std::string claims;
  for (const ClaimedSides& one : all) {
    claims += guard_claim(one.now, one.baseline, metric, settings) + '\n';
  }
  return claims;
}

std::vector<FormulaText> texts_of(const std::vector<ClaimedSides>& all,
                                  const Settings& settings,
                                  const std::vector<std::string>& metrics) {
  if (metrics.size() < 2) {
    return {{"<guard>", claims_of(all, to_text(settings.metric), settings)}};
  }
  std::vector<FormulaText> result;
  for (const std::string& metric : metrics) {
    result.push_back({fmt::format("<guard of {}>", metric),
                      fmt::format("set metric = {}\n{}", metric,
                                  claims_of(all, metric, settings))});
  }
  return result;
}

/// Adds the calls that the baseline declares, of workloads that are still
/// there, and that are no longer declared.
void add_lost_values(const logic::Catalogue& catalogue,
                     const DeclaredWorkloads& today,
                     std::vector<std::string>& vanished) {
  const auto baseline = catalogue.revisions.find(logic::kBaseline);
  if (baseline == catalogue.revisions.end() || !baseline->second.entries) {
    return;
  }
  const DeclaredWorkloads before =
      declared_workloads(*baseline->second.entries, "");
  for (const DeclaredWorkload& old : before.workloads) {
    const auto found =
        std::ranges::find(today.workloads, old.name, &DeclaredWorkload::name);
    if (found == today.workloads.end() ||
        !are_alike(found->parameters, old.parameters)) {
      continue;
    }
    for (const std::string& one : old.arguments) {
      const auto& known = found->arguments;
      if (std::ranges::find(known, one) == known.end()) {
        vanished.push_back(old.name + one);
      }
    }
  }
}

/// Returns the tolerance of claims. Without one there is no evidence that equal
/// code is not slower, so strict claims have what usual ones rule out.
double tolerance_of(const Settings& settings) {
  constexpr double kOfStrict = 0.05;
  return settings.strict && settings.tolerance == 0 ? kOfStrict
                                                    : settings.tolerance;
}

}  // namespace

std::string guard_sign(const Settings& settings) {
  const char* sign = settings.strict ? "<" : "<=";
  const double tolerance = tolerance_of(settings);
  if (tolerance == 0) return sign;
  return fmt::format("{} {:.15g} *", sign, 1 + tolerance);
}

std::string guard_claim(const std::string& now, const std::string& baseline,
                        const std::string& metric, const Settings& settings) {
  if (!is_rate(metric)) {
    return fmt::format("{} {} {}", now, guard_sign(settings), baseline);
  }
  const double tolerance = tolerance_of(settings);
  const std::string share =
      tolerance == 0 ? "" : fmt::format("{:.15g} * ", 1 - tolerance);
  return fmt::format("{}{} {} {}", share, baseline,
                     settings.strict ? "<" : "<=", now);
}

Guarded guarded(const logic::Catalogue& catalogue, const Settings& settings,
                const std::vector<std::string>& metrics,
                const std::vector<AcceptedBaseline>& accepted) {
  Guarded result;
  std::vector<ClaimedSides> sides;
  result.sign = guard_sign(settings);
  DeclaredWorkloads declared =
      declared_workloads(catalogue.entries, settings.filter);
  const auto old_entry = [&](const std::string& name) {
    return catalogue.find_in(logic::kBaseline, name);
  };
  for (const DeclaredWorkload& one : declared.workloads) {
    const Entry* old = old_entry(one.name);
    if (old == nullptr) {
      result.appeared.push_back(one.name);
      continue;
    }
    std::string reason = difference(one, *old);
    if (!reason.empty()) {
      result.left_out.push_back({one.name, std::move(reason)});
      continue;
    }
    for (const std::string& arguments : one.arguments) {
      const auto other = accepted_of(one, arguments, catalogue, accepted);
      const std::string baseline =
          other ? accepted[*other].revision : logic::kBaseline;
      sides.push_back(
          {one.callee() + arguments, one.callee(baseline) + arguments});
      result.claims.push_back(one.name + arguments);
      result.accepted.push_back(other);
    }
  }
  for (LeftOut& one : declared.left_out) {
    if (old_entry(one.name) == nullptr) {
      result.appeared.push_back(one.name);
    } else {
      result.left_out.push_back(std::move(one));
    }
  }
  const auto baseline = catalogue.revisions.find(logic::kBaseline);
  if (baseline != catalogue.revisions.end() && baseline->second.entries) {
    for (const Entry& old : *baseline->second.entries) {
      const bool is_selected =
          settings.filter.empty() || selects(settings.filter, old.name);
      if (is_called_alone(old) && is_selected &&
          catalogue.find(old.name) == nullptr) {
        result.vanished.push_back(old.name);
      }
    }
  }
  add_lost_values(catalogue, declared, result.vanished);
  result.texts = texts_of(sides, settings, metrics);
  return result;
}

Guarded guarded(const logic::GivenPerformances& given, const GivenSides& sides,
                const Settings& settings) {
  Guarded result;
  result.sign = guard_sign(settings);
  std::vector<ClaimedSides> claims;
  for (logic::Performance one : given.performances) {
    const bool is_now = one.revision == sides.now;
    if (!is_now && one.revision != sides.baseline) continue;
    const std::string called = text_in_formulas(one);
    one.revision.clear();
    std::string name = to_text(one);
    if (!settings.filter.empty() && !selects(settings.filter, name) &&
        !selects(settings.filter, one.method)) {
      continue;
    }
    one.revision = is_now ? sides.baseline : sides.now;
    const bool is_on_both = given.performances.contains(one);
    std::string reason = refusal(one);
    if (is_on_both && is_now && !reason.empty()) {
      result.left_out.push_back({std::move(name), std::move(reason)});
    } else if (is_on_both && is_now) {
      claims.push_back({called, text_in_formulas(one)});
      result.claims.push_back(std::move(name));
    } else if (!is_on_both) {
      (is_now ? result.appeared : result.vanished).push_back(std::move(name));
    }
  }
  result.texts = texts_of(claims, settings, {});
  return result;
}

}  // namespace spl::runner
