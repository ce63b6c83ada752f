#include <cstdio>
#include <cstdlib>
#include <string>

#include "laboratory/figure.hpp"
#include "tests/logic/answers_matrix.hpp"

/// The matrix of tests/logic/answers_test.cpp with more units, factors and
/// experiments; some 15 minutes of a processor. Its argument: how many
/// experiments each rate has of each number of units.
int main(int count, char** arguments) {
  using namespace spl;
  constexpr std::size_t kSeeds = 60;
  const std::size_t seeds =
      count > 1 ? std::strtoul(arguments[1], nullptr, 10) : kSeeds;
  logic::Matrix agreeing;
  for (std::size_t units = 2; units <= 60; units += 3) {
    agreeing.units.push_back(units);
  }
  logic::Matrix rates = agreeing;
  rates.factors = {1};
  rates.seeds = seeds;
  std::size_t disagreements = 0;
  std::size_t exceeded = 0;
  for (const std::string& kind : logic::kinds_of_cells()) {
    agreeing.cells = rates.cells = kind;
    const auto wrong = logic::run(agreeing).disagreements;
    const auto above =
        logic::rates_above_alpha(rates, logic::run(rates).rates, 4);
    disagreements += wrong.size();
    exceeded += above.size();
    for (const std::string& one : wrong) std::puts(one.c_str());
    for (const std::string& one : above) std::puts(one.c_str());
    std::printf("%s%zu disagreements, %zu rates above alpha\n", kind.c_str(),
                wrong.size(), above.size());
    std::fflush(stdout);
  }
  bool is_met = bench::report("cells in which answers disagree",
                              static_cast<double>(disagreements), 0);
  is_met &=
      bench::report("rates above alpha", static_cast<double>(exceeded), 0);
  return is_met ? 0 : 1;
}
