#include "spl/logic/nearest_name.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace spl::logic {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Costs are counted in halves.
constexpr int kEdit = 2;

int replacement(char left, char right) {
  if (left == right) return 0;
  return lower(left) == lower(right) ? kEdit / 2 : kEdit;
}

// Optimal string alignment distance, row by row; the two rows above are kept.
int distance(std::string_view left, std::string_view right) {
  std::vector<int> before(right.size() + 1);
  std::vector<int> above(right.size() + 1);
  std::vector<int> row(right.size() + 1);
  for (std::size_t j = 0; j <= right.size(); ++j) {
    row[j] = static_cast<int>(j) * kEdit;
  }
  for (std::size_t i = 1; i <= left.size(); ++i) {
    std::swap(before, above);
    std::swap(above, row);
    row[0] = static_cast<int>(i) * kEdit;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      row[j] =
          std::min({above[j] + kEdit, row[j - 1] + kEdit,
                    above[j - 1] + replacement(left[i - 1], right[j - 1])});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] &&
          left[i - 2] == right[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + kEdit);
      }
    }
  }
  return row[right.size()];
}

}  // namespace

std::optional<std::string> nearest_name(
    std::string_view name, std::span<const std::string> candidates) {
  constexpr std::size_t kLongest = 200;  // Longer names are no typing mistakes.
  if (name.size() > kLongest) return std::nullopt;
  const int allowed =
      std::max(kEdit, static_cast<int>(name.size()) * kEdit / 3);
  constexpr std::size_t kMostWork = 20'000'000;
  std::size_t work = 0;  // Letters that were compared.
  std::optional<std::string> nearest;
  int least = allowed + 1;
  for (const std::string& candidate : candidates) {
    const auto gap = std::abs(static_cast<long>(candidate.size()) -
                              static_cast<long>(name.size()));
    if (gap * kEdit >= least) continue;
    work += name.size() * candidate.size();
    if (work > kMostWork) return std::nullopt;
    const int found = distance(name, candidate);
    if (found < least && found < static_cast<int>(name.size()) * kEdit) {
      least = found;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view name,
                         std::span<const std::string> candidates) {
  const auto nearest = nearest_name(name, candidates);
  return nearest ? "; did you mean \"" + *nearest + "\"?" : "";
}

}  // namespace spl::logic
