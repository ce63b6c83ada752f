#include "integrations/gtest/unseen.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <vector>

namespace spl::gtest {
namespace {

using Variables = std::vector<std::string>;

Variables variables() {
  Variables result;
  for (char** one = environ; *one != nullptr; ++one) result.emplace_back(*one);
  return result;
}

const Variables& variables_at_start() {
  static const Variables kStart = variables();
  return kStart;
}

// GoogleTest does not report the class of a test. An explicit instantiation may
// name a private member, so this one makes the class available.
struct FixtureClass {
  using TypeId = ::testing::internal::TypeId;
  using Member = const TypeId testing::TestInfo::*;
  friend Member member_of(FixtureClass);
};
template <typename Private, typename Private::Member member>
struct GiveAway {
  friend typename Private::Member member_of(Private) { return member; }
};
template struct GiveAway<FixtureClass, &::testing::TestInfo::fixture_class_id_>;

bool has_fixture(const ::testing::TestInfo& test) {
  return test.*member_of(FixtureClass()) !=
         ::testing::internal::GetTestTypeId();
}

bool is_part_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Finds the numbers of a text, except those that end a name, as in `f2`.
std::vector<double> numbers_in(const std::string& text) {
  std::vector<double> result;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = std::isdigit(static_cast<unsigned char>(text[at])) != 0;
    if (begins && (at == 0 || !is_part_of_name(text[at - 1]))) {
      char* end = nullptr;
      result.push_back(std::strtod(text.c_str() + at, &end));
      at = static_cast<std::size_t>(end - text.c_str());
    } else {
      ++at;
    }
  }
  return result;
}

std::string without_quotes(const std::string& text) {
  const bool is_quoted =
      text.size() > 1 && text.front() == '"' && text.back() == '"';
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

/// Whether a formula has the parameter as GoogleTest prints it, or one of its
/// numbers. Unknown for a parameter that is printed as bytes.
bool names(const std::string& formula, const std::string& parameter) {
  if (parameter.find("-byte object <") != std::string::npos) return true;
  if (formula.find(without_quotes(parameter)) != std::string::npos) return true;
  const std::vector<double> given = numbers_in(formula);
  const std::vector<double> wanted = numbers_in(parameter);
  return std::any_of(wanted.begin(), wanted.end(), [&](double one) {
    return std::find(given.begin(), given.end(), one) != given.end();
  });
}

/// Returns the first option of this program that is not GoogleTest's; empty if
/// there is none.
std::string own_option() {
  std::ifstream words("/proc/self/cmdline");
  std::string word;
  std::getline(words, word, '\0');
  while (std::getline(words, word, '\0')) {
    const std::size_t begin = word.find_first_not_of('-');
    const bool is_known =
        begin != std::string::npos && (word.compare(begin, 6, "gtest_") == 0 ||
                                       word.compare(begin, 6, "gmock_") == 0);
    if (!is_known) return word;
  }
  return {};
}

/// Returns a line about the options of a program whose main takes them.
std::string options_text() {
  const std::string option = own_option();
  if (option.empty()) return {};
  return "note: " + option +
         " does not reach the workloads, which run in processes without "
         "options; pass values as arguments in the formula or in the "
         "environment (setenv)\n";
}

std::string unseen_parts(const client::Claim& claim,
                         const ::testing::TestInfo& test) {
  if (test.value_param() != nullptr) {
    if (names(claim.formula, test.value_param())) return {};
    return "note: the parameter of this test is not in the formula and does "
           "not "
           "reach the workloads, which run in other processes; write it into "
           "the formula or pass it in the environment (setenv)\n";
  }
  if (claim.is_composed || !has_fixture(test)) return {};
  return "note: the state that the fixture of this test sets up does not reach "
         "the workloads, which run in other processes; pass values as "
         "arguments in the formula or in the environment (setenv)\n";
}

}  // namespace

void remember_environment() { (void)variables_at_start(); }

std::string unseen_text(const client::Claim& claim) {
  const ::testing::TestInfo* test =
      ::testing::UnitTest::GetInstance()->current_test_info();
  if (test == nullptr || variables() != variables_at_start()) return {};
  return unseen_parts(claim, *test) + options_text();
}

}  // namespace spl::gtest
