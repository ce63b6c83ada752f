#include "runner/given/data_file.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "runner/formulas/performance_name.hpp"
#include "runner/programs/answered_run.hpp"
#include "spl/logic/name.hpp"
#include "spl/logic/nearest_name.hpp"
#include "spl/statistics/interpretations/nonparametric.hpp"

namespace spl::runner {
namespace {

using logic::quoted;

using nlohmann::json;

/// Returns the value of a key for messages.
std::string shown(const json& value) {
  if (value.is_string()) return quoted(value.get<std::string>());
  return value.is_number() ? value.dump() : kind_text(value);
}

struct Unit {
  std::string_view name;
  double factor;
  logic::Dimension dimension;
};

using Dimension = logic::Dimension;

constexpr Unit kUnits[] = {{"ns", 1, Dimension::kTime},
                           {"us", 1e3, Dimension::kTime},
                           {"ms", 1e6, Dimension::kTime},
                           {"s", 1e9, Dimension::kTime},
                           {"1", 1, Dimension::kCount}};

void require_keys(const JsonText& text, const json& object,
                  const JsonPlace& place,
                  const std::vector<std::string>& known) {
  text.require_object(object, place);
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    text.fail(place,
              "unknown key " + quoted(key) + logic::did_you_mean(key, known));
  }
}

/// Of which quotients and products can be shown.
constexpr double kLeastCost = 1e-9;
constexpr double kMostCost = 1e15;

/// Reads the costs of so many levels but the lowest.
std::vector<double> read_costs(const JsonText& text, const json& costs,
                               const JsonPlace& place, std::size_t levels) {
  text.require_array(costs, place);
  if (costs.size() + 1 != levels) {
    text.fail(place, "expected " + std::to_string(levels - 1) +
                         (levels == 2 ? " cost" : " costs") +
                         ", one for each level above the observations, from "
                         "runs on, found " +
                         std::to_string(costs.size()));
  }
  std::vector<double> result;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const double cost = text.number(costs[i], place.at(i));
    if (cost != 0 && !(cost >= kLeastCost && cost <= kMostCost)) {
      text.fail(place.at(i), "a cost is 0, or from 1e-9 to 1e15");
    }
    result.push_back(cost);
  }
  return result;
}

/// Reads the nested lists of one performance.
class RunsReader {
 public:
  RunsReader(const JsonText& text, double factor)
      : text_(text), factor_(factor) {}

  /// The number of levels that were read.
  [[nodiscard]] std::size_t depth() const { return lowest_; }

  GivenPerformance read(const json& runs, const JsonPlace& place) {
    text_.require_array(runs, place);
    visit(runs, place, 1);
    std::vector<std::vector<double>> sample;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const std::size_t end =
          i + 1 < runs.size() ? begins_[i + 1] : values_.size();
      sample.emplace_back(
          values_.begin() + static_cast<std::ptrdiff_t>(begins_[i]),
          values_.begin() + static_cast<std::ptrdiff_t>(end));
    }
    GivenPerformance result{statistics::Sample(std::move(sample)), {}};
    if (balanced_) {
      result.levels = statistics::Hierarchy({sizes_.rbegin(), sizes_.rend()},
                                            std::move(values_));
    }
    return result;
  }

 private:
  /// Reads a list; `depth` is the number of lists around its items.
  void visit(const json& list, const JsonPlace& place, std::size_t depth) {
    if (depth > kMostLevels) {
      text_.fail(place, "observations are nested at most " +
                            std::to_string(kMostLevels) + " levels deep");
    }
    if (list.empty()) {
      text_.fail(place, depth == 1 ? "expected at least one run"
                                   : "expected at least one observation");
    }
    note_size(list.size(), depth);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (depth == 1) begins_.push_back(values_.size());
      const JsonPlace inner = place.at(i);
      if (list[i].is_array() && depth != lowest_) {
        visit(list[i], inner, depth + 1);
      } else {
        add(list[i], inner, depth);
      }
    }
  }

  void add(const json& value, const JsonPlace& place, std::size_t depth) {
    const bool misplaced = lowest_ != 0 && lowest_ != depth;
    if (value.is_array()) {
      text_.fail(place,
                 "expected a number, as elsewhere on this level, found a list");
    }
    const double number = factor_ * text_.number(value, place);
    if (depth == 1) {
      text_.fail(place,
                 "expected a run, which is a list of observations like "
                 "[10.5, 10.7], found a number");
    }
    if (misplaced) {
      text_.fail(place,
                 "expected a list, as elsewhere on this level, found a number");
    }
    if (!(std::abs(number) < kLargestObservation)) {
      text_.fail(place, "this observation is too large to calculate with");
    }
    lowest_ = depth;
    values_.push_back(number);
  }

  void note_size(std::size_t size, std::size_t depth) {
    if (sizes_.size() < depth) {
      sizes_.push_back(size);
    } else if (sizes_[depth - 1] != size) {
      balanced_ = false;
    }
  }

  const JsonText& text_;
  double factor_;
  std::vector<double> values_;
  std::vector<std::size_t> begins_;  ///< The first value of each run.
  std::vector<std::size_t> sizes_;   ///< By level, from the highest on.
  std::size_t lowest_ = 0;           ///< The depth of observations; 0: unknown.
  bool balanced_ = true;
};

class DataFileReader {
 public:
  DataFileReader(const JsonText& text, Position position, DataFiles& files,
                 GivenObservations& result)
      : text_(text), position_(position), result_(result), files_(files) {}

  void read() {
    const json& root = text_.root();
    text_.require_object(root, top_);
    check_schema();
    require_keys(text_, root, top_,
                 {"schema", "unit", "performances", "history"});
    const Unit& unit = read_unit();
    each("performances", {"runs", "costs", "learn"},
         [&](const std::string& name, const json& performance,
             const JsonPlace& place) {
           add(name, read_performance(performance, place, unit.factor), place);
         });
    if (root.contains("history")) {
      each("history", {"runs"},
           [&](const std::string& name, const json& performance,
               const JsonPlace& place) {
             learn(name, read_performance(performance, place, unit.factor),
                   place);
           });
    }
    each("performances", {"runs", "costs", "learn"},
         [&](const std::string& name, const json& performance,
             const JsonPlace& place) {
           if (!performance.contains("learn")) return;
           learn_from(performance["learn"], known(performance_of(name)),
                      place.at("learn"));
         });
  }

 private:
  void check_schema() const {
    const json& schema = text_.member(text_.root(), top_, "schema");
    if (schema != 1) {
      text_.fail(top_.at("schema"), "unknown schema " + shown(schema) +
                                        "; this version reads schema 1");
    }
  }

  const Unit& read_unit() const {
    const json& value = text_.member(text_.root(), top_, "unit");
    const std::string name =
        value.is_string() ? value.get<std::string>() : shown(value);
    const auto unit = std::ranges::find(kUnits, name, &Unit::name);
    if (unit == std::end(kUnits)) {
      text_.fail(top_.at("unit"), "unknown unit " + shown(value) +
                                      "; it is ns, us, ms, s, or 1 for counts");
    }
    if (position_ == Position::kLater && result_.dimension != unit->dimension) {
      text_.fail(top_.at("unit"),
                 "times and counts cannot be compared; the files before have "
                 "the other");
    }
    result_.dimension = unit->dimension;
    return *unit;
  }

  [[nodiscard]] GivenPerformance read_performance(const json& performance,
                                                  const JsonPlace& place,
                                                  double factor) const {
    RunsReader reader(text_, factor);
    GivenPerformance result =
        reader.read(text_.member(performance, place, "runs"), place.at("runs"));
    if (performance.contains("costs")) {
      result.costs = read_costs(text_, performance["costs"], place.at("costs"),
                                reader.depth());
    }
    return result;
  }

  template <typename Use>
  void each(const char* key, const std::vector<std::string>& keys,
            const Use& use) const {
    const JsonPlace place = top_.at(key);
    const json& all = text_.member(text_.root(), top_, key);
    text_.require_object(all, place);
    if (all.empty()) text_.fail(place, "expected at least one performance");
    for (const auto& [name, performance] : all.items()) {
      const JsonPlace inner = place.at(name);
      if (name.empty()) text_.fail(inner, "expected a performance's name");
      require_keys(text_, performance, inner, keys);
      use(name, performance, inner);
    }
  }

  void add(const std::string& name, GivenPerformance given,
           const JsonPlace& place) {
    const logic::Performance performance = known(performance_of(name));
    files_.spellings.emplace(logic::canonical_name(performance.method),
                             performance.method);
    if (!result_.performances.emplace(performance, std::move(given)).second) {
      text_.fail(place, "this name reads as " + to_text(performance) +
                            ", which appeared before; each performance may "
                            "appear once");
    }
  }

  void learn(const std::string& name, GivenPerformance given,
             const JsonPlace& place) {
    const logic::Performance performance = known(performance_of(name));
    if (!result_.performances.contains(performance)) {
      std::vector<std::string> names;
      for (const auto& [one, observed] : result_.performances) {
        names.push_back(to_text(one));
      }
      text_.fail(place, "there are no observations of " + to_text(performance) +
                            " to decide on" +
                            logic::did_you_mean(to_text(performance), names));
    }
    const bool is_new =
        result_.history
            .emplace(performance, std::get<statistics::Sample>(given.observed))
            .second;
    if (!is_new) {
      text_.fail(place, "this name reads as " + to_text(performance) +
                            ", which appeared before; each performance may "
                            "appear once");
    }
  }

  /// Lets a performance learn from the runs of others.
  void learn_from(const json& names, const logic::Performance& performance,
                  const JsonPlace& place) {
    text_.require_array(names, place);
    if (names.empty()) text_.fail(place, "expected at least one performance");
    if (result_.history.contains(performance)) {
      text_.fail(place, to_text(performance) +
                            " learns from \"history\" already; leave out one "
                            "of the two");
    }
    constexpr std::size_t kMostLearned = 4'000'000;
    const double mean = statistics::mean_of_runs(runs_of(performance));
    statistics::Runs all;
    std::set<logic::Performance> teachers;
    auto& learned = result_.learned[performance];
    for (const auto& [one, runs] : learned) teachers.insert(one);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const logic::Performance from = teacher(names[i], place.at(i));
      if (!teachers.insert(from).second) {
        text_.fail(place.at(i), to_text(from) + " is here twice");
      }
      for (const statistics::Run& one : runs_of(from)) {
        files_.learned += one.size();
      }
      if (files_.learned > kMostLearned) {
        text_.fail(place.at(i), "performances learn from at most " +
                                    std::to_string(kMostLearned) +
                                    " observations together");
      }
      const statistics::Runs scaled =
          statistics::scaled_to(mean, runs_of(from));
      all.insert(all.end(), scaled.begin(), scaled.end());
      learned.emplace_back(from, scaled.size());
    }
    result_.history.emplace(performance, statistics::Sample(std::move(all)));
  }

  /// Returns a performance of the files so far that has enough runs to learn
  /// from.
  [[nodiscard]] logic::Performance teacher(const json& name,
                                           const JsonPlace& place) const {
    if (!name.is_string()) {
      text_.fail(place, "expected a performance's name, found " + shown(name));
    }
    logic::Performance result = known(performance_of(name.get<std::string>()));
    if (!result_.performances.contains(result)) {
      std::vector<std::string> all;
      for (const auto& [one, observed] : result_.performances) {
        all.push_back(to_text(one));
      }
      text_.fail(place, "there are no observations of " + to_text(result) +
                            " to learn from" +
                            logic::did_you_mean(to_text(result), all));
    }
    const std::size_t runs = runs_of(result).size();
    if (runs < statistics::kFewestLearned) {
      text_.fail(place, to_text(result) + " has " + std::to_string(runs) +
                            (runs == 1 ? " run" : " runs") +
                            ", and learning takes " +
                            std::to_string(statistics::kFewestLearned) + ": " +
                            std::to_string(statistics::kFewestLearned - runs) +
                            " are missing");
    }
    return result;
  }

  [[nodiscard]] const statistics::Runs& runs_of(
      const logic::Performance& performance) const {
    return std::get<statistics::Sample>(
               result_.performances.at(performance).observed)
        .runs();
  }

  /// Returns the name in its first spelling: `.` and `::` mean the same.
  [[nodiscard]] logic::Performance known(logic::Performance performance) const {
    const auto found =
        files_.spellings.find(logic::canonical_name(performance.method));
    if (found != files_.spellings.end()) performance.method = found->second;
    return performance;
  }

  const JsonText& text_;
  Position position_;
  GivenObservations& result_;
  DataFiles& files_;
  const JsonPlace top_;
};

}  // namespace

GivenPerformance read_runs(const JsonText& text, const nlohmann::json& runs,
                           const JsonPlace& place, double factor) {
  return RunsReader(text, factor).read(runs, place);
}

void add_data_file(const JsonText& text, Position position, DataFiles& files,
                   GivenObservations& result) {
  DataFileReader(text, position, files, result).read();
}

}  // namespace spl::runner
