#include "runner/formulas/project_file.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "runner/settings/option_values.hpp"
#include "runner/system/command_words.hpp"
#include "spl/logic/name.hpp"
#include "spl/logic/nearest_name.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

const std::vector<std::string>& known_keys() {
  static const std::vector<std::string> kKeys{"command", "setup", "prepare",
                                              "cleanup", "stdin", "exit-status",
                                              "timeout", "values"};
  return kKeys;
}

/// Reads one command.
class CommandTableReader {
 public:
  CommandTableReader(std::string name, const JsonPlace& place,
                     const RefuseCommand& refuse)
      : place_(place), refuse_(refuse) {
    result_.name = std::move(name);
    result_.run.has_name = true;
  }

  CommandRecipe read(const json& value, const std::filesystem::path& folder) {
    result_.run.folder = folder.string();
    if (!logic::is_plain_name(result_.name)) {
      fail("a command has a name that formulas can write: \"convert\"", place_);
    }
    if (value.is_object()) {
      for (const auto& [key, part] : value.items()) require_known(key);
      if (!value.contains("command")) {
        fail(quoted(result_.name) +
                 " lacks what is executed: \"command\": \"TOOL ...\"",
             place_);
      }
      read_words("command", value["command"], place_.at("command"));
      for (const auto& [key, part] : value.items()) read(key, part);
    } else {
      read_words("command", value, place_);
    }
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(const std::string& message,
                         const JsonPlace& place) const {
    refuse_(message, place);
    throw std::logic_error("a refusal returned");
  }

  static std::string quoted(const std::string& text) {
    return '"' + text + '"';
  }

  void read(const std::string& key, const json& value) {
    const JsonPlace place = place_.at(key);
    if (key == "command") return;  // Read first: it names the parameters.
    if (key == "setup" || key == "prepare" || key == "cleanup") {
      read_words(key, value, place);
    } else if (key == "stdin") {
      if (!value.is_string()) fail("\"stdin\" takes the path of a file", place);
      result_.run.input = value.get<std::string>();
      check({result_.run.input}, place);
    } else if (key == "exit-status") {
      constexpr int kMost = 255;
      if (!value.is_number_integer() || value < 0 || value > kMost) {
        fail("\"exit-status\" takes a number from 0 to 255", place);
      }
      result_.run.exit_status = value.get<int>();
    } else if (key == "timeout") {
      read_timeout(value, place);
    } else if (key == "values") {
      read_values(value, place);
    }
  }

  void require_known(const std::string& key) const {
    const std::vector<std::string>& known = known_keys();
    if (std::ranges::find(known, key) != known.end()) return;
    fail("unknown key " + quoted(key) + " in " + quoted(result_.name) +
             logic::did_you_mean(key, known),
         place_.at(key));
  }

  /// A command as in a shell, or a list of its words.
  std::vector<std::string> words(const std::string& key, const json& value,
                                 const JsonPlace& place) const {
    std::vector<std::string> result;
    if (value.is_string()) {
      try {
        result = command_words(value.get<std::string>());
      } catch (const WordError& error) {
        fail(quoted(key) + " has " + error.what(), place);
      }
    }
    const json none = json::array();
    for (const json& word : value.is_array() ? value : none) {
      if (!word.is_string()) {
        fail(quoted(key) + " takes a command or a list of words", place);
      }
      result.push_back(word.get<std::string>());
    }
    if (result.empty() || result.front().empty()) {
      fail(quoted(key) + " takes a command: \"TOOL --option\"", place);
    }
    return result;
  }

  void read_words(const std::string& key, const json& value,
                  const JsonPlace& place) {
    std::vector<std::string> all = words(key, value, place);
    CommandRun& run = result_.run;
    if (key == "command") {
      for (std::size_t i = 0; i < all.size(); ++i) {
        try {
          for (auto& one : parameters_in({all[i]})) {
            const bool is_known = std::ranges::find(result_.parameters, one) !=
                                  result_.parameters.end();
            if (!is_known) result_.parameters.push_back(std::move(one));
          }
        } catch (const PlaceholderError& error) {
          fail(error.what(), value.is_array() ? place.at(i) : place);
        }
      }
      run.words = std::move(all);
      return;
    }
    check(all, place);
    (key == "setup"     ? run.setup
     : key == "prepare" ? run.prepare
                        : run.cleanup) = std::move(all);
  }

  void check(const std::vector<std::string>& words,
             const JsonPlace& place) const {
    try {
      require_parameters(words, result_.parameters);
    } catch (const PlaceholderError& error) {
      fail(error.what(), place);
    }
  }

  void read_timeout(const json& value, const JsonPlace& place) {
    try {
      result_.run.timeout =
          values::time("timeout", value.is_string() ? value.get<std::string>()
                                                    : value.dump());
    } catch (const SettingError& error) {
      fail(error.what(), place);
    }
  }

  void read_values(const json& value, const JsonPlace& place) {
    if (!value.is_object()) {
      fail("\"values\" takes an object: { \"n\": [10, 100] }", place);
    }
    for (const auto& [name, list] : value.items()) {
      const JsonPlace at = place.at(name);
      const auto known = std::ranges::find_if(
          result_.parameters,
          [&, &name = name](const auto& one) { return one.name == name; });
      if (known == result_.parameters.end()) {
        std::vector<std::string> all;
        for (const auto& one : result_.parameters) all.push_back(one.name);
        fail("the command has no {" + name + "}" +
                 logic::did_you_mean(name, all),
             at);
      }
      for (const json& one : list.is_array() ? list : json::array({list})) {
        known->values.push_back(value_of(one, at));
      }
    }
  }

  logic::Value value_of(const json& value, const JsonPlace& place) const {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number() && std::isfinite(value.get<double>())) {
      return logic::rounded(value.get<double>());
    }
    fail("\"values\" takes numbers and texts", place);
  }

  const JsonPlace& place_;
  const RefuseCommand& refuse_;
  CommandRecipe result_;
};

}  // namespace

std::vector<CommandRecipe> read_commands(const json& commands,
                                         const JsonPlace& place,
                                         const std::filesystem::path& folder,
                                         const RefuseCommand& refuse) {
  std::vector<CommandRecipe> result;
  if (!commands.is_object()) {
    refuse("\"commands\" takes an object: { \"NAME\": \"TOOL {n}\" }", place);
    return result;
  }
  for (const auto& [name, value] : commands.items()) {
    const JsonPlace at = place.at(name);
    result.push_back(CommandTableReader(name, at, refuse).read(value, folder));
  }
  return result;
}

}  // namespace spl::runner
