// The memory of spl-run for 1000 runs of 10 000 observations, from a launcher
// that makes them up. Texts of answers come and go one by one, and are small
// beside that; -s observations-in-json, which is not asked for here, is not.
#include <cstdint>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "laboratory/figure.hpp"
#include "runner/session/application.hpp"

namespace {

using namespace spl;

class MadeUp : public runner::Launcher {
 public:
  workload::CatalogueAnswer catalogue(const std::string&) override {
    workload::CatalogueAnswer answer;
    for (const char* name : {"a", "b"}) {
      workload::EntryFacts facts;
      facts.name = name;
      facts.place = "made up:1";
      answer.entries.push_back(facts);
    }
    return answer;
  }
  runner::BlockResult measure(const runner::Block& block) override {
    runner::BlockResult result{"host", {}};
    for (const runner::RunOrder& order : block.runs) {
      runner::RunResult run;
      run.seconds = 0.001;
      run.answer.iterations = 1;
      run.answer.observations.reserve(order.observations);  // As it is read.
      for (std::uint64_t i = 0; i < order.observations; ++i) {
        run.answer.observations.push_back(
            100 + static_cast<double>((block.number * 7 + i * 3) % 101));
      }
      result.runs.push_back(std::move(run));
    }
    return result;
  }
  void prepare(const runner::Placement&) override {}
  std::vector<runner::HostRecord> hosts() override { return {}; }
};

class Clock : public runner::Clock {
 public:
  double seconds() override { return now_ += 0.001; }

 private:
  double now_ = 0;
};

double peak_megabytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmHWM:", 0) == 0) return std::stod(line.substr(6)) / 1024;
  }
  return 1e9;
}

}  // namespace

int main() {
  MadeUp launcher;
  Clock clock;
  std::ostringstream out;
  std::ostringstream err;
  const auto nothing = [](const std::string&) -> std::optional<std::string> {
    return std::nullopt;
  };
  const int status =
      runner::run_application({"-p", "made-up", "-e", "a <= 1.01 * b", "--runs",
                               "500", "-s", "observations=10000"},
                              {.launcher = launcher,
                               .clock = clock,
                               .environment = nothing,
                               .context = {"host", 2, "", "", 42},
                               .out = out,
                               .err = err,
                               .json = out});
  if (status != 0) {
    std::fputs((out.str() + err.str()).c_str(), stderr);
    return 1;
  }
  return bench::report("MB for 1000 runs of 10 000 observations",
                       peak_megabytes(), 200)
             ? 0
             : 1;
}
