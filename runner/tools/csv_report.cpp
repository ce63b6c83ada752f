#include "runner/tools/tool_report.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "spl/logic/name.hpp"

namespace spl::runner {
namespace csv_results {
namespace {

const std::map<std::string_view, double> kUnits = {  // In ns.
    {"value", 0},
    {"ns", 1},
    {"us", 1e3},
    {"ms", 1e6},
    {"s", 1e9}};

using Row = std::vector<std::string>;

/// Which columns are which.
struct Header {
  static constexpr std::size_t kNone = std::string::npos;
  char separator = ',';
  std::size_t name = kNone, value = kNone, run = kNone;
  double unit = 0;  ///< ns; 0: none.
};

/// Takes a row, whose fields may be in quotes, away from the text.
Row take_row(std::string_view& text, char separator) {
  Row row(1);
  bool is_quoted = false;
  std::size_t i = 0;
  for (; i < text.size() && (is_quoted || text[i] != '\n'); ++i) {
    if (is_quoted && text.substr(i).starts_with("\"\"")) {
      row.back() += text[i++];
    } else if (text[i] == '"') {
      is_quoted = !is_quoted;
    } else if (text[i] == separator && !is_quoted) {
      row.emplace_back();
    } else {
      add_character(text, i, row.back());
    }
  }
  text.remove_prefix(std::min(i + 1, text.size()));
  for (std::string& field : row) {
    field.erase(field.find_last_not_of(" \t\r") + 1);
    field.erase(0, field.find_first_not_of(" \t"));
  }
  return row;
}

/// Takes the first row, and finds the separator of all; nothing in other texts.
std::optional<Header> take_header(std::string_view& text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  constexpr std::size_t kLongest = 4096;
  const std::size_t end = text.substr(0, kLongest).find('\n');
  if (end == text.npos && text.size() > kLongest) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  for (const char separator : {',', ';', '\t'}) {
    std::string_view rest = line;
    const Row row = take_row(rest, separator);
    Header header{separator};
    for (std::size_t i = row.size(); i-- > 0;) {  // The first of a kind stays.
      if (row[i] == "name") header.name = i;
      if (row[i] == "run") header.run = i;
      const auto unit = kUnits.find(row[i]);
      if (unit == kUnits.end()) continue;
      header.value = i;
      header.unit = unit->second;
    }
    if (std::max(header.name, header.value) == Header::kNone) continue;
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return header;
  }
  return std::nullopt;
}

void add(const std::string& text, double unit, std::size_t line,
         ReportedBenchmark& one) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end || !(value >= 0) ||
      std::isinf(value)) {
    one.failure = {"has no valid value", "line " + std::to_string(line) +
                                             " has " + logic::quoted(text) +
                                             ", no number of 0 or more"};
  }
  one.observations.push_back({unit == 0 ? kNoValue : unit * value, kNoValue});
  if (unit == 0) one.observations.back().counters = {{"value", value}};
}

}  // namespace
}  // namespace csv_results

std::optional<std::vector<CsvRun>> csv_runs(std::string_view text) {
  const auto header = csv_results::take_header(text);
  if (!header) return std::nullopt;
  std::vector<CsvRun> result;
  std::map<csv_results::Row, std::size_t> places;  // {run} and {run, name}.
  for (std::size_t line = 2; !text.empty(); ++line) {
    auto row = csv_results::take_row(text, header->separator);
    if (row.size() == 1 && row[0].empty()) continue;
    const auto field = [&row](std::size_t i) {
      return i < row.size() ? row[i] : std::string();
    };
    const std::string label = field(header->run);
    const std::string name = field(header->name);
    const auto [run, is_new] = places.insert({{label}, result.size()});
    if (is_new) result.push_back({label, {}});
    if (header->unit == 0) result[run->second].report.metric = "value";
    auto& all = result[run->second].report.benchmarks;
    const auto [one, is_first] = places.insert({{label, name}, all.size()});
    if (is_first) all.push_back({name});
    csv_results::add(field(header->value), header->unit, line,
                     all[one->second]);
  }
  for (CsvRun& run : result) tell_apart(run.report);
  return result;
}

}  // namespace spl::runner
