#include "runner/settings/command_recipe.hpp"

#include <algorithm>
#include <functional>

#include "runner/system/command_words.hpp"
#include "spl/logic/name.hpp"
#include "spl/logic/nearest_name.hpp"

namespace spl::runner {
namespace {

constexpr const char* kBuild = "{build}/";

/// Each placeholder looks at all parameters.
constexpr std::size_t kMostParameters = 100;
/// Bytes of all values in the words of a command: more than Linux hands over.
constexpr std::size_t kMostOfValues = std::size_t{16} << 20;

using Parameters = std::vector<CommandRecipe::Parameter>;

const std::vector<std::string>& places() {
  static const std::vector<std::string> kPlaces{"source", "build", "project"};
  return kPlaces;
}

bool is_place(const std::string& name) {
  return std::find(places().begin(), places().end(), name) != places().end();
}

/// Replaces `{name}`, where the function returns a text for the name. Other
/// braces are those of a shell, of awk or of JSON; `${name}` is a shell's.
std::string replaced(
    const std::string& word,
    const std::function<std::optional<std::string>(const std::string&)>& text) {
  std::string result;
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t end =
        word[at] == '{' ? word.find_first_of("{}", at + 1) : std::string::npos;
    const bool is_shells = at > 0 && word[at - 1] == '$';
    if (end != std::string::npos && word[end] == '}' && !is_shells) {
      const std::string name = word.substr(at + 1, end - at - 1);
      const bool is_name = logic::is_plain_name(name) &&
                           name.find_first_of(".:") == std::string::npos;
      if (const auto found = is_name ? text(name) : std::nullopt) {
        result += *found;
        at = end + 1;
        continue;
      }
    }
    result += word[at++];
  }
  return result;
}

/// Calls a function for the name of each placeholder.
void each_placeholder(const std::vector<std::string>& words,
                      const std::function<void(const std::string&)>& visit) {
  for (const std::string& word : words) {
    (void)replaced(word, [&](const std::string& name) {
      visit(name);
      return std::nullopt;
    });
  }
}

const CommandRecipe::Parameter* find(const Parameters& all,
                                     const std::string& name) {
  const auto found = std::ranges::find_if(
      all, [&](const auto& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

/// A value as a program reads it: a text without its quotes.
std::string plain_text(const logic::Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr ? *text : logic::to_text(value);
}

bool names(const CommandRecipe& recipe, const std::string& place) {
  bool result = false;
  const CommandRun& run = recipe.run;
  for (const auto* words :
       {&run.words, &run.setup, &run.prepare, &run.cleanup}) {
    each_placeholder(*words, [&](const std::string& name) {
      result = result || name == place;
    });
  }
  each_placeholder({run.input}, [&](const std::string& name) {
    result = result || name == place;
  });
  return result;
}

}  // namespace

Parameters parameters_in(const std::vector<std::string>& words) {
  Parameters result;
  each_placeholder(words, [&](const std::string& name) {
    if (is_place(name) || find(result, name) != nullptr) return;
    if (const auto near = logic::nearest_name(name, places())) {
      throw PlaceholderError("there is no placeholder {" + name +
                             "}; did you mean {" + *near + "}?");
    }
    if (result.size() == kMostParameters) {
      throw PlaceholderError("a command has at most " +
                             std::to_string(kMostParameters) + " parameters");
    }
    result.push_back({name});
  });
  return result;
}

void require_parameters(const std::vector<std::string>& words,
                        const Parameters& known) {
  each_placeholder(words, [&](const std::string& name) {
    if (is_place(name) || find(known, name) != nullptr) return;
    std::vector<std::string> all = places();
    for (const auto& one : known) all.push_back(one.name);
    const auto near = logic::nearest_name(name, all);
    throw PlaceholderError("the command has no {" + name + "}" +
                           (near ? "; did you mean {" + *near + "}?" : ""));
  });
}

bool names_source(const CommandRecipe& recipe) {
  return names(recipe, "source");
}

bool names_revision(const CommandRecipe& recipe) {
  return names(recipe, "source") || names(recipe, "build");
}

std::string built_tool(const CommandRecipe& recipe) {
  const std::string& word = recipe.run.words.front();
  return word.starts_with(kBuild) ? word : std::string();
}

std::vector<std::string> built_files(const CommandRecipe& recipe) {
  std::vector<std::string> result;
  const CommandRun& run = recipe.run;
  const auto add = [&](const std::string& word) {
    // --input={build}/data names a file, too.
    const std::size_t at = word.find(kBuild);
    if (at == std::string::npos) return;
    const std::string file = word.substr(at);
    if (file != built_tool(recipe)) result.push_back(file);
  };
  for (const auto* words :
       {&run.words, &run.setup, &run.prepare, &run.cleanup}) {
    for (const std::string& word : *words) add(word);
  }
  add(run.input);
  return result;
}

CommandRun filled(const CommandRecipe& recipe,
                  const std::vector<logic::Value>& arguments,
                  const CommandPlaces& places,
                  const std::filesystem::path& project) {
  std::size_t left = kMostOfValues;
  const auto text_of =
      [&](const std::string& name) -> std::optional<std::string> {
    for (std::size_t i = 0; i < recipe.parameters.size(); ++i) {
      if (recipe.parameters[i].name != name || i >= arguments.size()) continue;
      std::string text = plain_text(arguments[i]);
      if (text.size() > left) {
        throw WordError("values of more than 16 MB in its words");
      }
      left -= text.size();
      return text;
    }
    const std::filesystem::path* place = name == "source"    ? &places.source
                                         : name == "build"   ? &places.build
                                         : name == "project" ? &project
                                                             : nullptr;
    if (place == nullptr || place->empty()) return std::nullopt;
    return place->string();
  };
  CommandRun result = recipe.run;
  for (auto* words :
       {&result.words, &result.setup, &result.prepare, &result.cleanup}) {
    for (std::string& word : *words) word = replaced(word, text_of);
  }
  result.input = replaced(result.input, text_of);
  return result;
}

CommandRecipe written_command(const std::string& text) {
  CommandRecipe result;
  result.run.words = command_words(text);
  return result;
}

}  // namespace spl::runner
