#include <spl/workload.hpp>

#include "laboratory/guarded/kernels.hpp"

namespace {

template <class Kernel>
void measure(spl::Controller& spl, int size) {
  const Kernel kernel(size);
  while (spl.needs_more()) spl::keep(kernel());
}

}  // namespace

SPL_WORKLOAD(chain, (int size), spl::values(SPL_BENCH_SIZES)) {
  measure<spl::bench::Chain>(spl, size);
}
SPL_WORKLOAD(sorting, (int size), spl::values(SPL_BENCH_SIZES)) {
  measure<spl::bench::Sorting>(spl, size);
}
SPL_WORKLOAD(tree, (int size), spl::values(SPL_BENCH_SIZES)) {
  measure<spl::bench::Tree>(spl, size);
}
SPL_WORKLOAD(text, (int size), spl::values(SPL_BENCH_SIZES)) {
  measure<spl::bench::Text>(spl, size);
}
SPL_WORKLOAD(words, (int size), spl::values(SPL_BENCH_SIZES)) {
  measure<spl::bench::Words>(spl, size);
}
