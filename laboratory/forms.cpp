#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/logic/answers_matrix.hpp"

/// How often equal code is found greater and less, by shapes of noise and
/// numbers of units, if sides differ in form. Its arguments: experiments, and
/// how the names of the cells begin.
int main(int count, char** arguments) {
  using namespace spl;
  constexpr std::size_t kExperiments = 1000;
  logic::Matrix matrix;
  matrix.factors = {1};
  matrix.seeds =
      count > 1 ? std::strtoul(arguments[1], nullptr, 10) : kExperiments;
  matrix.cells = count > 2 ? arguments[2] : "both, 2 a <= b + c, ";
  matrix.units = {5, 8, 11, 12, 20, 40, 80};
  for (const logic::Rate& rate : logic::run(matrix).rates) {
    std::printf(
        "%zu units, %s, %s: %.1f %%\n", rate.units, rate.cell.c_str(),
        rate.finding.c_str(),
        100.0 * static_cast<double>(rate.count) / static_cast<double>(rate.of));
  }
}
