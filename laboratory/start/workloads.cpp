// The program that ../start.cpp starts.
#include "spl/workload.hpp"

SPL_WORKLOAD(nothing, ()) {
  while (spl.needs_more()) spl::clobber();
}

int main() {
  spl::workload::answer_request_if_asked();
  return 0;
}
