#include "runner/reports/format_writers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/reports/formula_block.hpp"
#include "runner/reports/formula_text.hpp"
#include "runner/reports/relation_rows.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

constexpr std::string_view kXmlHead =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
constexpr std::string_view kName = "spl-run";
/// The property of a test case that holds weakly, its first.
constexpr const char* kVerdict = "verdict";

/// Replaces U+FFFE and U+FFFF, which XML excludes beside control characters.
std::string xml_signs(std::string_view text) {
  std::string result = shown_text(text);
  for (const std::string_view sign : {"\xef\xbf\xbe", "\xef\xbf\xbf"}) {
    for (std::size_t at = 0;
         (at = result.find(sign, at)) != std::string::npos;) {
      result.replace(at, sign.size(),
                     sign.ends_with('\xbe') ? "\\u{fffe}" : "\\u{ffff}");
    }
  }
  return result;
}

std::string attribute(std::string_view text) {
  std::string result;
  for (const char c : xml_signs(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&apos;";
        break;
      case '\n':
        result += "&#x0A;";
        break;
      case '\t':
        result += "&#x09;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string character_data(std::string_view text) {
  std::string result = "<![CDATA[";
  for (const char c : xml_signs(text)) {
    result += c;
    // A `]]>` in the text is split over two sections.
    if (result.ends_with("]]>")) {
      result.pop_back();
      result += "]]><![CDATA[>";
    }
  }
  return result + "]]>";
}

struct TestCase {
  std::string suite;
  std::string name;
  std::string file;  ///< Empty: the formula is in none.
  std::size_t line = 0;
  double seconds = 0;
  std::string end;   ///< "failure", "error", "skipped", or empty if it passes.
  std::string type;  ///< "violated", "undecided" or "error".
  std::string message;  ///< A line.
  std::string block;    ///< As the terminal shows it.
  std::vector<std::pair<std::string, std::string>> properties;
};

std::string end_of(logic::Verdict verdict, Undecided undecided) {
  switch (verdict) {
    case logic::Verdict::kHolds:
      return {};
    case logic::Verdict::kViolated:
      return "failure";
    case logic::Verdict::kError:
      return "error";
    case logic::Verdict::kUndecided:
      return undecided == Undecided::kFail   ? "failure"
             : undecided == Undecided::kSkip ? "skipped"
                                             : "";
  }
  return {};
}

/// The label or the statement, never the line.
std::string case_name(const FormulaReport& formula) {
  const std::string name = label_of(formula);
  return (name.empty() ? formula.text : name) + metric_note(formula);
}

TestCase test_case(const FormulaReport& formula, const Report& report) {
  TestCase result;
  result.suite = formula.file;
  result.name = case_name(formula);
  if (is_in_file(formula)) result.file = formula.file;
  result.line = formula.line;
  result.seconds = formula.seconds;
  result.end = end_of(formula.verdict, report.settings.undecided);
  result.type = logic::to_text(formula.verdict);
  for (const auto& one : deciding_sentences(formula, Amounts::kLeftOut)) {
    result.message +=
        (result.message.empty() ? "" : "; ") + one.substr(0, one.find('\n'));
  }
  result.block = block_of(formula, {});
  if (formula.is_weak) {
    result.properties.emplace_back(kVerdict, verdict_text(formula));
  }
  for (const FormulaRow& one : rows_of(formula)) {
    FormulaRow shown = one;
    shown.values.clear();
    result.properties.emplace_back(one.relation->text, row_sentence(shown));
  }
  return result;
}

TestCase test_case(const parser::Diagnostic& error) {
  TestCase result;
  result.suite = result.name = kName;
  if (!error.file.starts_with('<')) result.file = error.file;
  result.line = error.line;
  result.end = "error";
  const std::string message = message_text(error.message);
  result.message = error.file.empty()
                       ? message
                       : fmt::format("{}:{}:{}: {}", foreign_name(error.file),
                                     error.line, error.column, message);
  result.type = "error";
  result.block = result.message;
  return result;
}

double seconds_of(const std::vector<TestCase>& cases) {
  double result = 0;
  for (const TestCase& one : cases) result += one.seconds;
  return result;
}

/// Shares the time of the whole, which formulas with common blocks count twice.
void share(double seconds, std::vector<TestCase>& cases) {
  const double all = seconds_of(cases);
  if (all <= seconds) return;
  for (TestCase& one : cases) one.seconds *= seconds / all;
}

std::vector<TestCase> test_cases(const Report& report) {
  std::vector<TestCase> result;
  for (const auto& one : report.errors) result.push_back(test_case(one));
  if (const auto* formulas = formulas_of(report)) {
    for (const auto& one : *formulas) result.push_back(test_case(one, report));
  }
  share(report.seconds, result);
  return result;
}

/// Returns the attributes that suites share with all of them together.
std::string counts(const std::vector<TestCase>& cases,
                   std::string_view with_skipped) {
  const auto count = [&](std::string_view end) {
    return std::ranges::count_if(
        cases, [&](const TestCase& one) { return one.end == end; });
  };
  return fmt::format(
      "tests=\"{}\" failures=\"{}\" disabled=\"0\"{} errors=\"{}\"",
      cases.size(), count("failure"),
      with_skipped.empty()
          ? std::string()
          : fmt::format(" {}=\"{}\"", with_skipped, count("skipped")),
      count("error"));
}

/// GoogleTest writes no zone.
std::string time_attribute(const Report& report) {
  std::string time = report.context.time;
  if (time.ends_with('Z')) time.replace(time.size() - 1, 1, ".000");
  return "timestamp=\"" + attribute(time) + '"';
}

std::string text_of(const TestCase& one, const std::string& time) {
  std::string text =
      fmt::format("    <testcase name=\"{}\"", attribute(one.name));
  if (!one.file.empty()) {
    text +=
        fmt::format(" file=\"{}\" line=\"{}\"", attribute(one.file), one.line);
  }
  text += fmt::format(
      " status=\"run\" result=\"{}\" time=\"{:.3f}\" {} classname=\"{}\">\n",
      one.end == "skipped" ? one.end : "completed", one.seconds, time,
      attribute(one.suite));
  if (!one.end.empty()) {
    text += fmt::format("      <{} message=\"{}\"{}>{}</{}>\n", one.end,
                        attribute(one.message),
                        one.end == "skipped" ? "" : " type=\"" + one.type + '"',
                        character_data(one.block), one.end);
  }
  if (!one.properties.empty()) {
    text += "      <properties>\n";
    for (const auto& [name, value] : one.properties) {
      text += fmt::format("        <property name=\"{}\" value=\"{}\"/>\n",
                          attribute(name), attribute(value));
    }
    text += "      </properties>\n";
  }
  return text + "    </testcase>\n";
}

}  // namespace

std::optional<std::string> junit_report(const Report& report) {
  const std::vector<TestCase> all = test_cases(report);
  if (all.empty()) return std::nullopt;
  const std::string time = time_attribute(report);
  std::string text =
      fmt::format("{}\n<testsuites {} time=\"{:.3f}\" {} name=\"{}\">\n",
                  kXmlHead, counts(all, ""), report.seconds, time, kName);
  for (auto first = all.begin(); first != all.end();) {
    const auto last = std::find_if(first, all.end(), [&](const TestCase& one) {
      return one.suite != first->suite;
    });
    const std::vector<TestCase> suite(first, last);
    text += fmt::format("  <testsuite name=\"{}\" {} time=\"{:.3f}\" {}>\n",
                        attribute(first->suite), counts(suite, "skipped"),
                        seconds_of(suite), time);
    const auto weak = std::ranges::count_if(suite, [](const TestCase& one) {
      return !one.properties.empty() &&
             one.properties.front().first == kVerdict;
    });
    if (weak > 0) {
      text += fmt::format(
          "    <properties>\n      <property name=\"hold weakly\" "
          "value=\"{}\"/>\n    </properties>\n",
          weak);
    }
    for (const TestCase& one : suite) text += text_of(one, time);
    text += "  </testsuite>\n";
    first = last;
  }
  return text + "</testsuites>\n";
}

bool is_junit_report(std::string_view begin) {
  const std::string name = fmt::format(" name=\"{}\">", kName);
  return begin.starts_with(kXmlHead) &&
         begin.find(name) < begin.find("<testsuite ");
}

}  // namespace spl::runner
