#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

/// What reports of other tools say, whatever is asked of them. What one value
/// lacks is no fault of the report: only who needs that value is told.
namespace spl::runner {

/// Observations of a run that a report has, in its order.
struct ForeignObservation {
  double wall = 0;        ///< ns of one iteration; NaN: not known.
  double cpu = 0;         ///< Likewise.
  double iterations = 1;  ///< In the observation.
  /// Further metrics of SPL and counters of the tool, by name.
  std::map<std::string, double> counters = {};
};

inline constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

/// Why something is of no use: `NAME failed in FILE: no device`.
struct ForeignFailure {
  std::string what = {};  ///< Continues a name; empty: no failure.
  std::string why = {};   ///< Or what to do; may be empty.

  [[nodiscard]] explicit operator bool() const { return !what.empty(); }
};

/// `failed: no device`, with a place `failed in FILE: no device`.
[[nodiscard]] std::string to_text(const ForeignFailure& failure,
                                  const std::string& place = {});

struct ReportedBenchmark {
  std::string name;
  std::string longer_name = {};  ///< For a name that is there twice; or empty.
  std::vector<ForeignObservation> observations = {};
  ForeignFailure failure = {};
  /// Where the only observation is the mean of so many, which the report does
  /// not have, their standard deviation.
  std::optional<ForeignObservation> deviation = std::nullopt;
  double count = 1;
  /// The means of what no observation has.
  std::optional<ForeignObservation> means = std::nullopt;
};

struct ToolReport {
  std::vector<ReportedBenchmark> benchmarks;
  /// What readers should know, each a sentence that begins behind a colon.
  std::vector<std::string> remarks = {};
  bool has_failed = false;  ///< Something that may have hidden benchmarks.
  std::string metric = {};  ///< What it measures; empty: times.
};

/// The remark on benchmarks without a name.
inline constexpr char kNameless[] =
    "benchmarks without a name are left out, for no formula can name them";

/// The failure of a benchmark whose name another has, too.
[[nodiscard]] ForeignFailure name_of_two();

/// Gives each name to one benchmark: longer names where there are any, and
/// name_of_two() to others. Takes those without a name out, with a remark.
void tell_apart(ToolReport& report);

/// The value of a metric of SPL or a counter, by its name. Nothing if the
/// observation has none.
[[nodiscard]] std::optional<double> value_of(const ForeignObservation& one,
                                             std::string_view metric);

/// Why the value of that metric cannot be compared; nothing if it can.
[[nodiscard]] ForeignFailure lack(const ForeignObservation& one,
                                  std::string_view metric);

/// Adds the character at a place, which becomes that of its last byte; a byte
/// that is no UTF-8 is added as `?`.
void add_character(std::string_view text, std::size_t& at, std::string& result);

/// Returns a report as valid JSON: what some tools write in place of numbers
/// (nan, -nan, inf, -NaN, Infinity, `12%`) becomes null, and a byte that is no
/// UTF-8 `?`.
[[nodiscard]] std::string valid_json(std::string_view report);

/// What an object of JSON has at a key, by its kind; null, an empty text or
/// list, or another number if it has nothing of that kind, or is no object.
[[nodiscard]] const nlohmann::json& value_at(const nlohmann::json& object,
                                             const char* key);
[[nodiscard]] std::string text_at(const nlohmann::json& object,
                                  const char* key);
[[nodiscard]] const nlohmann::json& list_at(const nlohmann::json& object,
                                            const char* key);
[[nodiscard]] double number_at(const nlohmann::json& object, const char* key,
                               double otherwise = kNoValue);
[[nodiscard]] double number_in(const nlohmann::json& value,
                               double otherwise = kNoValue);

inline constexpr double kSecond = 1e9;  ///< ns.

/// Returns a report of a program; null if it is no JSON that can be read.
[[nodiscard]] nlohmann::json json_of(const std::string& report);

/// Returns the values of a list for github-action-benchmark, `{"name", "unit",
/// "value"}` each: times, or numbers by the name of their unit, `N_per_second`
/// of rates, without the deviations, which are of unknown numbers.
[[nodiscard]] ToolReport action_report(const nlohmann::json& root);

/// Returns the only benchmark of criterion's `sample.json`, with the mean of
/// each sample, or that of `estimates.json`, with the mean of all. Its name is
/// not in these files: it is the `full_id` of the `benchmark.json` beside it
/// or, for want of that, the name of the folder around `new` and `base`, or of
/// a file that is called otherwise.
[[nodiscard]] ToolReport criterion_report(const nlohmann::json& root,
                                          const std::string& file);

/// Returns the benchmarks that critcmp exported, with their means.
[[nodiscard]] ToolReport critcmp_report(const nlohmann::json& root);

/// The rows of one run.
struct CsvRun {
  std::string run;  ///< As in its column; empty without one.
  ToolReport report;
};

/// Returns the runs of CSV, in their first order; nothing for other texts. Its
/// first line names the columns: `name` and `value`, or in place of `value` its
/// unit, `ns`, `us`, `ms` or `s`, and perhaps `run`. Each row is an
/// observation; what has no unit is the metric `value`. A name one of whose
/// values is no number of 0 or more has failed, with the line.
[[nodiscard]] std::optional<std::vector<CsvRun>> csv_runs(
    std::string_view text);

/// Returns the commands of hyperfine's JSON, each with its `times`, and memory
/// where there is a value for each. A command of which a run did not end with
/// status 0 has failed.
[[nodiscard]] ToolReport hyperfine_report(const nlohmann::json& root);

/// Returns the benchmarks of pytest-benchmark's JSON, each with its `data`, the
/// means of rounds, or where these were not saved the mean of all. Names that
/// are there twice are replaced by those with their files.
[[nodiscard]] ToolReport pytest_report(const std::vector<nlohmann::json>& all);

/// Returns the benchmarks among `results`, of nanobench's templates::json(),
/// called TITLE/NAME, or NAME if the title is the default. Observations are
/// measurements, of one iteration whatever `batch` says; they have no counters
/// if all are 0, as where the processor's may not be used.
[[nodiscard]] ToolReport nanobench_report(
    const std::vector<nlohmann::json>& results);

/// Returns the benchmarks of Google Benchmark's JSON, in their order, each with
/// its repetitions, or with mean and deviation if it has aggregates only.
/// Numbers that are no facts of all benchmarks are counters.
[[nodiscard]] ToolReport google_benchmark_report(const nlohmann::json& root);

}  // namespace spl::runner
