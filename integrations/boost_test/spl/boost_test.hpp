#pragma once

#include <boost/test/output/compiler_log_formatter.hpp>
#include <boost/test/tree/observer.hpp>
#include <boost/test/unit_test.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "spl/assertion.hpp"  // IWYU pragma: export
#include "spl/workload/worker.hpp"

/// Performance formulas as assertions of Boost.Test:
///
///     BOOST_AUTO_TEST_CASE(lists_are_slower) {
///       SPL_ASSERT("linkedlist(i) > arraylist(i)");
///     }
///
/// The formula names workloads of the same program, which is started again for
/// each run. A workload in which an assertion of Boost.Test fails makes its
/// formula fail. spl-run measures and decides; spl.json and variables like
/// SPL_ALPHA configure it. Like BOOST_REQUIRE and BOOST_CHECK, SPL_ASSERT ends
/// the test case and SPL_EXPECT goes on. Settings may come after the formula:
/// spl::budget(10s).
///
/// The message is the report of spl-run; `--log_level=all` shows those of
/// formulas that hold. An undecided formula fails; it is a warning, which
/// `--log_level=warning` shows, if SPL_UNDECIDED is "skip" or "pass", for
/// Boost.Test skips no test case that runs. The assertions of a program are a
/// family, as with GoogleTest.
#define SPL_ASSERT(...) \
  SPL_INTERNAL_BOOST_TEST(BOOST_REQUIRE_MESSAGE, __VA_ARGS__)
#define SPL_EXPECT(...) \
  SPL_INTERNAL_BOOST_TEST(BOOST_CHECK_MESSAGE, __VA_ARGS__)

#define SPL_INTERNAL_BOOST_TEST(assertion, ...)                               \
  do {                                                                        \
    const ::spl::client::Evaluation spl_evaluation = ::spl::client::evaluate( \
        ::spl::client::Claim(__VA_ARGS__), SPL_INTERNAL_RUNNER,               \
        ::spl::boost_test::selection());                                      \
    const std::string& spl_text = spl_evaluation.report;                      \
    if (::spl::client::lets_undecided_pass(spl_evaluation)) {                 \
      BOOST_WARN_MESSAGE(false, spl_text);                                    \
    }                                                                         \
    assertion(!::spl::client::fails(spl_evaluation), spl_text);               \
  } while (false)

namespace spl::boost_test {

/// Returns the arguments that select the current test case.
inline std::vector<std::string> selection() {
  namespace ut = boost::unit_test;
  const ut::test_unit_id id = ut::framework::current_test_case_id();
  if (id == ut::INV_TEST_UNIT_ID) return {};
  return {"--run_test=" + ut::framework::get(id, ut::TUT_ANY).full_name()};
}

/// Writes of a failed assertion what its place and text are, but not the test
/// case, since there is none.
class FailureFormatter
    : public boost::unit_test::output::compiler_log_formatter {
 public:
  void log_start(std::ostream&, boost::unit_test::counter_t) override {}
  void log_entry_start(std::ostream& out,
                       const boost::unit_test::log_entry_data& entry,
                       log_entry_types) override {
    out << "failed an assertion at " << entry.m_file_name << ':'
        << entry.m_line_num << ": ";
  }
  void log_entry_finish(std::ostream&) override {}
};

/// Measures before the first test case. Only then, and not when the framework
/// starts, do assertions write what failed. They end the run, for other
/// observers expect a test case.
class Worker : public boost::unit_test::test_observer {
 public:
  void test_start(boost::unit_test::counter_t,
                  boost::unit_test::test_unit_id) override {
    using boost::unit_test::unit_test_log;
    unit_test_log.set_formatter(new FailureFormatter);
    unit_test_log.set_stream(text_);
    unit_test_log.set_threshold_level(boost::unit_test::log_all_errors);
  }
  void test_unit_start(const boost::unit_test::test_unit&) override {
    workload::answer_request_if_asked();
  }
  void assertion_result(boost::unit_test::assertion_result result) override {
    if (result == boost::unit_test::AR_FAILED) workload::fail_run(text_.str());
  }
  /// After the framework's own observer, which must begin, and before the log.
  int priority() override { return 1; }

 private:
  std::ostringstream text_;
};

/// Makes a program that was started for a run measure before its first test.
inline const bool answers_before_tests = [] {
  if (client::is_worker()) {
    static Worker worker;
    boost::unit_test::framework::register_observer(worker);
  }
  return true;
}();

}  // namespace spl::boost_test
