#include "tests/statistics/history/published_series.hpp"

#include <fstream>
#include <stdexcept>

namespace spl::statistics {

std::vector<double> published_series(const std::string& file) {
  std::ifstream in(std::string(SPL_TEST_DATA) + "/" + file);
  std::string line;
  while (std::getline(in, line) && line.starts_with('#')) {
  }
  std::vector<double> series;
  for (double value = 0; in >> value;) series.push_back(value);
  if (series.empty()) throw std::runtime_error("no numbers in " + file);
  return series;
}

}  // namespace spl::statistics
