#include "laboratory/peers/tools.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "laboratory/peers/child.hpp"
#include "laboratory/peers/kernels.hpp"
#include "laboratory/peers/outputs.hpp"
#include "laboratory/peers/peer_tests.hpp"

namespace spl::bench {
namespace {

constexpr double kLevel = 0.05;  // Of the peers, both directions together.
constexpr int kProcesses = 10;
const std::vector<int> kAnswers = {0, 1, 4};  // Statuses of spl-run.

// By default it ends when no change of 2 % is left, so who looks for 1 % says
// so, and gives it the time that the goal allows.
const std::vector<std::string> kForOnePercent = {"-s", "resolution=1%",
                                                 "--budget", "7s"};

// What spl-run is asked. Of one function the last argument only tells the sides
// apart.
std::string formula_of(const Comparison& comparison) {
  const std::string percent = std::to_string(comparison.slowed_percent);
  const std::string name = '"' + comparison.kernel + '"';
  if (comparison.sides == Sides::kCopies) {
    return "first_copy(" + name + ", 0) = second_copy(" + name + ", " +
           percent + ")";
  }
  return "kernel(" + name + ", 0, 1) = kernel(" + name + ", " + percent +
         ", 2)";
}

std::string whole(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

Tools::Tools(Programs programs, const std::filesystem::path& folder)
    : programs_(std::move(programs)),
      output_(folder / "output"),
      report_(folder / "report.json") {}

Result Tools::compare(const Comparison& comparison) const {
  Result result;
  result.comparison = comparison;
  switch (comparison.tool) {
    case Tool::kSpl2:
      spl(0.01, result);
      break;
    case Tool::kSpl5:
      spl(0.025, result);
      break;
    case Tool::kSpl10:
      spl(0.05, result);
      break;
    case Tool::kGoogleShort:
    case Tool::kGoogle:
      google(comparison.tool == Tool::kGoogleShort, result);
      break;
    case Tool::kProcesses:
      processes(result);
      break;
    case Tool::kCheck:
      check(result);
      break;
  }
  return result;
}

void Tools::spl(double alpha, Result& result) const {
  result.spawn_seconds = run_child({programs_.process}, output_);
  std::vector<std::string> command = {programs_.spl_run,
                                      "-p",
                                      programs_.workloads,
                                      "-e",
                                      formula_of(result.comparison),
                                      "-s",
                                      "alpha=" + fmt::format("{}", alpha),
                                      "-s",
                                      "familywise=0",
                                      "--json",
                                      report_.string()};
  if (result.comparison.slowed_percent == 1) {
    command.insert(command.end(), kForOnePercent.begin(), kForOnePercent.end());
  }
  result.seconds = run_child(command, output_, kAnswers);
  const SplAnswer answer = read_spl_report(whole(report_));
  result.finding = answer.finding;
  result.run_seconds = answer.run_seconds;
  result.blocks = answer.blocks;
  result.stopped = answer.stopped;
}

// As `compare.py benchmarks` does: all of one side, then all of the other.
void Tools::google(bool is_short, Result& result) const {
  const bool copies = result.comparison.sides == Sides::kCopies;
  const std::string name = result.comparison.kernel + '/';
  const std::string percent = std::to_string(result.comparison.slowed_percent);
  const std::string left = name + (copies ? "first/0" : "0");
  const std::string right = name + (copies ? "second/" : "") + percent;
  result.left = google_times(left, is_short, result.seconds);
  result.right = google_times(right, is_short, result.seconds);
  result.finding = mann_whitney(result.left, result.right, kLevel);
}

std::vector<double> Tools::google_times(const std::string& benchmark,
                                        bool is_short, double& seconds) const {
  std::vector<std::string> command = {
      programs_.google, "--benchmark_filter=^" + benchmark + "$",
      "--benchmark_repetitions=9", "--benchmark_format=json"};
  if (is_short) command.emplace_back("--benchmark_min_time=0.1");
  seconds += run_child(command, output_);
  return read_google_times(whole(output_));
}

void Tools::processes(Result& result) const {
  const std::string& kernel = result.comparison.kernel;
  const auto count = std::to_string(iterations_in_a_tenth_second(kernel));
  const auto measure = [&](int percent, std::vector<double>& times) {
    for (int i = 0; i < kProcesses; ++i) {
      times.push_back(
          run_child({programs_.process, kernel, std::to_string(percent), count},
                    output_));
      result.seconds += times.back();
    }
  };
  measure(0, result.left);
  measure(result.comparison.slowed_percent, result.right);
  result.finding = welch_on_times(result.left, result.right, kLevel);
}

void Tools::check(Result& result) const {
  result.seconds = run_child({programs_.process, result.comparison.kernel,
                              std::to_string(result.comparison.slowed_percent)},
                             output_);
  result.right = {std::stod(whole(output_))};
}

}  // namespace spl::bench
