// Must not compile; the compiler must say:
// SPL: expected a function, or a lambda with all its types written out
#include <spl/workload.hpp>
#include <vector>

SPL_METHOD("contains",
           [](const auto& self, int key) { return self[0] == key; });
