#pragma once

#include <random>
#include <string>

#include "spl/logic/formula.hpp"

namespace spl::parser {

/// Makes formulas and statements of every shape that the parser can make, and
/// none that it cannot. Equal seeds make equal formulas, on every platform.
class FormulaGenerator {
 public:
  explicit FormulaGenerator(unsigned seed) : random_(seed) {}

  [[nodiscard]] logic::Formula formula(int depth);
  [[nodiscard]] logic::Statement statement(int depth);

  /// From 0 to below `count`.
  [[nodiscard]] int below(int count) {
    return static_cast<int>(random_() % static_cast<unsigned>(count));
  }

 private:
  [[nodiscard]] bool one_in(int count) { return below(count) == 0; }
  [[nodiscard]] logic::Name identifier();
  [[nodiscard]] logic::Name path();
  [[nodiscard]] logic::Number number();
  [[nodiscard]] std::string quoted_text();
  [[nodiscard]] logic::MethodUse method(int depth);
  [[nodiscard]] std::vector<logic::Sum> arguments(int depth);
  [[nodiscard]] logic::Sum sum(int depth);
  [[nodiscard]] logic::Item item(int depth);
  [[nodiscard]] logic::Set set(int depth);
  [[nodiscard]] logic::Chain chain(int depth);
  [[nodiscard]] logic::Quantifier quantifier(int depth);

  std::mt19937 random_;
};

}  // namespace spl::parser
