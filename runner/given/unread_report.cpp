#include "runner/given/unread_report.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "runner/given/object_reader.hpp"

namespace spl::runner {
namespace unread {
namespace {

using nlohmann::json;

/// What is read, and what can be made of everything else.
constexpr char kRead[] =
    "read are JSON of Google Benchmark, hyperfine, nanobench, "
    "pytest-benchmark, criterion, critcmp and spl-run, lists for "
    "github-action-benchmark, XML of Catch2, CSV with the columns name,ns or "
    "name,value, and data files, {\"schema\": 1, \"unit\": "
    "\"ns\", "
    "\"performances\": {\"NAME\": {\"runs\": [[10.2, 10.1], ...]}}}, which "
    "take the results of any tool";

/// The first item of a list; null if there is none.
json first_of(const json& list) {
  return list.is_array() && !list.empty() ? list.front() : json();
}

bool is_bmf(const json& root) {
  if (!root.is_object() || root.empty()) return false;
  const json measures = root.begin().value();
  return measures.is_object() && !measures.empty() &&
         has(measures.begin().value(), "value");
}

bool is_julia(const json& root) {
  const json first = first_of(root);
  return has(first, "Julia") || has(first, "BenchmarkTools");
}

/// A tool, and how its JSON is known.
struct Tool {
  const char* name;
  bool (*wrote)(const json& root);
};

constexpr std::array kTools{
    Tool{"JMH",
         [](const json& root) { return has(first_of(root), "primaryMetric"); }},
    Tool{"BenchmarkDotNet",
         [](const json& root) { return has(root, "HostEnvironmentInfo"); }},
    Tool{"vitest",
         [](const json& root) {
           return has(root, "files") && has(first_of(root["files"]), "groups");
         }},
    Tool{"Julia's BenchmarkTools", is_julia},
    Tool{"LNT",
         [](const json& root) {
           return (has(root, "Run") && has(root, "Tests")) ||
                  (has(root, "run") && has(root, "tests"));
         }},
    Tool{"Bencher (BMF)", is_bmf}};

bool is_list_of_reports(const json& root) {
  const json first = first_of(root);
  return has(first, "benchmarks") || has(first, "results");
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return result;
}

}  // namespace
}  // namespace unread

void refuse_text(const std::string& file, std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == text.npos || text[first] == '{' || text[first] == '[') return;
  const std::string beginning = unread::lower(text.substr(first, 14));
  if (beginning == "<!doctype html" || beginning.starts_with("<html")) {
    throw DataError(file + ": this is HTML, a page for people; " +
                    unread::kRead);
  }
  const bool has_json_behind = text[first] != '<' &&
                               text.find("\n{") != text.npos &&
                               text.find("\"benchmarks\"") != text.npos;
  if (!has_json_behind) return;
  throw DataError(file +
                  ": a program printed other lines before its JSON; let "
                  "Google Benchmark write a file with --benchmark_out=FILE "
                  "--benchmark_out_format=json");
}

void refuse_report(const JsonText& text) {
  const nlohmann::json& root = text.root();
  if (unread::is_list_of_reports(root)) {
    text.fail({},
              "this is a list of reports; give each as a file of its own, "
              "with its own --data");
  }
  for (const unread::Tool& tool : unread::kTools) {
    if (!tool.wrote(root)) continue;
    text.fail({}, std::string("this is a report of ") + tool.name +
                      ", which is not read; " + unread::kRead);
  }
  text.fail({},
            std::string("this is no report that is read; ") + unread::kRead);
}

}  // namespace spl::runner
