#include <cstdio>
#include <string>

#include "laboratory/figure.hpp"
#include "tests/logic/answers_matrix.hpp"

/// The matrix of tests/logic/answers_test.cpp with more units, factors and
/// experiments; some 15 minutes of a processor.
int main() {
  using namespace spl;
  logic::Matrix matrix;
  matrix.units.clear();
  for (std::size_t units = 2; units <= 60; units += 3) {
    matrix.units.push_back(units);
  }
  const auto disagreements = logic::run(matrix).disagreements;
  for (const std::string& one : disagreements) std::puts(one.c_str());
  bool is_met = bench::report("cells in which answers disagree",
                              static_cast<double>(disagreements.size()), 0);
  matrix.factors = {1};
  matrix.seeds = 60;
  std::size_t exceeded = 0;
  for (const logic::Rate& rate : logic::run(matrix).rates) {
    constexpr double kAlpha = 0.01;
    if (rate.least() <= kAlpha) continue;
    ++exceeded;
    std::printf("%s: %zu of %zu\n", rate.name.c_str(), rate.count, rate.of);
  }
  is_met =
      bench::report("rates above alpha", static_cast<double>(exceeded), 0) &&
      is_met;
  return is_met ? 0 : 1;
}
