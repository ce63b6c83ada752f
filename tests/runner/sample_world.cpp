#include "tests/runner/sample_world.hpp"
#include "runner/system/terminal_text.hpp"

#include <algorithm>

namespace spl::runner {
namespace {

constexpr std::uint64_t kObservationsOfPilot = 3;

workload::EntryFacts workload_of_n(std::string name,
                                   std::vector<workload::Argument> values) {
  workload::EntryFacts facts;
  facts.name = std::move(name);
  facts.parameters = {{"n", "int", workload::ParameterKind::kInteger,
                       -2147483648.0, 2147483647, std::move(values)}};
  facts.place = "sample.cpp:1";
  return facts;
}

}  // namespace

workload::CatalogueAnswer ScriptedLauncher::catalogue(
    const std::string& program) {
  if (program == "none") return {{}, build, "", {}};
  if (program == "twice") {
    return {
        {}, build, "\"a\" is registered twice, at x.cpp:1 and at y.cpp:2", {}};
  }
  if (program != "sample" && program != "copy" &&
      !program.starts_with("sample@")) {
    throw ProgramError("there is no program " + program);
  }
  workload::CatalogueAnswer answer{
      {workload_of_n("a", {1.0, 2.0}), workload_of_n("b", {1.0, 2.0}),
       workload_of_n("c", {})},
      builds.contains(program) ? builds.at(program) : build,
      "",
      missing};
  answer.chooses_iterations = chooses_iterations;
  for (const std::string& name : lacking[program]) {
    std::erase_if(answer.entries, [&](const workload::EntryFacts& one) {
      return one.name == name;
    });
  }
  return answer;
}

void ScriptedLauncher::prepare(const Placement& placement) {
  placements.push_back(placement);
  outlasts.reset();
}

BlockResult ScriptedLauncher::measure(const Block& block) {
  if (before_block) before_block();
  if (outlasts && interruption && blocks.size() >= *interruption + *outlasts) {
    throw Interrupted();
  }
  blocks.push_back(block);
  BlockResult result{"host", {}};
  for (const RunOrder& order : block.runs) {
    result.runs.push_back(run(order, block.number));
    result.seconds += result.runs.back().seconds;
  }
  spent += result.seconds;
  return result;
}

RunResult ScriptedLauncher::run(const RunOrder& order, std::size_t block) {
  const bool pilots = order.observations <= kObservationsOfPilot;
  const double warmup = order.calls ? static_cast<double>(order.calls->warmup)
                        : order.warmup.count() == 0 ? 0
                                                    : 2;
  const auto found = iteration_seconds.find(order.performance.method);
  const double iteration = found == iteration_seconds.end() ? 0 : found->second;
  const double late = order.observations > 50
                          ? static_cast<double>(order.observations - 50)
                          : 0;
  const double counted =
      static_cast<double>(order.observations) * iteration + late * late_seconds;
  const double seconds =
      run_seconds * (pilots ? 1 : beyond_pilot) + warmup * iteration + counted;
  const double most = std::chrono::duration<double>(order.timeout).count();
  if (most > 0 && seconds > most) {
    workload::RunAnswer none;
    none.failure = "did not end in time and was killed";
    return {none, most, true};
  }
  RunResult result{script_(order, block), seconds};
  constexpr double kSingleCall = 0.001;
  if (iteration > kSingleCall) result.answer.iterations = 1;
  if (iteration > 0) {
    result.answer.warmup_ns =
        static_cast<std::uint64_t>(warmup * iteration * 1e9);
    result.answer.counted_ns = static_cast<std::uint64_t>(counted * 1e9);
  }
  return result;
}

Script means(std::map<std::string, double> means) {
  return [means = std::move(means)](const RunOrder& order, std::size_t block) {
    workload::RunAnswer answer;
    auto found = means.find(to_text(order.performance));
    if (found == means.end()) found = means.find(order.performance.method);
    if (found == means.end()) {
      answer.failure = "was killed by signal 11 (Segmentation fault)";
      return answer;
    }
    answer.iterations = 100;
    answer.warmup = 2;
    // Whatever the order of the block: the first letter distinguishes sides,
    // and over eleven blocks their differences are symmetric about 0.
    const std::size_t stride =
        static_cast<unsigned char>(order.performance.method.front()) % 10 + 1;
    const auto part = [](std::size_t number) {
      return (static_cast<double>(number % 11) - 5) / 1000;
    };
    // Counts do not vary, and are ten times as many as the ns.
    const bool varies = is_time(order.metrics.front());
    const double run = varies ? 1 + part(block * stride) : 1;
    for (std::size_t other = 1; other < order.metrics.size(); ++other) {
      answer.others.emplace_back(order.observations, found->second * 10);
    }
    for (std::size_t i = 0; i < order.observations; ++i) {
      answer.observations.push_back(found->second *
                                    (run + (varies ? part(i * 3) : 0)));
    }
    return answer;
  };
}

namespace {

/// Layouts are named after their blocks, from 1, and programs after them:
/// sample@c1, linked 3. Given ones have their names.
class ScriptedLayouts : public Layouts {
 public:
  ScriptedLayouts(WantedLayouts wanted, LinkScript& script)
      : wanted_(std::move(wanted)), script_(script) {}

  Layout layout(const std::string& program, const LayoutWish& wish) override {
    if (!wanted_.programs.contains(program)) return {program, std::nullopt};
    const std::size_t number = 1 + number_of_link(wish.block, wish.layouts);
    const ProgramLinks& links = wanted_.programs.at(program);
    if (!links.given.empty()) {
      return {links.given.at(number - 1), number, 0, 0, false, links.seconds};
    }
    Layout layout{program + ", linked " + std::to_string(number), number};
    layout.layout_seconds = script_.seconds;
    const auto made = made_.find(program);
    const bool is_kept = wish.layouts > 1 && number <= kept_[program];
    const bool is_there = number <= script_.ready;
    if ((made != made_.end() && made->second == number) || is_kept ||
        is_there) {
      return layout;
    }
    if (script_.seconds > wish.seconds) return late(program, wish);
    is_known_ = true;
    made_[program] = number;
    kept_[program] = number;
    layout.seconds = script_.seconds;
    script_.spent += script_.seconds;
    ++script_.made;
    return layout;
  }

  [[nodiscard]] double link_seconds(const std::string& program) const override {
    if (!wanted_.programs.contains(program) ||
        !wanted_.programs.at(program).given.empty()) {
      return 0;
    }
    return is_known_ ? script_.seconds : script_.expected;
  }

  [[nodiscard]] std::size_t ready(const std::string& program) const override {
    const auto made = made_.find(program);
    const std::size_t count = made == made_.end() ? 0 : made->second;
    return std::max(count, script_.ready);
  }

 private:
  Layout late(const std::string& program, const LayoutWish& wish) {
    is_known_ = true;
    script_.spent += wish.seconds;
    ++script_.late;
    return {program, std::nullopt, wish.seconds, 0, true};
  }

  WantedLayouts wanted_;
  LinkScript& script_;
  bool is_known_ = false;                    ///< The time of a link.
  std::map<std::string, std::size_t> made_;  ///< The latest.
  std::map<std::string, std::size_t> kept_;
};

}  // namespace

namespace {

class ScriptedPulse : public Pulse {
 public:
  explicit ScriptedPulse(std::function<void()>& beat) : beat_(beat) {}
  ScriptedPulse(const ScriptedPulse&) = delete;
  ScriptedPulse& operator=(const ScriptedPulse&) = delete;
  ~ScriptedPulse() override { beat_ = nullptr; }

 private:
  std::function<void()>& beat_;
};

}  // namespace

int SampleWorld::run(const std::vector<std::string>& arguments) {
  // As main has them.
  std::ostringstream out_stream;
  std::ostringstream err_stream;
  const TerminalStream shown_out(out_stream);
  const TerminalStream shown_err(err_stream);
  std::ostream json(shown_out.plain());
  ScriptedClock clock(*this);
  const bool has_data = std::ranges::any_of(
      arguments, [](const auto& one) { return one.starts_with("--data"); });
  const bool is_typical = decides_by_typical_calls && !has_data;
  const auto variable =
      [this,
       is_typical](const std::string& name) -> std::optional<std::string> {
    const auto found = environment.find(name);
    if (found != environment.end()) return found->second;
    const bool shows = terminal || shows_signs;
    if (name == "SPL_PROGRESS" && !shows) return "never";
    if (name == "SPL_STATISTIC" && is_typical) return "typical";
    if (name == "SPL_VERBOSE" && tells_details) return "true";
    return std::nullopt;
  };
  std::vector<std::string> variables;
  for (const auto& [name, value] : environment) variables.push_back(name);
  const int status = run_application(
      arguments,
      {launcher, clock, variable,
       Context{host, 2, "GCC 12", "2026-01-02T03:04:05Z", 42, "/project/perf",
               "/project"},
       terminal, terminal, out_stream, err_stream, json, history.repositories(),
       history.builders(), self,
       [this](const WantedLayouts& wanted) {
         layouts.push_back(wanted);
         return std::make_unique<ScriptedLayouts>(wanted, links);
       },
       [this](const std::string& text) { last_words.push_back(text); },
       [this](std::function<void()> beats) {
         beat = std::move(beats);
         return std::make_unique<ScriptedPulse>(beat);
       },
       recorded.empty()
           ? LinkRecorded()
           : [this](const std::string& program, std::uint64_t,
                    std::chrono::nanoseconds) { return recorded.at(program); },
       std::move(variables), columns, keeps_history});
  out = out_stream.str();
  err = err_stream.str();
  return status;
}

}  // namespace spl::runner
