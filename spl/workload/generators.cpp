#include "spl/workload/generators.hpp"

#include <cmath>

namespace spl {
namespace {

template <class Draw>
std::vector<double> drawn(std::size_t size, Draw draw) {
  std::vector<double> numbers(size);
  for (double& number : numbers) number = draw();
  return numbers;
}

}  // namespace

std::vector<double> uniform(Random& random, std::size_t size) {
  return drawn(size, [&] { return random.real(); });
}

std::vector<int> permutation(Random& random, std::size_t size) {
  std::vector<int> numbers(size);
  // Fisher and Yates, inside out (Knuth, TAOCP 3.4.2, algorithm P).
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t place = random(std::size_t{0}, i);
    numbers[i] = numbers[place];
    numbers[place] = static_cast<int>(i);
  }
  return numbers;
}

std::vector<double> gaussian(Random& random, std::size_t size) {
  // Marsaglia's polar method (Marsaglia, Bray 1964); one of the pair is used.
  return drawn(size, [&] {
    for (;;) {
      const double x = random.real(-1, 1);
      const double y = random.real(-1, 1);
      const double square = x * x + y * y;
      if (square < 1 && square > 0) {
        return x * std::sqrt(-2 * std::log(square) / square);
      }
    }
  });
}

std::vector<double> exponential(Random& random, std::size_t size) {
  return drawn(size, [&] { return -std::log1p(-random.real()); });
}

}  // namespace spl
