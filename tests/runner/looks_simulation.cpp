#include "tests/runner/looks_simulation.hpp"

#include <random>

#include "spl/logic/look.hpp"

namespace spl::runner {
namespace {

using logic::LinearForm;
using logic::Performance;

const Performance kA{"a", "", "", "", {}};
const Performance kB{"b", "", "", "", {}};

class MadeUpLauncher : public Launcher {
 public:
  MadeUpLauncher(const Machine& machine, std::uint64_t seed)
      : machine_(machine), random_(seed) {}

  workload::CatalogueAnswer catalogue(const std::string&) override {
    return {};
  }

  void prepare(const Placement&) override {}
  std::vector<HostRecord> hosts() override { return {}; }

  BlockResult measure(const Block& block) override {
    std::normal_distribution<double> normal;
    const double drift = 1 + machine_.drift_sd * normal(random_);
    BlockResult result;
    for (const RunOrder& order : block.runs) {
      double time = 100 * drift * (1 + machine_.run_sd * normal(random_));
      if (order.performance == kA) time *= 1 + machine_.change;
      if (std::bernoulli_distribution(machine_.slow_share)(random_)) {
        time *= machine_.slow_factor;
      }
      RunResult run;
      run.answer.iterations = 1;
      run.answer.observations.assign(order.observations, time);
      run.seconds = time / 100;
      result.runs.push_back(std::move(run));
    }
    return result;
  }

 private:
  const Machine& machine_;
  std::mt19937_64 random_;
};

Suite suite_with(const Looking& looking) {
  SuiteFormula formula;
  formula.settings.deciding.alpha = looking.alpha;
  formula.settings.deciding.shares.reset();
  formula.settings.deciding.statistic = looking.statistic;
  formula.settings.resolution = looking.resolution;
  formula.claim.kind = logic::Claim::Kind::kRelation;
  logic::Relation relation;
  relation.left = LinearForm(kA);
  relation.right = LinearForm(kB);
  relation.theta = relation.left.minus(relation.right);
  formula.relations.push_back(relation);
  Suite suite;
  suite.formulas.push_back(std::move(formula));
  return suite;
}

logic::Finding found(const Suite& suite, const Stopped& stopped,
                     const GroupResult& result) {
  const SuiteFormula& formula = suite.formulas[0];
  logic::DecisionSettings how = formula.settings.deciding;
  how.alpha = stopped.level;
  return logic::look(formula.relations[0],
                     experiment(formula.relations[0], result, stopped.blocks),
                     how, formula.settings.resolution)
      .finding;
}

}  // namespace

Outcomes simulate(const Machine& machine, const Looking& looking,
                  std::size_t experiments, std::uint64_t seed) {
  const Suite suite = suite_with(looking);
  Grouping grouping = group({{&suite.formulas[0].relations[0], {}}});
  grouping.groups[0].plan = {looking.most, false, {{kA, 1}, {kB, 1}}};
  grouping.groups[0].measuring.budget =
      std::chrono::seconds(2 * looking.budget);
  MadeUpLauncher launcher(machine, seed);
  const ProgramOf program_of = [](const Performance&) {
    return WorkerProgram();
  };
  Outcomes outcomes;
  outcomes.experiments = experiments;
  const SequentialStopping unused(suite, grouping, {looking.alpha});
  for (std::size_t i = 0; i < experiments; ++i) {
    SequentialStopping looks = unused;
    std::vector<GroupResult> results(1);
    measure(grouping.groups, {program_of, seed + i}, {launcher, {}}, looks,
            results);
    const Stopped stopped = looks.stopped()[0];
    ++outcomes.stops[stopped.why];
    outcomes.blocks +=
        static_cast<double>(stopped.blocks) / static_cast<double>(experiments);
    const logic::Finding finding = found(suite, stopped, results[0]);
    outcomes.greater += finding == logic::Finding::kGreater ? 1 : 0;
    outcomes.less += finding == logic::Finding::kLess ? 1 : 0;
  }
  return outcomes;
}

}  // namespace spl::runner
