#include "runner/commands/audit/audit_report.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "spl/statistics/distributions.hpp"
#include "spl/statistics/history/change_points.hpp"

namespace spl::runner {
namespace {

/// The probability that a step of the bisection goes astray.
constexpr double kAstray = 0.001;

/// The comparisons of a step at most; then the nearer end decides.
constexpr int kMostComparisons = 4;

/// The mean of logarithms of ratios, weighted by their precision.
class MeanLogRatio {
 public:
  void add(const CommitComparison& one) {
    is_exact_ |= one.blocks == 0;  // Equal code.
    if (!one.log_ratio) return;
    weight_ += 1 / one.log_ratio->variance;
    sum_ += one.log_ratio->mean / one.log_ratio->variance;
  }

  [[nodiscard]] double mean() const {
    return is_exact_ || weight_ == 0 ? 0 : sum_ / weight_;
  }
  /// Returns 0 for equal code, and infinity if nothing is known.
  [[nodiscard]] double variance() const { return is_exact_ ? 0 : 1 / weight_; }

 private:
  bool is_exact_ = false;
  double weight_ = 0;
  double sum_ = 0;
};

/// A search in a part whose ends differ.
class Halving {
 public:
  Halving(const AuditHypothesis& part, const CommitComparison& ends,
          const CompareCommits& compare)
      : part_(part), compare_(compare), search_(part.end - part.begin) {
    ends_.add(ends);
  }

  /// Returns the commits before and after the change.
  std::pair<std::size_t, std::size_t> find() {
    while (const auto next = search_.next()) {
      search_.tell(*next, standing(part_.begin + *next));
    }
    return {part_.begin + search_.last_good(),
            part_.begin + search_.first_bad()};
  }

 private:
  /// Bad is what is nearer to the end than to the beginning: of several changes
  /// the search goes to where the greater one is.
  Standing standing(std::size_t commit) {
    MeanLogRatio here;
    double beyond = 0;
    for (int i = 0; i < kMostComparisons; ++i) {
      const CommitComparison one = compare_(part_.begin, commit, 2 * kAstray);
      if (!one.failure.empty()) return Standing::kSkipped;
      here.add(one);
      beyond = here.mean() - ends_.mean() / 2;
      const double deviation =
          std::sqrt(here.variance() + ends_.variance() / 4);
      if (std::abs(beyond) >=
          statistics::normal_quantile(kAstray) * deviation) {
        break;
      }
    }
    return (beyond > 0) == (ends_.mean() > 0) ? Standing::kBad
                                              : Standing::kGood;
  }

  const AuditHypothesis& part_;
  const CompareCommits& compare_;
  Bisection search_;
  MeanLogRatio ends_;
};

AuditFinding::Standing unfound(const CommitComparison& compared) {
  return compared.is_cleared ? AuditFinding::Standing::kCleared
                             : AuditFinding::Standing::kUnconfirmed;
}

void audit(const AuditHypothesis& part, const CompareCommits& compare,
           std::vector<AuditFinding>& findings) {
  using Standing = AuditFinding::Standing;
  if (part.begin >= part.end) return;
  const CommitComparison ends = compare(part.begin, part.end, part.level);
  if (!ends.failure.empty()) {
    findings.push_back(
        {Standing::kFailed, part.begin, part.end, part.level, ends});
    return;
  }
  if (!ends.is_found) {
    if (part.is_suspected) {
      findings.push_back(
          {unfound(ends), part.begin, part.end, part.level, ends});
    }
    return;
  }
  const auto [before, after] = Halving(part, ends, compare).find();
  AuditFinding found{Standing::kConfirmed, before, after, part.level,
                     compare(before, after, part.level)};
  const bool is_confirmed =
      found.compared.failure.empty() && found.compared.is_found;
  if (!is_confirmed) {
    found.standing = unfound(found.compared);
    findings.push_back(std::move(found));
    return;
  }
  audit({part.begin, before, part.level / 2}, compare, findings);
  findings.push_back(std::move(found));
  audit({after, part.end, part.level / 2}, compare, findings);
}

std::vector<double> log_ratios(
    const std::vector<statistics::RatioPoint>& points) {
  std::vector<double> result;
  for (const statistics::RatioPoint& one : points) {
    result.push_back(std::log(one.ratio));
  }
  return result;
}

/// Adds a part of the points, divided where the interval of one lies beyond
/// those of both ends by a change that matters: changes that undo each other
/// leave ends alike.
void add_parts(const std::vector<statistics::RatioPoint>& points,
               std::size_t begin, std::size_t end, bool is_suspected,
               double resolution, std::vector<AuditHypothesis>& parts) {
  const statistics::RatioPoint& first = points[begin];
  const statistics::RatioPoint& last = points[end];
  double most = 1 + resolution;
  std::size_t farthest = begin;
  for (std::size_t i = begin + 1; i < end; ++i) {
    const double beyond =
        std::max(points[i].lower / std::max(first.upper, last.upper),
                 std::min(first.lower, last.lower) / points[i].upper);
    if (beyond > most) {
      most = beyond;
      farthest = i;
    }
  }
  if (farthest != begin) {
    add_parts(points, begin, farthest, true, resolution, parts);
    return add_parts(points, farthest, end, true, resolution, parts);
  }
  parts.push_back({first.position, last.position, 0, is_suspected,
                   std::abs(std::log(last.ratio / first.ratio))});
}

/// The level of change points, which are guesses only.
constexpr double kGuess = 0.05;

}  // namespace

std::string to_text(AuditFinding::Standing standing) {
  switch (standing) {
    case AuditFinding::Standing::kConfirmed:
      return "confirmed";
    case AuditFinding::Standing::kCleared:
      return "cleared";
    case AuditFinding::Standing::kUnconfirmed:
      return "not confirmed";
    case AuditFinding::Standing::kFailed:
      return "failed";
  }
  return {};
}

std::vector<std::size_t> audit_sample(std::size_t last, std::size_t most) {
  assert(most >= 2);
  std::vector<std::size_t> all;
  const std::size_t gaps = std::min(last, most - 1);
  for (std::size_t i = 0; i <= gaps; ++i) {
    all.push_back(gaps == 0 ? 0 : i * last / gaps);
  }
  std::vector<std::size_t> result;
  std::vector<bool> is_taken(all.size(), false);
  const auto take = [&](std::size_t i) {
    if (!is_taken[i]) result.push_back(all[i]);
    is_taken[i] = true;
  };
  take(0);
  take(all.size() - 1);
  std::size_t step = 1;
  while (step < all.size()) step *= 2;
  for (; step > 0; step /= 2) {
    for (std::size_t i = 0; i < all.size(); i += step) take(i);
  }
  return result;
}

std::vector<AuditHypothesis> audit_hypotheses(
    const std::vector<statistics::RatioPoint>& points, double level,
    double resolution, std::uint64_t seed) {
  std::vector<AuditHypothesis> result;
  if (points.size() < 2) return result;
  const auto changes = statistics::change_points(
      log_ratios(points), {.level = kGuess, .seed = seed});
  std::size_t begin = 0;
  for (std::size_t i = 1; i < changes.size(); ++i) {
    const std::size_t end = (changes[i - 1].at + changes[i].at) / 2;
    add_parts(points, begin, end, true, resolution, result);
    begin = end;
  }
  add_parts(points, begin, points.size() - 1, !changes.empty(), resolution,
            result);
  for (AuditHypothesis& one : result) {
    one.level = level / static_cast<double>(result.size());
  }
  return result;
}

std::vector<AuditFinding> audit_part(const AuditHypothesis& part,
                                     const CompareCommits& compare) {
  std::vector<AuditFinding> findings;
  audit(part, compare, findings);
  return findings;
}

}  // namespace spl::runner
