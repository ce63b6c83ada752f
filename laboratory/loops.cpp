// That needs_more() costs no more than Google Benchmark's range-for loop, as
// this project itself tells: each line is proven, or it is not.
#include <cstdio>
#include <cstdlib>
#include <string>

int main() {
  bool met = true;
  for (const char* body : {"0", "1", "10", "1000"}) {
    const std::string formula = std::string("needs_more_loop(") + body +
                                ") < 1.02 * range_for_loop(" + body + ')';
    const std::string command = "'" SPL_BENCH_SPL_RUN
                                "' -p '" SPL_BENCH_LOOPS_WORKLOADS
                                "' --budget 2min -e '" +
                                formula + "'";
    std::fflush(stdout);
    met &= std::system(command.c_str()) == 0;
  }
  return met ? 0 : 1;
}
