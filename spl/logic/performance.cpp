#include "spl/logic/performance.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "spl/logic/name.hpp"

namespace spl::logic {
namespace {

constexpr int kDigits = 15;

/// Writes whole numbers as people do: 1000000 and not 1e+06.
std::string shortest(double number) {
  constexpr double kPlainBelow = 1e15;
  std::array<char, 32> text{};
  char* const end = text.data() + text.size();
  const bool plain =
      std::abs(number) < kPlainBelow && number == std::trunc(number);
  const auto written =
      plain ? std::to_chars(text.data(), end, number, std::chars_format::fixed)
            : std::to_chars(text.data(), end, number);
  return {text.data(), written.ptr};
}

std::string name_text(const std::string& name) {
  return is_plain_name(name) ? name : in_quotes(name);
}

std::string arguments_text(const std::vector<Value>& arguments) {
  std::string text = "(";
  for (const Value& argument : arguments) {
    if (&argument != &arguments.front()) text += ", ";
    text += to_text(argument);
  }
  return text + ')';
}

}  // namespace

void set_arguments(Performance& performance, std::vector<Value> of_generator,
                   const std::vector<Value>& of_factory) {
  const bool are_shared = of_generator == of_factory;
  performance.arguments = std::move(of_generator);
  performance.factory_arguments.reset();
  if (are_shared) return;
  performance.arguments.insert(performance.arguments.end(), of_factory.begin(),
                               of_factory.end());
  performance.factory_arguments = of_factory.size();
}

SplitArguments split_arguments(const Performance& performance) {
  const std::vector<Value>& all = performance.arguments;
  if (!performance.factory_arguments) return {all, all};
  const auto first =
      all.end() - static_cast<std::ptrdiff_t>(*performance.factory_arguments);
  return {{all.begin(), first}, {first, all.end()}};
}

Performance without_arguments(Performance performance) {
  performance.arguments.clear();
  performance.factory_arguments.reset();
  return performance;
}

double rounded(double number) {
  if (!std::isfinite(number)) return number;
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number,
                                 std::chars_format::scientific, kDigits - 1)
                       .ptr;
  double result = 0;
  std::from_chars(text.data(), end, result);
  return result == 0 ? 0 : result;
}

std::string to_text(const Value& value) {
  if (const auto* number = std::get_if<double>(&value)) {
    return shortest(*number);
  }
  return in_quotes(std::get<std::string>(value));
}

std::string to_text(const Performance& performance) {
  std::string text = name_text(performance.method);
  const bool are_shared = !performance.factory_arguments;
  const SplitArguments own = split_arguments(performance);
  std::string instruments;
  const auto add = [&](const std::string& name, const auto& arguments) {
    if (name.empty()) return;
    instruments += (instruments.empty() ? "" : ", ") + name_text(name);
    if (!are_shared) instruments += arguments_text(arguments);
  };
  add(performance.generator, own.of_generator);
  add(performance.factory, own.of_factory);
  if (!instruments.empty()) text += '[' + instruments + ']';
  if (!is_under_test(performance.revision)) text += '@' + performance.revision;
  if (are_shared && !performance.arguments.empty()) {
    text += arguments_text(performance.arguments);
  }
  return text;
}

LinearForm::LinearForm(Performance performance)
    : terms_{{1, std::move(performance)}} {}

template <typename Change>
LinearForm LinearForm::changed(const Change& change) const {
  LinearForm result(rounded(change(constant_)));
  for (const Term& term : terms_) {
    const double coefficient = rounded(change(term.coefficient));
    if (coefficient != 0) {
      result.terms_.push_back({coefficient, term.performance});
    }
  }
  return result;
}

LinearForm LinearForm::scaled(double factor) const {
  return changed([=](double number) { return number * factor; });
}

// Divides without the reciprocal, so that 3 / 3 is 1.
LinearForm LinearForm::divided(double divisor) const {
  return changed([=](double number) { return number / divisor; });
}

LinearForm LinearForm::plus(const LinearForm& other) const {
  LinearForm result(rounded(constant_ + other.constant_));
  auto mine = terms_.begin();
  auto theirs = other.terms_.begin();
  while (mine != terms_.end() || theirs != other.terms_.end()) {
    if (theirs == other.terms_.end() ||
        (mine != terms_.end() && mine->performance < theirs->performance)) {
      result.terms_.push_back(*mine++);
    } else if (mine == terms_.end() ||
               theirs->performance < mine->performance) {
      result.terms_.push_back(*theirs++);
    } else {
      const double sum = rounded(mine->coefficient + theirs->coefficient);
      if (sum != 0) result.terms_.push_back({sum, mine->performance});
      ++mine;
      ++theirs;
    }
  }
  return result;
}

LinearForm LinearForm::minus(const LinearForm& other) const {
  return plus(other.scaled(-1));
}

std::string to_text(const LinearForm& form, const std::string& unit) {
  std::string text;
  const auto add = [&](double number, const std::string& what) {
    const std::string sign = number < 0 ? "-" : "+";
    const double size = rounded(std::abs(number));
    if (!text.empty()) text += ' ' + sign + ' ';
    if (text.empty() && number < 0) text += sign;
    if (what.empty() || size != 1) text += shortest(size);
    if (!what.empty()) text += (size != 1 ? " * " : "") + what;
  };
  for (const LinearForm::Term& term : form.terms()) {
    add(term.coefficient, to_text(term.performance));
  }
  if (text.empty() || form.constant() != 0) {
    add(form.constant(), "");
    if (!unit.empty()) text += ' ' + unit;
  }
  return text;
}

}  // namespace spl::logic
