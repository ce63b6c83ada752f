#include "tests/statistics/known_samples.hpp"

namespace spl::statistics::known {

const Sample kX({{2, 4}});
const Sample kY({{-1, 1}});
const Sample kZ({{-4, -2}});
const Sample kA({{102.1037, 101.4412, 103.0291, 102.6183, 101.9054},
                 {104.2218, 103.8146, 105.1379, 104.4061, 103.5527},
                 {101.0463, 100.2285, 101.7391, 100.9148, 101.3072},
                 {103.3329, 102.5016, 103.9435, 104.1287, 102.8193}});
const Sample kB({{100.4121, 99.8347, 101.2286, 100.9513, 100.1174},
                 {102.0389, 101.1265, 102.7448, 101.5107, 102.3092},
                 {99.1416, 98.7023, 100.0371, 99.5268, 99.9185},
                 {101.8254, 100.6339, 101.1407, 102.2176, 101.4082}});
const Sample kC({{12.25, 11.5, 13.125, 12.0},
                 {14.5, 13.75, 14.0, 15.25},
                 {11.0, 12.75, 11.875, 12.5}});
const Sample kD({{11.5, 12.25, 10.75},
                 {12.5, 11.0, 12.0},
                 {10.25, 11.25, 11.75},
                 {13.0, 12.25, 12.75},
                 {11.0, 10.5, 12.0}});
const Sample kE({{1000000000.25, 1000000001.5, 1000000000.875},
                 {1000000002.75, 1000000000.5, 1000000001.125},
                 {1000000001.0, 1000000001.75, 1000000002.25}});
const Sample kF({{1000000000.5, 999999999.75, 1000000000.25},
                 {1000000001.25, 1000000000.0, 999999999.5},
                 {1000000000.75, 1000000000.125, 1000000001.5}});
const Sample kT1({{1, 2}, {4, 6}});
const Sample kT2({{1, 3}, {2, 2.5}});

const Hierarchy kK3({2, 2, 3}, {9, 5, 8, 3, 10, 6, 7, 11, 1, 12, 2, 4});
const Hierarchy kQ4({3, 2, 2, 3},
                    {3.1, 2.7, 3.4, 4.0, 3.6, 4.3, 2.2, 2.9, 2.5,
                     3.3, 3.0, 2.8, 5.1, 4.8, 5.6, 6.2, 6.6, 5.9,
                     4.4, 4.1, 4.9, 3.9, 4.6, 4.2, 1.9, 2.4, 2.0,
                     2.6, 3.2, 2.3, 3.5, 3.8, 3.3, 4.5, 4.7, 5.2});

Lists lists(const Sample& sample) {
  Lists result;
  for (const Run& run : sample.runs()) {
    result.emplace_back(run.begin(), run.end());
  }
  return result;
}

Hierarchy item(const Hierarchy& data, std::size_t index) {
  std::vector<std::size_t> counts;
  std::size_t size = 1;
  for (std::size_t level = 1; level < data.level_count(); ++level) {
    counts.push_back(data.count(level));
    size *= data.count(level);
  }
  const auto values = data.values().subspan(index * size, size);
  return {counts, std::vector<double>(values.begin(), values.end())};
}

Hierarchy as_hierarchy(const Sample& sample) {
  std::vector<double> values;
  for (const auto& run : sample.runs()) {
    values.insert(values.end(), run.begin(), run.end());
  }
  return {{sample.runs().front().size(), sample.run_count()}, values};
}

}  // namespace spl::statistics::known
