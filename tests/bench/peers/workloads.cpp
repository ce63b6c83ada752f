// The kernels as this project measures them.
#include <string>

#include "spl/workload.hpp"
#include "tests/bench/peers/kernels.hpp"

// The side tells performances of identical code apart and is not looked at.
SPL_WORKLOAD(kernel, (const std::string& name, int slowed_percent,
                      [[maybe_unused]] int side)) {
  const auto kernel =
      spl::bench::make_kernel(name, slowed_percent, spl.random());
  while (spl.needs_more()) spl::keep(kernel->iterate());
}
