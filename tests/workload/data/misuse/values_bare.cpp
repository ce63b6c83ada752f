// Must not compile; the compiler must say:
// SPL: expected spl::values(...) after the parameters or the lambda
#include <spl/workload.hpp>
#include <vector>

SPL_FACTORY(
    "make", [](int size) { return size; }, 10);
