#include "runner/formulas/listed_options.hpp"

#include <CLI/CLI.hpp>

#include "runner/settings/options.hpp"

namespace spl::runner {
namespace {

ListedOption listed(const CLI::Option& option) {
  ListedOption result;
  result.help = option.get_description();
  result.topic = option.get_group();
  if (option.get_positional()) {
    result.name = option.get_name(true);
    return result;
  }
  if (!option.get_snames().empty()) {
    result.short_name = '-' + option.get_snames().front();
  }
  const std::string& name = option.get_lnames().front();
  result.name = "--" + name;
  result.value = option.get_type_name();
  return result;
}

}  // namespace

std::vector<ListedOption> listed_options(const CLI::App& app) {
  std::vector<ListedOption> result;
  for (const Option::Topic topic : kTopics) {
    for (const CLI::Option* option : app.get_options()) {
      if (option->get_group() == heading(topic)) {
        result.push_back(listed(*option));
      }
    }
  }
  return result;
}

}  // namespace spl::runner
