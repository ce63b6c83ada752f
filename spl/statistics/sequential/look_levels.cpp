#include "spl/statistics/sequential/look_levels.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "spl/statistics/sequential/sequential_levels.hpp"
#include "spl/statistics/t_test.hpp"

namespace spl::statistics {
namespace {

// Returns the first look at which a part may find something.
std::size_t first_counted(std::span<const std::size_t> units, double alpha) {
  std::size_t first = 0;
  while (first < units.size()) {
    const double share = alpha / static_cast<double>(units.size() - first);
    if (std::exp2(-static_cast<double>(units[first])) < share) break;
    ++first;
  }
  return first;
}

// Returns the levels of one part at `units`. The plan has `looks` looks and
// ends with `most` units.
std::vector<double> levels_of_part(std::span<const std::size_t> units,
                                   std::size_t looks, std::size_t most,
                                   double alpha, std::size_t first) {
  std::vector<double> result(std::min(first, units.size()), 0.0);
  std::vector<double> fractions;
  std::vector<double> spent;
  const double share = alpha / static_cast<double>(looks - first);
  for (std::size_t look = first; look < units.size(); ++look) {
    fractions.push_back(static_cast<double>(units[look]) /
                        static_cast<double>(most));
    spent.push_back(share * static_cast<double>(look - first + 1));
  }
  const std::vector<double> levels = levels_spending(spent, fractions);
  result.insert(result.end(), levels.begin(), levels.end());
  return result;
}

std::vector<OfParts> levels_at(std::span<const std::size_t> units,
                               std::span<const std::size_t> planned,
                               double alpha, const OfParts& shares) {
  require_alpha(alpha);
  std::vector<OfParts> result(units.size());
  for (const Part part : kParts) {
    const double of_part = alpha * shares.of(part);
    const std::size_t first = first_counted(planned, of_part);
    if (!(of_part > 0) || first == planned.size()) continue;
    const std::vector<double> levels =
        levels_of_part(units, planned.size(), planned.back(), of_part, first);
    for (std::size_t i = 0; i < units.size(); ++i) {
      result[i].of(part) = levels[i];
    }
  }
  return result;
}

}  // namespace

double OfParts::of(Part part) const {
  switch (part) {
    case Part::kTypicalCalls:
      return typical_calls;
    case Part::kAllCalls:
      return all_calls;
    case Part::kAllRuns:
      return all_runs;
  }
  return 0;
}

double& OfParts::of(Part part) {
  switch (part) {
    case Part::kTypicalCalls:
      return typical_calls;
    case Part::kAllCalls:
      return all_calls;
    case Part::kAllRuns:
      break;
  }
  return all_runs;
}

std::size_t fewest_units(double alpha, const OfParts& shares) {
  const double level = alpha * std::max({shares.typical_calls, shares.all_calls,
                                         shares.all_runs});
  std::size_t units = kFewestUnits;
  while (level > 0 && std::exp2(-static_cast<double>(units)) >= level) ++units;
  return units;
}

PartLooks part_looks(std::size_t most, double alpha, const OfParts& shares) {
  if (most < fewest_units(alpha, shares))
    return single_look(most, alpha, shares);
  const std::vector<std::size_t> units = look_counts(most, kFewestUnits);
  return {units, levels_at(units, units, alpha, shares)};
}

PartLooks single_look(std::size_t units, double alpha, const OfParts& shares) {
  require_alpha(alpha);
  if (units < fewest_units(alpha, shares)) {
    const bool is_typical = shares.typical_calls > 0;
    return {{units},
            {is_typical ? OfParts{alpha, 0, 0} : OfParts{0, alpha, 0}}};
  }
  const std::vector<std::size_t> one = {units};
  return {one, levels_at(one, one, alpha, shares)};
}

OfParts levels_of_early_end(std::size_t most, std::size_t units, double alpha,
                            const OfParts& shares) {
  if (units < kFewestUnits) return single_look(units, alpha, shares).levels[0];
  const std::vector<std::size_t> planned = look_counts(most, kFewestUnits);
  std::vector<std::size_t> made = planned;
  made.erase(std::ranges::lower_bound(made, units), made.end());
  made.push_back(units);
  const std::vector<OfParts> levels = levels_at(made, planned, alpha, shares);
  const bool has_spent =
      std::any_of(levels.begin(), levels.end() - 1, [](const OfParts& level) {
        return level != OfParts{0, 0, 0};
      });
  return has_spent ? levels.back()
                   : single_look(units, alpha, shares).levels[0];
}

}  // namespace spl::statistics
