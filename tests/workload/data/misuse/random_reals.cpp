// Must not compile; the compiler must say:
// SPL: random(low, high) draws integers; for other numbers there is
#include <spl/workload.hpp>
#include <vector>

SPL_GENERATOR("draw",
              [](spl::Random& random, int size) { return random(0.5, size); });
