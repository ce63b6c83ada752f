// The kernels as this project measures them.
#include <string>

#include "spl/workload.hpp"
#include "laboratory/peers/kernels.hpp"

using spl::bench::Copy;
using spl::bench::make_kernel;

// The side tells performances of identical code apart and is not looked at.
SPL_WORKLOAD(kernel, (const std::string& name, int slowed_percent,
                      [[maybe_unused]] int side)) {
  const auto kernel =
      make_kernel(name, slowed_percent, spl.random(), Copy::kFirst);
  while (spl.needs_more()) spl::keep(kernel->iterate());
}

// Each copy of a kernel, in a loop of its own.
SPL_WORKLOAD(first_copy, (const std::string& name, int slowed_percent)) {
  const auto kernel =
      make_kernel(name, slowed_percent, spl.random(), Copy::kFirst);
  while (spl.needs_more()) spl::keep(kernel->iterate());
}

SPL_WORKLOAD(second_copy, (const std::string& name, int slowed_percent)) {
  const auto kernel =
      make_kernel(name, slowed_percent, spl.random(), Copy::kSecond);
  while (spl.needs_more()) spl::keep(kernel->iterate());
}
