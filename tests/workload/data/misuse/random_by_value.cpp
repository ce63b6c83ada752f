// Must not compile; the compiler must say:
// SPL: random numbers come first, by reference: spl::Random&
#include <spl/workload.hpp>

SPL_GENERATOR("draw",
              [](spl::Random random, int size) { return random(0, size); });
