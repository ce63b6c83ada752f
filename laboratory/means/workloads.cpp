// The chains as this project measures them: chain1, chain10 ...
#include "spl/workload.hpp"
#include "laboratory/means/chains.hpp"
#include "laboratory/multiplications.hpp"

#define CHAIN(n)                                              \
  SPL_WORKLOAD(chain##n, ()) {                                \
    std::uint64_t number = 1;                                 \
    while (spl.needs_more()) spl::bench::multiply<n>(number); \
  }
SPL_BENCH_CHAINS(CHAIN)
