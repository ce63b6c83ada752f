#include "runner/modes/bisection_notes.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "runner/git/content_id.hpp"
#include "runner/reports/json/sections.hpp"
#include "runner/reports/json/values.hpp"
#include "runner/revisions/overlay.hpp"
#include "runner/settings/build_recipe.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr int kFormat = 1;
constexpr Standing kStandings[] = {Standing::kGood, Standing::kBad,
                                   Standing::kUndecided, Standing::kSkipped};

std::string text_of(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

// --- What is asked -----------------------------------------------------------

std::string formulas(const std::vector<FormulaText>& texts,
                     const std::string& filter) {
  std::string all = filter + '\0';
  for (const FormulaText& text : texts) all += text.content + '\0';
  return content_id(all);
}

/// Returns the settings that decide which answer is found, and not how good.
std::string deciding(const Settings& settings) {
  Json json = json_of(settings);
  for (const char* key : {"budget", "runs", "max-runs", "observations",
                          "warmup", "timeout", "undecided", "may-hide"}) {
    json.erase(key);
  }
  return text_of(json);
}

std::string resolved(const Revisions& revisions) {
  std::string all;
  for (const auto& [name, revision] : revisions.resolved()) {
    if (!name.empty()) all += name + '=' + revision.id + ' ';
  }
  return all;
}

/// Returns what the project file and the caller add to a commit's sources.
std::string building(const Session& session, Revisions& revisions) {
  const BuildRecipe& recipe = session.invocation.recipe;
  Json json = {{"configure", recipe.configure},
               {"build", recipe.build},
               {"programs", recipe.programs},
               {"overlay", tree_id(overlaid({}, recipe.overlay, recipe.project,
                                            revisions.repository().folder()))}};
  std::vector<std::string> environment;
  for (const std::string& name : session.world.variables) {
    environment.push_back(name + '=' +
                          session.world.environment(name).value_or(""));
  }
  std::sort(environment.begin(), environment.end());
  json["environment"] = relevant_environment(environment);
  json["tools"] = tool_facts(recipe, environment);
  return content_id(text_of(json));
}

// --- The file ----------------------------------------------------------------

std::optional<Json> parsed(const fs::path& file) {
  try {
    Json json = Json::parse(read_file(file));
    if (json.at("format") != kFormat) return std::nullopt;
    return json;
  } catch (const FileError&) {
  } catch (const Json::exception&) {
  }
  return std::nullopt;
}

Standing standing_of(const std::string& name) {
  for (const Standing one : kStandings) {
    if (to_text(one) == name) return one;
  }
  return Standing::kUntested;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 < names.size() ? ", " : " and ";
    text += names[i];
  }
  return text;
}

}  // namespace

Question question(const Session& session, const std::vector<FormulaText>& texts,
                  const BisectionEnds& ends, Revisions& revisions) {
  const Settings& settings = session.invocation.settings;
  std::vector<FormulaText> all = session.invocation.layers.definitions;
  all.insert(all.end(), texts.begin(), texts.end());
  return {{"the good end", ends.good.id},
          {"the bad end", ends.bad.id},
          {"the formulas", formulas(all, settings.filter)},
          {"the revisions that they name", resolved(revisions)},
          {"the settings", deciding(settings)},
          {"how revisions are built", building(session, revisions)},
          {"the machine", session.world.context.host}};
}

BisectionNotes::BisectionNotes(fs::path folder, const std::string& repository,
                               Question question)
    : folder_(std::move(folder)),
      prefix_(content_id(repository).substr(0, 12) + '-'),
      question_(std::move(question)),
      file_(folder_ /
            (prefix_ + content_id(text_of(Json(question_))).substr(0, 12) +
             ".json")) {}

TestedCommits BisectionNotes::read() const {
  const auto json = parsed(file_);
  if (!json) {
    throw PlainError("--resume: there is nothing to go on with: " +
                     difference() + "; leave --resume out to begin");
  }
  TestedCommits commits;
  try {
    for (const auto& [id, one] : json->at("commits").items()) {
      Tested tested{standing_of(one.at("standing").get<std::string>()),
                    one.at("reason").get<std::string>()};
      for (const auto& [text, ratio] : one.at("ratios").items()) {
        tested.ratios[text] = {ratio.at(0).get<double>(),
                               ratio.at(1).get<double>()};
      }
      tested.violated = one.at("violated").get<std::set<std::string>>();
      if (tested.standing != Standing::kUntested) commits[id] = tested;
    }
  } catch (const Json::exception&) {
    throw PlainError("--resume: " + file_.string() +
                     " is damaged; leave --resume out to begin anew");
  }
  return commits;
}

/// Returns in what the search that was kept last differs.
std::string BisectionNotes::difference() const {
  std::optional<Json> last;
  fs::file_time_type when = fs::file_time_type::min();
  std::error_code error;
  for (const auto& one : fs::directory_iterator(folder_, error)) {
    if (!one.path().filename().string().starts_with(prefix_)) continue;
    const fs::file_time_type written = one.last_write_time(error);
    auto json = parsed(one.path());
    if (json && (!last || written > when)) {
      last = std::move(json);
      when = written;
    }
  }
  if (!last) return "no search in this repository was interrupted";
  std::vector<std::string> others;
  for (const auto& [name, value] : question_) {
    if (last->value("question", Json::object()).value(name, "") != value) {
      others.push_back(name);
    }
  }
  return "the search that was interrupted here asked something else (" +
         listed(others) + (others.size() == 1 ? " differs)" : " differ)");
}

void BisectionNotes::write(const TestedCommits& commits) const {
  Json list = Json::object();
  for (const auto& [id, tested] : commits) {
    Json ratios = Json::object();
    for (const auto& [text, ratio] : tested.ratios) {
      ratios[text] = {ratio.mean, ratio.variance};
    }
    list[id] = {{"standing", to_text(tested.standing)},
                {"reason", tested.reason},
                {"ratios", std::move(ratios)},
                {"violated", tested.violated}};
  }
  std::error_code error;
  fs::create_directories(folder_, error);
  const Json all = {{"format", kFormat},
                    {"question", question_},
                    {"commits", std::move(list)}};
  write_file(file_, text_of(all) + '\n');
}

void BisectionNotes::remove() const {
  std::error_code ignored;
  fs::remove(file_, ignored);
}

}  // namespace spl::runner
