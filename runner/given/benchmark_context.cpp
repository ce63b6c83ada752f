#include "runner/given/benchmark_context.hpp"

#include <algorithm>
#include <cmath>

#include "runner/given/foreign_report.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

/// Returns a fact of a report's context; null if the context lacks it.
json fact(const JsonText& report, const char* key) {
  const json context = report.root().value("context", json());
  return context.is_object() ? context.value(key, json()) : json();
}

/// A fact about a report that spoils it.
struct Fault {
  const char* key;
  json value;
  const char* sentence;  ///< Continues the names of files.
};

const Fault kFaults[] = {
    {"library_build_type", "debug",
     ": Google Benchmark was built for debugging; if the program was, too, "
     "what "
     "it shows says little of the real one: build it with "
     "-DCMAKE_BUILD_TYPE=Release"},
    {"cpu_scaling_enabled", true,
     ": the clock rate of processors was scaled meanwhile, which can pass for "
     "a "
     "difference: switch that off (cpupower frequency-set --governor "
     "performance), or measure with spl-run, whose sides alternate"}};

void warn(const Fault& fault, const std::vector<JsonText>& reports,
          Warnings& warnings) {
  std::vector<std::string> files;
  for (const JsonText& report : reports) {
    if (fact(report, fault.key) == fault.value) files.push_back(report.file());
  }
  if (!files.empty())
    warnings.push_back(names_of_files(files) + fault.sentence);
}

bool differ(const json& left, const json& right) {
  if (left.is_null() || right.is_null()) return false;
  if (!left.is_number() || !right.is_number()) return left != right;
  // Clock rates are measured, too.
  constexpr double kNotable = 0.02;
  const double one = left.get<double>();
  const double other = right.get<double>();
  return std::abs(one - other) >
         kNotable * std::max(std::abs(one), std::abs(other));
}

/// A fact that is the same for runs of one program on one machine.
struct Identity {
  const char* key;
  const char* what;
};

constexpr Identity kIdentities[] = {{"host_name", "hosts"},
                                    {"executable", "programs"},
                                    {"library_build_type", "build types"},
                                    {"num_cpus", "numbers of processors"},
                                    {"mhz_per_cpu", "clock rates"}};

std::string value_text(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void warn(const Identity& identity, const std::vector<JsonText>& reports,
          Warnings& warnings) {
  const JsonText& first = reports.front();
  const json expected = fact(first, identity.key);
  for (const JsonText& report : reports) {
    const json found = fact(report, identity.key);
    if (!differ(expected, found)) continue;
    warnings.push_back(
        first.file() + " and " + report.file() + " are of different " +
        identity.what + " (" + value_text(expected) + ", " + value_text(found) +
        "), but count as runs of one program on one machine: what differs "
        "between them is taken for chance");
    return;
  }
}

}  // namespace

Warnings context_warnings(const std::vector<JsonText>& reports) {
  Warnings warnings;
  for (const Fault& fault : kFaults) warn(fault, reports, warnings);
  for (const Identity& one : kIdentities) warn(one, reports, warnings);
  return warnings;
}

}  // namespace spl::runner
