#include "runner/given/data_file.hpp"

#include <set>
#include <utility>

#include "runner/given/object_reader.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

using logic::Performance;
using nlohmann::json;

constexpr char kNoObservations[] =
    "this report of spl-run has no observations; let spl-run write them with "
    "-s observations-in-json";

/// Joins names for a sentence: `wall`, `wall and cpu`, `wall, cpu and cycles`.
std::string listed(const std::set<std::string>& names) {
  std::string result;
  std::size_t left = names.size();
  for (const std::string& name : names) {
    --left;
    result += name + (left == 0 ? "" : left == 1 ? " and " : ", ");
  }
  return result;
}

/// Reads one report.
class RunReportReader {
 public:
  RunReportReader(const JsonText& text, Position position,
                  const std::optional<MeasuredMetric>& metric,
                  GivenObservations& result)
      : text_(text), position_(position), metric_(metric), result_(result) {}

  void read() {
    const ObjectReader root(text_, text_.root(), top_);
    if (root.value("schema") != 1) {
      text_.fail(top_.at("schema"), "this version reads reports of schema 1");
    }
    const json& all = root.value("performances");
    if (all.empty()) text_.fail(top_, kNoObservations);
    choose_metric(all);
    first_group_ = result_.groups.size();
    const JsonPlace list = top_.at("performances");
    for (std::size_t i = 0; i < all.size(); ++i) add(all[i], list.at(i));
    require_equal_blocks();
    read_settings();
    read_relations();
    read_warnings();
    read_origin();
  }

 private:
  /// Observations of the metric, of what decided or of what was recorded.
  struct Found {
    const json* data = nullptr;
    bool is_time = true;
  };

  [[nodiscard]] Found found(const json& entry, const JsonPlace& place) const {
    const ObjectReader reader(text_, entry, place);
    if (!has(entry, "data")) text_.fail(place, kNoObservations);
    if (reader.text("metric") == chosen_) {
      return {&entry["data"], reader.text("unit") != "1"};
    }
    const json& recorded = reader.value("recorded");
    const JsonPlace list = place.at("recorded");
    text_.require_array(recorded, list);
    for (std::size_t i = 0; i < recorded.size(); ++i) {
      const JsonPlace inner = list.at(i);
      const ObjectReader other(text_, recorded[i], inner);
      if (other.text("metric") != chosen_) continue;
      return {&other.value("data"), other.text("unit") != "1"};
    }
    return {};
  }

  void choose_metric(const json& all) {
    const JsonPlace list = top_.at("performances");
    text_.require_array(all, list);
    std::set<std::string> deciding;
    std::set<std::string> metrics;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const JsonPlace place = list.at(i);
      const ObjectReader reader(text_, all[i], place);
      deciding.insert(reader.text("metric"));
      for (const json& one : reader.value("recorded")) {
        if (has(one, "metric") && one["metric"].is_string()) {
          metrics.insert(one["metric"].get<std::string>());
        }
      }
    }
    metrics.insert(deciding.begin(), deciding.end());
    if (metric_) {
      chosen_ = to_text(*metric_);
      if (metrics.contains(chosen_)) return;
      text_.fail(top_, "there are no observations of " + chosen_ + ", but of " +
                           listed(metrics) + "; choose these with --metric");
    }
    if (deciding.size() > 1) {
      text_.fail(top_, "there are observations of " + listed(deciding) +
                           "; choose one with --metric");
    }
    chosen_ = *deciding.begin();
  }

  void add(const json& entry, const JsonPlace& place) {
    const Found observed = found(entry, place);
    if (observed.data == nullptr) return;
    const auto dimension =
        observed.is_time ? logic::Dimension::kTime : logic::Dimension::kCount;
    const bool is_first = position_ == Position::kFirst && is_first_;
    if (!is_first &&
        (dimension != result_.dimension || chosen_ != result_.metric)) {
      text_.fail(place,
                 "the files before have another metric, and what is given "
                 "together has one");
    }
    is_first_ = false;
    result_.dimension = dimension;
    result_.metric = chosen_;
    const Performance performance = performance_in(text_, entry, place);
    const bool is_of_another_file =
        result_.performances.contains(performance) &&
        !own_.contains(performance);
    if (is_of_another_file) {
      text_.fail(place, to_text(performance) +
                            " is in a file before, too; give reports that "
                            "measured the same one at a time");
    }
    own_.insert(performance);
    const ObjectReader reader(text_, entry, place);
    GivenPerformance given{logic::Failure{foreign_text(reader.text("failure"))},
                           {}};
    if (!observed.data->empty()) {
      given = read_runs(text_, *observed.data, place.at("data"), 1);
    }
    if (!text_.member(entry, place, "group").is_null()) {
      add_to_group(performance, given, entry, place);
    } else if (!observed.data->empty()) {
      take_levels(entry, given);
    }
    offer(performance, std::move(given));
  }

  void add_to_group(const Performance& performance,
                    const GivenPerformance& given, const json& entry,
                    const JsonPlace& place) {
    const JsonPlace inner = place.at("group");
    const ObjectReader reader(text_, entry["group"], inner);
    const GroupFacts facts{
        first_group_ + reader.whole("number"),
        reader.whole("blocks_planned"),
        reader.flag("counted"),
        reader.flag("looks"),
        reader.whole("layouts"),
        reader.flag("one_layout"),
        has(entry["group"], "processes") && reader.flag("processes")};
    ReportedRuns runs;
    runs.failure =
        foreign_text(text_.text(entry["failure"], place.at("failure")));
    runs.is_in_one_layout = !reader.flag("linked");
    // Earlier reports lack it.
    if (has(entry["group"], "layout_seconds") &&
        !entry["group"]["layout_seconds"].is_null()) {
      runs.layout_seconds = reader.number("layout_seconds");
    }
    if (const auto* sample = std::get_if<statistics::Sample>(&given.observed)) {
      runs.observations = sample->runs();
    }
    const JsonPlace list = place.at("run_details");
    const json& details = text_.member(entry, place, "run_details");
    text_.require_array(details, list);
    for (std::size_t i = 0; i < details.size(); ++i) {
      runs.records.push_back(record_in(text_, details[i], list.at(i)));
    }
    if (runs.records.size() != runs.observations.size()) {
      text_.fail(list, "expected one entry for each run, " +
                           std::to_string(runs.observations.size()) +
                           " of them, found " +
                           std::to_string(runs.records.size()));
    }
    const auto [known, is_new] =
        groups_.emplace(facts.number, result_.groups.size());
    if (is_new) result_.groups.push_back({facts, {}});
    ReportedGroup& group = result_.groups[known->second];
    if (!(group.facts == facts)) {
      text_.fail(inner, "another performance has other facts of this group");
    }
    if (!group.performances.emplace(performance, std::move(runs)).second) {
      text_.fail(place, to_text(performance) + " is in this group twice");
    }
  }

  /// Keeps the levels of data that were nested deeper.
  void take_levels(const json& entry, GivenPerformance& given) const {
    if (!has(entry, "levels") || !has(entry["levels"], "r")) return;
    const json& counts = entry["levels"]["r"];
    if (!counts.is_array() || counts.size() <= 2) return;
    std::vector<std::size_t> sizes;
    for (const json& one : counts) {
      if (!one.is_number_unsigned()) return;
      sizes.push_back(one.get<std::size_t>());
    }
    std::vector<double> values;
    for (const auto& run :
         std::get<statistics::Sample>(given.observed).runs()) {
      values.insert(values.end(), run.begin(), run.end());
    }
    std::size_t product = 1;
    for (const std::size_t size : sizes) {
      if (size == 0 || product > values.size() / size) return;
      product *= size;
    }
    if (product != values.size()) return;
    given.levels = statistics::Hierarchy(std::move(sizes), std::move(values));
  }

  /// Keeps the most runs of a performance.
  void offer(const Performance& performance, GivenPerformance given) {
    if (const auto* failure = std::get_if<logic::Failure>(&given.observed);
        failure != nullptr && failure->reason.empty()) {
      given.observed = logic::Failure{to_text(performance) +
                                      " has no runs in " + text_.file()};
    }
    const auto runs = [](const GivenPerformance& one) {
      const auto* sample = std::get_if<statistics::Sample>(&one.observed);
      return sample == nullptr ? 0 : sample->run_count();
    };
    const auto known = result_.performances.find(performance);
    if (known == result_.performances.end()) {
      result_.performances.emplace(performance, std::move(given));
    } else if (runs(given) > runs(known->second)) {
      known->second = std::move(given);
    }
  }

  /// Fails if runs at one position are not of one block.
  void require_equal_blocks() const {
    for (std::size_t i = first_group_; i < result_.groups.size(); ++i) {
      std::vector<std::size_t> blocks;
      for (const auto& [name, runs] : result_.groups[i].performances) {
        for (std::size_t run = 0; run < runs.records.size(); ++run) {
          const std::size_t block = runs.records[run].block;
          if (run == blocks.size()) blocks.push_back(block);
          const bool is_in_order = run == 0 || blocks[run - 1] < block;
          if (blocks[run] == block && is_in_order) continue;
          text_.fail(top_.at("performances"),
                     "run " + std::to_string(run + 1) + " of " + to_text(name) +
                         " is of another block than those of the same "
                         "position, or out of order; leave reports as they "
                         "were written");
        }
      }
    }
  }

  void read_settings() {
    const JsonPlace place = top_.at("settings");
    const ObjectReader settings(
        text_, text_.member(text_.root(), top_, "settings"), place);
    result_.are_layouts_builds = !settings.value("builds").is_null();
  }

  void read_relations() {
    const JsonPlace list = top_.at("formulas");
    const json& formulas = text_.member(text_.root(), top_, "formulas");
    text_.require_array(formulas, list);
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      const JsonPlace formula = list.at(i);
      const JsonPlace inner = formula.at("relations");
      const json& relations = text_.member(formulas[i], formula, "relations");
      text_.require_array(relations, inner);
      for (std::size_t j = 0; j < relations.size(); ++j) {
        add_relation(relations[j], inner.at(j));
      }
    }
  }

  void add_relation(const json& relation, const JsonPlace& place) {
    const ObjectReader reader(text_, relation, place);
    ReportedRelation result{reader.text("text"), reader.text("stopped"),
                            foreign_text(reader.text("reason")), std::nullopt};
    if (has(relation, "followed")) {
      const JsonPlace inner = place.at("followed");
      const ObjectReader followed(text_, relation["followed"], inner);
      result.followed_calls = followed.number("calls");
      result.followed_seconds = followed.number("seconds");
    }
    if (has(relation, "late_calls")) {
      const JsonPlace inner = place.at("late_calls");
      const ObjectReader late(text_, relation["late_calls"], inner);
      result.late = {late.whole("pairs"), late.number("left"),
                     late.number("right"), late.number("p_greater"),
                     late.number("p_less")};
    }
    result_.relations.push_back(std::move(result));
  }

  [[nodiscard]] std::vector<std::string> texts_at(const char* key) const {
    const JsonPlace list = top_.at(key);
    const json& texts = text_.member(text_.root(), top_, key);
    text_.require_array(texts, list);
    std::vector<std::string> result;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      result.push_back(text_.text(texts[i], list.at(i)));
    }
    return result;
  }

  void read_origin() {
    const JsonPlace place = top_.at("context");
    const ObjectReader context(
        text_, text_.member(text_.root(), top_, "context"), place);
    std::string time = context.text("time");
    constexpr std::size_t kLongest = 40;
    if (time.size() > kLongest ||
        time.find_first_not_of("0123456789+-.:TZ ") != std::string::npos) {
      text_.fail(place.at("time"), "this is no time like 2026-10-05T08:00:00Z");
    }
    result_.origins.push_back(
        {context.text("host"), context.number("processors"), std::move(time)});
  }

  void read_warnings() {
    std::set<std::string> minor;
    if (has(text_.root(), "minor_warnings")) {
      for (std::string& one : texts_at("minor_warnings")) {
        minor.insert(std::move(one));
      }
    }
    const std::vector<std::string> all = texts_at("warnings");
    for (std::size_t i = 0; i < all.size(); ++i) {
      Warning warning = warning_at(i, all[i]);
      warning.files.insert(warning.files.begin(), text_.file());
      (minor.contains(all[i]) ? result_.minor_warnings : result_.warnings)
          .push_back(std::move(warning));
    }
  }

  /// Returns a warning with the subject and the files that the report says it
  /// begins with; earlier reports say nothing of them.
  [[nodiscard]] Warning warning_at(std::size_t i,
                                   const std::string& text) const {
    if (!has(text_.root(), "warning_details")) return text;
    const JsonPlace list = top_.at("warning_details");
    const json& all = text_.root()["warning_details"];
    text_.require_array(all, list);
    if (i >= all.size()) text_.fail(list, "expected one for each warning");
    const JsonPlace place = list.at(i);
    const ObjectReader details(text_, all[i], place);
    Warning result{details.text("subject"), ""};
    const JsonPlace inner = place.at("files");
    const json& files = details.value("files");
    text_.require_array(files, inner);
    for (std::size_t j = 0; j < files.size(); ++j) {
      result.files.push_back(text_.text(files[j], inner.at(j)));
    }
    const std::string begin = to_text(result);
    if (!text.starts_with(begin)) return text;
    result.rest = text.substr(begin.size());
    return result;
  }

  const JsonText& text_;
  Position position_;
  std::optional<MeasuredMetric> metric_;
  GivenObservations& result_;
  const JsonPlace top_;
  std::string chosen_;           ///< The metric.
  std::size_t first_group_ = 0;  ///< The first group of this file.
  std::map<std::size_t, std::size_t> groups_;  ///< Of this file, by number.
  bool is_first_ = true;       ///< No observations were read yet.
  std::set<Performance> own_;  ///< The performances of this file.
};

}  // namespace

bool is_run_report(const JsonText& text) {
  const json& root = text.root();
  return has(root, "version") && has(root, "performances") &&
         root["performances"].is_array();
}

void add_run_report(const JsonText& text, Position position,
                    const std::optional<MeasuredMetric>& metric,
                    GivenObservations& result) {
  RunReportReader(text, position, metric, result).read();
}

}  // namespace spl::runner
