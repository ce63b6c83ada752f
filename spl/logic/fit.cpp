#include "spl/logic/fit.hpp"

#include <algorithm>
#include <cmath>

#include "spl/logic/name.hpp"

namespace spl::logic {
namespace {

std::string listed(const std::vector<std::string>& types) {
  if (types.empty()) return "nothing";
  std::string text;
  for (const std::string& type : types) {
    if (!text.empty()) text += ", ";
    text += type;
  }
  return types.size() == 1 ? text : '(' + text + ')';
}

std::string parameter_text(const Entry& entry, std::size_t position) {
  const Parameter& parameter = (*entry.parameters)[position];
  const std::string name = parameter.name.empty()
                               ? "parameter " + std::to_string(position + 1)
                               : "parameter " + quoted(parameter.name);
  return name + " of " + to_text(entry.kind) + " " + quoted(entry.name);
}

/// Whether the generator makes everything that a method takes except its
/// instance.
bool lacks_factory(const std::vector<std::string>& taken,
                   const Combination& combination) {
  const auto& made = combination.generator->argument_types;
  return combination.factory == nullptr && taken.size() == made.size() + 1 &&
         std::equal(made.begin(), made.end(), taken.begin() + 1);
}

}  // namespace

std::optional<std::string> misfit(const Combination& combination) {
  const Entry& method = *combination.method;
  const Entry* generator = combination.generator;
  const Entry* factory = combination.factory;
  if (method.kind == Entry::Kind::kWorkload) {
    const Entry* extra = generator != nullptr ? generator : factory;
    if (extra == nullptr) return std::nullopt;
    return "workload " + quoted(method.name) +
           " drives its own loop and takes no " + to_text(extra->kind) +
           "; remove [...]";
  }
  std::vector<std::string> rest = method.argument_types;
  if (factory != nullptr) {
    if (rest.empty()) {
      return "method " + quoted(method.name) + " takes nothing, but factory " +
             quoted(factory->name) + " makes " + factory->instance_type;
    }
    if (rest.front() != factory->instance_type) {
      return "method " + quoted(method.name) + " takes " + rest.front() +
             " as its instance, but factory " + quoted(factory->name) +
             " makes " + factory->instance_type;
    }
    rest.erase(rest.begin());
  }
  if (generator != nullptr) {
    if (rest == generator->argument_types) return std::nullopt;
    return "method " + quoted(method.name) + " takes " + listed(rest) +
           (factory != nullptr ? " besides its instance" : "") +
           ", but generator " + quoted(generator->name) + " makes " +
           listed(generator->argument_types) +
           (lacks_factory(rest, combination)
                ? "; name in [...] the factory that makes " + rest.front()
                : "");
  }
  if (rest.empty() || (factory == nullptr && method.parameters)) {
    return std::nullopt;
  }
  return "method " + quoted(method.name) + " takes " + listed(rest) +
         (factory != nullptr ? " besides its instance" : "") +
         "; name in [...] the generator that makes " +
         (rest.size() == 1 ? "it" : "them");
}

std::vector<const Entry*> takers(const Combination& combination) {
  std::vector<const Entry*> result;
  if (combination.generator != nullptr) result.push_back(combination.generator);
  if (combination.factory != nullptr) result.push_back(combination.factory);
  if (result.empty()) result.push_back(combination.method);
  return result;
}

std::string count_text(std::size_t count) {
  if (count == 0) return "no arguments";
  return std::to_string(count) + (count == 1 ? " argument" : " arguments");
}

std::optional<std::string> wrong_argument_count(const Entry& taker,
                                                std::size_t count) {
  if (taker.parameters->size() == count) return std::nullopt;
  return to_text(taker.kind) + " " + quoted(taker.name) + " takes " +
         count_text(taker.parameters->size()) + ", not " +
         std::to_string(count);
}

std::optional<std::string> wrong_argument(const Entry& taker,
                                          std::size_t position,
                                          const Value& value) {
  const Parameter& parameter = (*taker.parameters)[position];
  if (parameter.kind == Parameter::Kind::kAny) return std::nullopt;
  const bool wants_text = parameter.kind == Parameter::Kind::kText;
  const auto* number = std::get_if<double>(&value);
  const std::string named = parameter_text(taker, position);
  if (wants_text != (number == nullptr)) {
    return named + " is a " + (wants_text ? "string" : "number") + " (" +
           parameter.type + "); " + to_text(value) + " is a " +
           (wants_text ? "number" : "string");
  }
  if (parameter.kind != Parameter::Kind::kInteger) return std::nullopt;
  if (*number != std::floor(*number)) {
    return named + " is a whole number (" + parameter.type + "); " +
           to_text(value) + " is not";
  }
  if (*number < parameter.minimum || *number > parameter.maximum) {
    return named + " is from " + to_text(Value(parameter.minimum)) + " to " +
           to_text(Value(parameter.maximum)) + " (" + parameter.type + "); " +
           to_text(value) + " is not";
  }
  return std::nullopt;
}

}  // namespace spl::logic
