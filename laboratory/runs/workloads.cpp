// Works 2 ms of a processor's time, as a workload and without any worker.
#include <ctime>

#include <cstdlib>

#include "spl/workload.hpp"
#include "spl/workload/worker.hpp"

namespace {

void work() {
  constexpr long kNanoseconds = 2'000'000;
  timespec time{};
  do {
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  } while (time.tv_nsec < kNanoseconds && time.tv_sec == 0);
}

}  // namespace

SPL_WORKLOAD(works, (int), spl::values(1, 2)) {
  while (spl.needs_more()) work();
}

int main() {
  spl::workload::answer_request_if_asked();
  work();
  return 0;
}
