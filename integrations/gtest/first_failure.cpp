#include "integrations/gtest/first_failure.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <mutex>
#include <string>

#include "spl/workload/failed_assertion.hpp"

namespace spl::gtest {
namespace {

/// Keeps the first failure of all threads, and nothing else: an assertion in a
/// loop may fail a million times.
class FirstFailure : public ::testing::ScopedFakeTestPartResultReporter {
 public:
  FirstFailure()
      : ScopedFakeTestPartResultReporter(INTERCEPT_ALL_THREADS, nullptr) {}

  void ReportTestPartResult(const ::testing::TestPartResult& result) override {
    if (!result.failed()) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!text_.empty()) return;
    text_ = "failed an assertion";
    if (result.file_name() != nullptr) {
      text_.append(" at ").append(result.file_name());
      if (result.line_number() >= 0) {
        text_.append(":").append(std::to_string(result.line_number()));
      }
    }
    text_.append(": ").append(result.message());
  }

  std::string text() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return text_;
  }

 private:
  std::mutex mutex_;
  std::string text_;
};

// Lives as long as the process, whose threads may assert until its end.
FirstFailure& first_failure() {
  static auto* const only = new FirstFailure;
  return *only;
}

}  // namespace

void fail_runs_by_assertions() {
  (void)first_failure();
  workload::set_failed_assertion([] { return first_failure().text(); });
}

}  // namespace spl::gtest
