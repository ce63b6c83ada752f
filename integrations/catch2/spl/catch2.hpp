#pragma once

// Catch2 may have been included already, from wherever the project has it.
#if !defined(TWOBLUECUBES_SINGLE_INCLUDE_CATCH_HPP_INCLUDED) && \
    !defined(CATCH_AMALGAMATED_HPP_INCLUDED)
#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#include <catch2/catch_version_macros.hpp>
#include <catch2/interfaces/catch_interfaces_capture.hpp>
#include <catch2/interfaces/catch_interfaces_registry_hub.hpp>
#include <catch2/interfaces/catch_interfaces_reporter_factory.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#elif __has_include(<catch2/catch.hpp>)
#ifndef CATCH_CONFIG_EXTERNAL_INTERFACES  // Listeners.
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#endif
#include <catch2/catch.hpp>
#else
#error "SPL: there is no Catch2: link Catch2::Catch2, or include its header"
#endif
#endif
#if CATCH_VERSION_MAJOR == 2 && !defined(CATCH_CONFIG_EXTERNAL_INTERFACES)
#error "SPL: include spl/catch2.hpp before Catch2, or link spl::catch2"
#endif

#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "spl/assertion.hpp"  // IWYU pragma: export
#include "spl/workload/worker.hpp"

/// Performance formulas as assertions of Catch2, 2.13 or 3:
///
///     TEST_CASE("Lists are slower") {
///       SPL_ASSERT("linkedlist(i) > arraylist(i)");
///     }
///
/// The formula names workloads of the same program, which is started again for
/// each run. A workload in which an assertion of Catch2 fails makes its formula
/// fail. spl-run measures and decides; spl.json and variables like SPL_ALPHA
/// configure it. Like REQUIRE and CHECK, SPL_ASSERT ends the test case and
/// SPL_EXPECT goes on. Settings may come after the formula: spl::budget(10s).
///
/// The message is the report of spl-run; `--success` shows those of formulas
/// that hold. An undecided formula fails. If SPL_UNDECIDED is "skip", it skips
/// the test case from Catch2 3.3 on, and is a warning before; it is one, too,
/// if SPL_UNDECIDED is "pass". The assertions of a program are a family, as
/// with GoogleTest.
#define SPL_ASSERT(...) SPL_INTERNAL_CATCH2(FAIL, __VA_ARGS__)
#define SPL_EXPECT(...) SPL_INTERNAL_CATCH2(FAIL_CHECK, __VA_ARGS__)

#define SPL_INTERNAL_CATCH2(fail, ...)                                        \
  do {                                                                        \
    const ::spl::client::Evaluation spl_evaluation = ::spl::client::evaluate( \
        ::spl::client::Claim(__VA_ARGS__), SPL_INTERNAL_RUNNER,               \
        ::spl::catch2::selection());                                          \
    const std::string spl_text =                                              \
        ::spl::catch2::without_commands(spl_evaluation.report);               \
    if (::spl::client::fails(spl_evaluation)) {                               \
      SPL_INTERNAL_CATCH2_MACRO(fail)(spl_text);                              \
    } else if (spl_evaluation.outcome ==                                      \
               ::spl::client::Evaluation::Outcome::kSkipped) {                \
      SPL_INTERNAL_CATCH2_MACRO(SPL_INTERNAL_CATCH2_SKIP)(spl_text);          \
    } else if (::spl::client::lets_undecided_pass(spl_evaluation)) {          \
      SPL_INTERNAL_CATCH2_MACRO(WARN)(spl_text);                              \
    } else {                                                                  \
      SPL_INTERNAL_CATCH2_MACRO(SUCCEED)(spl_text);                           \
    }                                                                         \
  } while (false)

#ifdef CATCH_CONFIG_PREFIX_ALL
#define SPL_INTERNAL_CATCH2_MACRO(name) SPL_INTERNAL_CATCH2_PREFIXED(name)
#define SPL_INTERNAL_CATCH2_PREFIXED(name) CATCH_##name
#else
#define SPL_INTERNAL_CATCH2_MACRO(name) name
#endif
#if CATCH_VERSION_MAJOR * 100 + CATCH_VERSION_MINOR >= 303
#define SPL_INTERNAL_CATCH2_SKIP SKIP
#else
#define SPL_INTERNAL_CATCH2_SKIP WARN
#endif

namespace spl::catch2 {

#if CATCH_VERSION_MAJOR == 2
using ListenerBase = Catch::TestEventListenerBase;
#else
using ListenerBase = Catch::EventListenerBase;
#endif

/// Returns the arguments that select the current test case.
inline std::vector<std::string> selection() {
  std::string name;
  for (const char sign : Catch::getResultCapture().getCurrentTestName()) {
    if (std::string(",[]\"*~\\").find(sign) != std::string::npos) name += '\\';
    name += sign;
  }
  return {name};
}

/// Escapes what would be a command of GitHub's, `::error::`, if Catch2 broke
/// the line before it: at words and signs, and anywhere in words that are long.
inline std::string without_commands(const std::string& text) {
  constexpr std::size_t kLongestWord = 40;
  const std::string ends = " \t\n])}>.,:;*+-=&/\\";
  std::string result;
  std::size_t word = 0;  // Bytes since the last sign to break at.
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text.compare(i, 2, "::") == 0) {
      const bool is_inside = word > 0 && word <= kLongestWord;
      const bool is_last = text.compare(i, 3, ":::") != 0;
      result += is_inside && is_last ? ":" : "\\u{3a}";
      ++i;
    }
    const bool is_end = ends.find(text[i]) != std::string::npos ||
                        static_cast<unsigned char>(text[i]) >= 0x80;
    word = is_end ? 0 : word + 1;
  }
  return result;
}

/// Returns what Catch2 says of a failed assertion.
inline std::string failure_text(const Catch::AssertionStats& stats) {
  const Catch::AssertionResult& result = stats.assertionResult;
  const Catch::SourceLineInfo place = result.getSourceInfo();
  std::string text = std::string("failed an assertion at ") + place.file + ':' +
                     std::to_string(place.line) + ':';
  if (result.hasExpression()) text += ' ' + result.getExpressionInMacro();
  if (result.hasExpandedExpression()) {
    text += "\nwith expansion:\n  " + result.getExpandedExpression();
  }
  const char* before = result.hasExpression() ? "\n" : " ";
  for (const Catch::MessageInfo& info : stats.infoMessages) {
    text += before + info.message;
    before = "\n";
  }
  return text;
}

/// Measures in place of the first test case. Only then has Catch2 what its
/// assertions need. They end the run when they fail, for other listeners and
/// reporters have not heard of that test case. What reporters write before is
/// no output of the workload.
class Worker : public ListenerBase {
 public:
  using ListenerBase::ListenerBase;

  void sectionStarting(const Catch::SectionInfo&) override {
    std::cout.rdbuf(output_);
    workload::answer_request_if_asked();
  }

  // In Catch2 2 the result says whether messages are to be forgotten.
  auto assertionEnded(const Catch::AssertionStats& stats)
      -> decltype(std::declval<ListenerBase>().assertionEnded(stats)) override {
    if (!stats.assertionResult.isOk()) workload::fail_run(failure_text(stats));
    return ListenerBase::assertionEnded(stats);
  }

 private:
  std::streambuf* output_ = std::cout.rdbuf(nullptr);
};

#if CATCH_VERSION_MAJOR == 2
inline void register_worker() { Catch::ListenerRegistrar<Worker>(); }
#else
class WorkerFactory : public Catch::EventListenerFactory {
 public:
  Catch::IEventListenerPtr create(const Catch::IConfig* config) const override {
    return Catch::Detail::make_unique<Worker>(config);
  }
  Catch::StringRef getName() const override { return "spl"; }
  std::string getDescription() const override { return "measures"; }
};
inline void register_worker() {
  Catch::getMutableRegistryHub().registerListener(
      Catch::Detail::make_unique<WorkerFactory>());
}
#endif

/// Lets a worker measure before its first test.
inline const bool answers_before_tests = [] {
  if (client::is_worker()) {
    register_worker();
    // A program may have nothing but hidden test cases.
    SPL_INTERNAL_CATCH2_MACRO(REGISTER_TEST_CASE)([] {}, "a run of spl-run");
  }
  return true;
}();

}  // namespace spl::catch2
