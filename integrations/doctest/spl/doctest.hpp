#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "spl/assertion.hpp"  // IWYU pragma: export
#include "spl/workload/worker.hpp"

/// Performance formulas as assertions of doctest:
///
///     TEST_CASE("Lists are slower") {
///       SPL_ASSERT("linkedlist(i) > arraylist(i)");
///     }
///
/// The formula names workloads of the same program, which is started again for
/// each run. A workload in which an assertion of doctest fails makes its
/// formula fail. spl-run measures and decides; spl.json and variables like
/// SPL_ALPHA configure it. Like REQUIRE and CHECK, SPL_ASSERT ends the test
/// case and SPL_EXPECT goes on. Settings may come after the formula:
/// spl::budget(10s).
///
/// The message is the report of spl-run; `--success` shows those of formulas
/// that hold. An undecided formula fails; it passes with a message if
/// SPL_UNDECIDED is "skip" or "pass", for doctest skips no test case that runs.
/// The assertions of a program are a family, as with GoogleTest.
#define SPL_ASSERT(...) \
  SPL_INTERNAL_DOCTEST(DOCTEST_REQUIRE_MESSAGE, __VA_ARGS__)
#define SPL_EXPECT(...) SPL_INTERNAL_DOCTEST(DOCTEST_CHECK_MESSAGE, __VA_ARGS__)

#define SPL_INTERNAL_DOCTEST(assertion, ...)                                  \
  do {                                                                        \
    const ::spl::client::Evaluation spl_evaluation = ::spl::client::evaluate( \
        ::spl::client::Claim(__VA_ARGS__), SPL_INTERNAL_RUNNER,               \
        ::spl::doctest::selection());                                         \
    const std::string& spl_text = spl_evaluation.report;                      \
    if (::spl::client::lets_undecided_pass(spl_evaluation)) {                 \
      DOCTEST_MESSAGE(spl_text);                                              \
    }                                                                         \
    const bool formula_holds = !::spl::client::fails(spl_evaluation);         \
    assertion(formula_holds, spl_text);                                       \
  } while (false)

namespace spl::doctest {

/// Returns the arguments that select the current test case.
inline std::vector<std::string> selection() {
  const ::doctest::TestCaseData* test =
      ::doctest::getContextOptions()->currentTest;
  if (test == nullptr) return {};
  std::string name = test->m_name;
  // A comma would separate names; this stands for any sign.
  std::replace(name.begin(), name.end(), ',', '?');
  std::vector<std::string> arguments{"--test-case=" + name};
  if (test->m_skip) arguments.emplace_back("--no-skip");
  return arguments;
}

/// Measures before the first test case. Assertions end the run when they fail,
/// for the reporters of doctest expect a test case.
class Worker : public ::doctest::IReporter {
 public:
  explicit Worker(const ::doctest::ContextOptions&) {}

  void test_run_start() override { workload::answer_request_if_asked(); }

  void log_assert(const ::doctest::AssertData& data) override {
    if (!data.m_failed || is_warning(data.m_at)) return;
    const std::string macro = ::doctest::assertString(data.m_at);
    const auto call = [&](const ::doctest::String& argument) {
      return macro + "( " + argument.c_str() + " )";
    };
    std::string text = call(data.m_expr) + " is NOT correct!";
    if (data.m_threw) {
      text += std::string("\n  threw: ") + data.m_exception.c_str();
    } else if (data.m_decomp.size() > 0) {
      text += "\n  values: " + call(data.m_decomp);
    }
    fail(data.m_file, data.m_line, text);
  }

  void log_message(const ::doctest::MessageData& data) override {
    if (is_warning(data.m_severity)) return;
    fail(data.m_file, data.m_line, data.m_string.c_str());
  }

  void report_query(const ::doctest::QueryData&) override {}
  void test_run_end(const ::doctest::TestRunStats&) override {}
  void test_case_start(const ::doctest::TestCaseData&) override {}
  void test_case_reenter(const ::doctest::TestCaseData&) override {}
  void test_case_end(const ::doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const ::doctest::TestCaseException&) override {}
  void subcase_start(const ::doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void test_case_skipped(const ::doctest::TestCaseData&) override {}

 private:
  static bool is_warning(::doctest::assertType::Enum kind) {
    return (kind & ::doctest::assertType::is_warn) != 0;
  }

  static void fail(const char* file, int line, const std::string& what) {
    std::ostringstream text;
    text << "failed an assertion at " << file << ':' << line << ": " << what;
    for (int i = 0; i < get_num_active_contexts(); ++i) {
      text << "\n  logged: ";
      get_active_contexts()[i]->stringify(&text);
    }
    workload::fail_run(text.str());
  }
};

/// Makes a program that was started for a run measure before its first test.
inline const bool answers_before_tests = [] {
  if (client::is_worker()) {
    ::doctest::registerReporter<Worker>("spl", 0, false);
  }
  return true;
}();

}  // namespace spl::doctest
