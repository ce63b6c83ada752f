
#include <fmt/format.h>

#include "runner/commands/times/times.hpp"
#include "runner/reports/format_writers.hpp"
#include "runner/reports/formats.hpp"
#include "runner/reports/markdown_text.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"

namespace spl::runner {
namespace {

std::string csv_field(std::string text) {
  constexpr std::string_view kFormula = "=+-@";  // As spreadsheets begin one.
  if (!text.empty() && kFormula.find(text.front()) != kFormula.npos) {
    text.insert(0, "'");
  }
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + '"';
}

std::string limits_text(const Timing& one, std::string_view separator,
                        const auto& text_of) {
  if (!one.mean) return std::string(separator == "," ? "," : "");
  return text_of(lower_limit(*one.mean)) + std::string(separator) +
         text_of(one.mean->mean + one.mean->half_width);
}

std::string csv_row(const Timing& one) {
  const auto number = [](double value) { return fmt::format("{}", value); };
  const std::string name = csv_field(shown_text(to_text(one.performance))) +
                           ',' + csv_field(shown_text(one.metric));
  const statistics::Summary& seen = one.summary;
  if (seen.runs == 0) {
    return name + ",,,,,,,0,0,0," + csv_field(shown_text(one.failure)) + '\n';
  }
  return fmt::format("{},{},{},{},{},{},{},{},{},\n", name, seen.median,
                     seen.mean, limits_text(one, ",", number), seen.q10,
                     seen.q90, seen.runs, seen.observations, one.iterations);
}

std::string markdown_row(const Timing& one) {
  const auto amount = [&](double value) {
    return amount_text(value, one.dimension);
  };
  const std::string name =
      "| " + markdown_code(to_text(one.performance)) + " | ";
  const statistics::Summary& seen = one.summary;
  if (seen.runs == 0) {
    return name + markdown_text(one.failure) + " | | | | 0 | 0 | |\n";
  }
  return fmt::format(
      "{}{} | {} | {} | {} .. {} | {} | {} | {} |\n", name, amount(seen.median),
      amount(seen.mean), limits_text(one, " .. ", amount), amount(seen.q10),
      amount(seen.q90), seen.runs, seen.observations, one.iterations);
}

}  // namespace

std::string Times::csv() const {
  std::string text = std::string(kCsvHeading) + '\n';
  for (const Timing& one : rows) text += csv_row(one);
  return text;
}

std::string Times::markdown_table() const {
  std::string text = std::string(kMarkdownHeading) +
                     "\n|---|---:|---:|---|---|---:|---:|---:|\n";
  for (const Timing& one : rows) text += markdown_row(one);
  return text;
}

}  // namespace spl::runner
