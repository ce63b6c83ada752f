// Must not compile; the compiler must say:
// SPL: a generator returns the arguments of one call (one value, or a
#include <spl/workload.hpp>
#include <vector>

SPL_GENERATOR("draw", [](spl::Random& random, int size) { random(0, size); });
