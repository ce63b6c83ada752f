#include "runner/tools/catch2_report.hpp"

#include <charconv>
#include <pugixml.hpp>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace spl::runner {
namespace catch2_results {
namespace {

/// No report needs more levels: what is deeper is not read.
constexpr int kMostNested = 64;

/// Bytes of all names, each of which begins with that of its test case.
constexpr std::size_t kMostOfNames = 16'000'000;

double number_at(const pugi::xml_node& node, const char* key,
                 double otherwise) {
  const std::string_view text = node.attribute(key).value();
  const char* end = text.data() + text.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? value : otherwise;
}

/// What is around a benchmark and may name it.
struct Around {
  enum class Kind { kTestCase, kSection, kOther } kind = Kind::kOther;
  std::string_view name;
};

/// Reads what an element is called. What counts of its attributes is read once,
/// for there may be many.
Around around(const pugi::xml_node& node) {
  const std::string_view name = node.name();
  if (name != "TestCase" && name != "Section") return {};
  return {name == "Section" ? Around::Kind::kSection : Around::Kind::kTestCase,
          node.attribute("name").value()};
}

/// Takes in what a report has of test cases, whatever is around them.
class Walker : public pugi::xml_tree_walker {
 public:
  // Called for each node; false would end the walk.
  bool for_each(pugi::xml_node& node) override {
    if (depth() > kMostNested) return true;
    around_.resize(static_cast<std::size_t>(depth()));
    around_.push_back(around(node));
    const std::string_view name = node.name();
    if (name == "TestCase") {
      first_ = report_.benchmarks.size();
    } else if (name == "OverallResult") {
      const std::string_view success = node.attribute("success").value();
      if (success == "false") fail_test();
    } else if (name == "BenchmarkResults") {
      take(node);
      const ReportedBenchmark& one = report_.benchmarks.back();
      of_names_ += one.name.size() + one.longer_name.size();
      if (of_names_ > kMostOfNames) {
        report_.remarks.emplace_back(
            "benchmarks after the first 16 MB of names are left out");
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] ToolReport report() && { return std::move(report_); }

 private:
  void take(const pugi::xml_node& node) {
    ReportedBenchmark& one = report_.benchmarks.emplace_back();
    const std::string name = node.attribute("name").value();
    one.name = whole_name(name, false);
    one.longer_name = whole_name(name, true);
    if (const auto failed = node.child("failed")) {
      one.failure = {"failed", failed.attribute("message").value()};
    }
    const double calls =
        number_at(node, "samples", 1) * number_at(node, "iterations", 1);
    one.observations.push_back(
        {number_at(node.child("mean"), "value", kNoValue), kNoValue, calls});
    const auto deviation = node.child("standardDeviation");
    one.count = number_at(node, "samples", 1);
    if (!deviation || one.count < 2) return;
    one.deviation = {{number_at(deviation, "value", kNoValue), kNoValue}};
  }

  [[nodiscard]] std::string whole_name(const std::string& name,
                                       bool with_sections) const {
    std::string result;
    if (name.empty()) return result;
    for (const Around& one : around_) {
      const bool counts = one.kind == Around::Kind::kTestCase ||
                          (one.kind == Around::Kind::kSection && with_sections);
      if (counts) result.append(one.name).append("/");
    }
    return result + name;
  }

  /// The result of a test case follows its benchmarks.
  void fail_test() {
    report_.has_failed = true;
    for (; first_ < report_.benchmarks.size(); ++first_) {
      ForeignFailure& failure = report_.benchmarks[first_].failure;
      if (!failure) failure = {"is of no use", "its test case failed"};
    }
  }

  std::vector<Around> around_;  ///< Of the node and what it is in.
  std::size_t first_ = 0;  ///< The first of the test case that has not failed.
  std::size_t of_names_ = 0;
  ToolReport report_;
};

}  // namespace
}  // namespace catch2_results

ToolReport catch2_report(pugi::xml_document& document) {
  catch2_results::Walker walker;
  document.traverse(walker);
  ToolReport report = std::move(walker).report();
  tell_apart(report);
  return report;
}

}  // namespace spl::runner
