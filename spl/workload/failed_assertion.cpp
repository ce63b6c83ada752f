#include "spl/workload/failed_assertion.hpp"

namespace spl::workload {
namespace {

// Adapters set it before main, so it needs no constructor of its own.
FailedAssertion current_source = nullptr;

}  // namespace

void set_failed_assertion(FailedAssertion source) { current_source = source; }

std::string failed_assertion() {
  return current_source == nullptr ? std::string() : current_source();
}

}  // namespace spl::workload
