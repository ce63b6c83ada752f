#include "runner/measuring/grouping.hpp"

#include <algorithm>

namespace spl::runner {
namespace {

using logic::Performance;
using logic::Relation;

/// A group while it is put together.
struct Draft {
  Measuring measuring;
  std::set<Performance> performances;
  std::vector<std::size_t> wanted;
};

bool is_alike(const Measuring& one, Measuring other) {
  other.least_observations = one.least_observations;
  return one == other;
}

/// Drafts, and the latest of each performance: only the latest are tried, for
/// earlier ones are full or measured otherwise.
class Drafts {
 public:
  explicit Drafts(const RunSeconds& seconds) : seconds_(seconds) {}

  Draft& draft_for(const Wanted& wanted,
                   const std::set<Performance>& performances) {
    for (const Performance& performance : performances) {
      const auto latest = latest_.find(performance);
      if (latest == latest_.end()) continue;
      const Draft& draft = all_[latest->second];
      if (is_alike(draft.measuring, wanted.measuring) &&
          has_room(draft, performances)) {
        return joined(latest->second, wanted.measuring, performances);
      }
    }
    all_.push_back({wanted.measuring, {}, {}});
    return joined(all_.size() - 1, wanted.measuring, performances);
  }

  [[nodiscard]] const std::vector<Draft>& all() const { return all_; }

 private:
  [[nodiscard]] bool has_room(const Draft& draft,
                              const std::set<Performance>& more) const {
    std::set<Performance> all = draft.performances;
    all.insert(more.begin(), more.end());
    if (all.size() == draft.performances.size()) return true;
    double sum = 0;
    for (const Performance& one : all) {
      const auto known = seconds_.find(one);
      if (known != seconds_.end()) sum += known->second;
    }
    return all.size() <= kMostPerformances && sum <= kLongestBlock;
  }

  Draft& joined(std::size_t number, const Measuring& how,
                const std::set<Performance>& performances) {
    std::uint64_t& least = all_[number].measuring.least_observations;
    least = std::max(least, how.least_observations);
    all_[number].performances.insert(performances.begin(), performances.end());
    for (const Performance& performance : performances) {
      latest_[performance] = number;
    }
    return all_[number];
  }

  const RunSeconds& seconds_;
  std::vector<Draft> all_;
  std::map<Performance, std::size_t> latest_;
};

}  // namespace

Grouping group(const std::vector<Wanted>& wanted, const RunSeconds& seconds) {
  Drafts drafts(seconds);
  Grouping result;
  result.group_of.assign(wanted.size(), kNoGroup);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Relation& relation = *wanted[i].relation;
    if (relation.theta.terms().empty() || !relation.unfit.empty()) continue;
    const auto performances = performances_of(relation);
    drafts.draft_for(wanted[i], performances).wanted.push_back(i);
  }
  for (const Draft& draft : drafts.all()) {
    Group group{draft.measuring,
                {draft.performances.begin(), draft.performances.end()},
                {},
                {},
                0};
    for (const std::size_t i : draft.wanted) {
      group.relations.push_back(wanted[i].relation);
      group.first_look = std::max(group.first_look, wanted[i].first_look);
      result.group_of[i] = result.groups.size();
    }
    result.groups.push_back(std::move(group));
  }
  return result;
}

}  // namespace spl::runner
