#include "laboratory/figure6/draws.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "spl/workload/random.hpp"

namespace spl::bench {
namespace {

using logic::Interpretation;
using statistics::Finding;
using statistics::Sample;

struct Sides {
  Sample size;
  Sample base;
};

class Draws {
 public:
  Draws(const MeasuredBlocks& measured, std::size_t size,
        const Drawing6& drawing)
      : measured_(measured),
        runs_(measured.sizes[size]),
        drawing_(drawing),
        random_(drawing.seed) {
    for (const auto& block : measured.base) {
      base_.insert(base_.end(), block.begin(), block.end());
    }
  }

  Sides in_blocks() {
    std::vector<RunObservations> size;
    std::vector<RunObservations> base;
    for (const std::size_t block : some_of(runs_.size())) {
      size.push_back(runs_[block]);
      const auto& beside = measured_.base[block];
      base.push_back(beside[random_(std::size_t{0}, beside.size() - 1)]);
    }
    return {Sample(std::move(size)), Sample(std::move(base))};
  }

  Sides apart() { return {drawn(runs_), drawn(base_)}; }

  [[nodiscard]] const std::vector<RunObservations>& all_base() const {
    return base_;
  }

 private:
  Sample drawn(const std::vector<RunObservations>& runs) {
    std::vector<RunObservations> some;
    for (const std::size_t run : some_of(runs.size())) {
      some.push_back(runs[run]);
    }
    return Sample(std::move(some));
  }

  // As many different numbers below the count as runs are wanted.
  std::vector<std::size_t> some_of(std::size_t count) {
    std::vector<std::size_t> numbers;
    while (numbers.size() < drawing_.runs) {
      const std::size_t number = random_(std::size_t{0}, count - 1);
      if (std::find(numbers.begin(), numbers.end(), number) == numbers.end()) {
        numbers.push_back(number);
      }
    }
    return numbers;
  }

  const MeasuredBlocks& measured_;
  const std::vector<RunObservations>& runs_;
  Drawing6 drawing_;
  Random random_;
  std::vector<RunObservations> base_;
};

// Decides what is drawn. The law of Definition 4.10 follows from what is
// learned and from the numbers of runs and observations, which are those of the
// first draw in all others: its critical values are computed once.
class Judge {
 public:
  Judge(Interpretation interpretation, const std::vector<RunObservations>& base,
        double alpha)
      : interpretation_(interpretation), learned_(base) {
    settings_.interpretation = interpretation;
    settings_.alpha = alpha;
  }

  Finding find(const Sides& sides) {
    const statistics::SampleContrast contrast = {
        {{1, &sides.size}, {-1, &sides.base}}, 0};
    if (!law_) {
      const auto result = logic::interpret(interpretation_, contrast, settings_,
                                           {&learned_, &learned_});
      if (interpretation_ == Interpretation::kNonparametric) law_ = result;
      return result.finding;
    }
    const double difference = mean(sides.size) - mean(sides.base);
    const double upper = law_->threshold.value();
    if (difference > upper) return Finding::kGreater;
    if (difference < law_->lower_threshold.value_or(-upper)) {
      return Finding::kLess;
    }
    return Finding::kIndistinct;
  }

 private:
  static double mean(const Sample& sample) {
    double sum = 0;
    for (const auto& run : sample.runs()) {
      sum += std::accumulate(run.begin(), run.end(), 0.0);
    }
    return sum / static_cast<double>(sample.observation_count());
  }

  Interpretation interpretation_;
  Sample learned_;
  logic::DecisionSettings settings_;
  std::optional<statistics::TestResult> law_;
};

}  // namespace

Refuted refuted(Interpretation interpretation, const MeasuredBlocks& measured,
                std::size_t size, const Drawing6& drawing) {
  Draws draws(measured, size, drawing);
  Judge judge(interpretation, draws.all_base(), drawing.alpha);
  std::size_t less = 0;
  std::size_t greater = 0;
  for (std::size_t i = 0; i < drawing.draws; ++i) {
    const Sides sides = interpretation == Interpretation::kBlocks
                            ? draws.in_blocks()
                            : draws.apart();
    const Finding finding = judge.find(sides);
    if (finding == Finding::kUnknown) return {false, 0, 0};
    less += finding == Finding::kLess;
    greater += finding == Finding::kGreater;
  }
  const auto all = static_cast<double>(drawing.draws);
  return {true, static_cast<double>(less) / all,
          static_cast<double>(greater) / all};
}

}  // namespace spl::bench
