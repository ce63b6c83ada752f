#include "runner/given/catch2.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <pugixml.hpp>
#include <utility>

#include "runner/given/foreign_report.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/json_text.hpp"

namespace spl::runner {
namespace {

/// The limit of nesting, which no report needs: deeper reports are refused.
constexpr int kMostNested = 64;

[[noreturn]] void fail(const XmlText& report, std::size_t offset,
                       const std::string& sentence) {
  throw DataError(report.file + ": " + line_and_column(report.text, offset) +
                  ": " + sentence);
}

/// Throws at an element.
[[noreturn]] void fail(const XmlText& report, const pugi::xml_node& node,
                       const std::string& sentence) {
  const auto name = static_cast<std::size_t>(node.offset_debug());
  fail(report, name - 1, sentence);  // Of its `<`.
}

/// The value of an attribute that is a number.
double number(const XmlText& report, const pugi::xml_node& node,
              const char* key) {
  const std::string_view text = node.attribute(key).value();
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = end == text.data() + text.size();
  if (error == std::errc() && is_whole && std::isfinite(value)) return value;
  fail(report, node,
       "expected a number as \"" + std::string(key) + "\" of " + node.name() +
           ", found \"" + foreign_text(text) + '"');
}

/// Which parts around a benchmark name it.
enum class Parts { kTestCase, kWithSections };

std::string group_of(const pugi::xml_node& benchmark, Parts parts) {
  std::string result;
  for (pugi::xml_node at = benchmark.parent(); at; at = at.parent()) {
    const std::string_view name = at.name();
    const bool counts = name == "TestCase" ||
                        (name == "Section" && parts == Parts::kWithSections);
    if (!counts) continue;
    std::string longer = at.attribute("name").value();
    if (!result.empty()) longer.append("/").append(result);
    result = std::move(longer);
  }
  return result;
}

ForeignBenchmark benchmark_of(const XmlText& report,
                              const pugi::xml_node& node) {
  const std::string name = node.attribute("name").value();
  if (const auto failed = node.child("failed")) {
    return {
        {},
        failure_text(name, report.file, failed.attribute("message").value())};
  }
  const double samples = number(report, node, "samples");
  if (samples != 1) {
    fail(report, node,
         "of the " + std::string(node.attribute("samples").value()) +
             " samples of " + foreign_text(name) +
             " only the mean is here; Catch2 gives single ones by "
             "--benchmark-samples 1: make several such reports, for each is "
             "a run");
  }
  const auto mean = node.child("mean");
  if (!mean) fail(report, node, "expected <mean> in BenchmarkResults");
  const double value = number(report, mean, "value");
  const auto wrong = wrong_observation(value, workload::Metric::kWall);
  if (!wrong.empty()) fail(report, mean, wrong);
  return {{value}, {}};
}

/// Finds the benchmarks of a document.
class Walker : public pugi::xml_tree_walker {
 public:
  explicit Walker(const XmlText& report) : report_(report) {}

  // Called for each node; false would end the walk.
  bool for_each(pugi::xml_node& node) override {
    if (depth() > kMostNested) {
      fail(report_, node,
           "elements are nested at most " + std::to_string(kMostNested) +
               " levels deep");
    }
    if (std::string_view(node.name()) != "BenchmarkResults") return true;
    const auto offset = static_cast<std::size_t>(node.offset_debug()) - 1;
    found_.push_back({node.attribute("name").value(),
                      group_of(node, Parts::kTestCase),
                      group_of(node, Parts::kWithSections), place_of(offset),
                      benchmark_of(report_, node)});
    return true;
  }

  [[nodiscard]] std::vector<NamedBenchmark> found() && {
    return std::move(found_);
  }

 private:
  /// The line, counted on from the benchmark before.
  std::string place_of(std::size_t offset) {
    const auto begin = report_.text.begin();
    line_ += static_cast<std::size_t>(
        std::count(begin + static_cast<std::ptrdiff_t>(counted_),
                   begin + static_cast<std::ptrdiff_t>(offset), '\n'));
    counted_ = offset;
    return "line " + std::to_string(line_);
  }

  const XmlText& report_;
  std::size_t line_ = 1;
  std::size_t counted_ = 0;  ///< Up to where lines were.
  std::vector<NamedBenchmark> found_;
};

void require_catch2(const XmlText& report, const pugi::xml_document& document) {
  const auto root = document.document_element();
  const std::string_view name = root.name();
  if (name == "Catch" || name == "Catch2TestRun") return;
  fail(report, root ? static_cast<std::size_t>(root.offset_debug()) - 1 : 0,
       "this is no report with benchmarks: of the reporters of Catch2 only xml "
       "has them (PROGRAM \"[!benchmark]\" --reporter xml "
       "--benchmark-samples 1)");
}

ForeignRun run_of(const XmlText& report) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed =
      document.load_buffer(report.text.data(), report.text.size(),
                           pugi::parse_default, pugi::encoding_utf8);
  if (!parsed) {
    fail(report,
         std::min(static_cast<std::size_t>(parsed.offset), report.text.size()),
         "this is not valid XML; let the program come to its end");
  }
  require_catch2(report, document);
  Walker walker(report);
  document.traverse(walker);
  std::vector<NamedBenchmark> found = std::move(walker).found();
  if (found.empty()) {
    throw DataError(report.file +
                    ": there are no benchmarks in this report; select their "
                    "test cases: PROGRAM \"[!benchmark]\" --reporter xml "
                    "--benchmark-samples 1");
  }
  return named_run(
      std::move(found), report.file,
      "give each BENCHMARK of a section a name of its own, such as "
      "BENCHMARK(\"sort \" + std::to_string(n))");
}

}  // namespace

bool is_xml(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '<';
}

GivenObservations catch2_observations(const std::vector<XmlText>& reports,
                                      workload::Metric metric) {
  if (metric != workload::Metric::kWall) {
    throw DataError(reports.front().file +
                    ": reports of Catch2 are taken for --metric wall, not "
                    "for " +
                    std::string(workload::to_text(metric)));
  }
  std::vector<ForeignReport> all;
  for (const XmlText& report : reports) {
    all.push_back({report.file, report.text, run_of(report)});
  }
  return united(all, metric);
}

}  // namespace spl::runner
