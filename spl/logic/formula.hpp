#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "spl/logic/name.hpp"
#include "spl/logic/sign.hpp"
#include "spl/logic/span.hpp"

/// The formula as written: plain data that the parser makes and to which
/// binding (binding.hpp) and expansion (expansion.hpp) give a meaning.
namespace spl::logic {

// --- Sums: arithmetic on performances, numbers and variables ---------------

struct Sum;

enum class Unit {
  kNone,
  kNanosecond,
  kMicrosecond,
  kMillisecond,
  kSecond,
  kPercent
};

/// `5`, `5 us`, `5%`; the value as written, before the unit.
struct Number {
  double value = 0;
  Unit unit = Unit::kNone;
};

/// A string as an argument: `"a.xml"`.
struct Text {
  std::string value;
};

/// A generator or a factory: `keys`, or `keys(1000)` with arguments of its own.
struct Instrument {
  Name name;
  std::optional<std::vector<Sum>> arguments;  ///< Absent without `(...)`.
};

/// `name[generator, factory]@revision(arguments)`. A bare name may be a method,
/// a variable, a defined number or a defined set; binding decides.
struct MethodUse {
  Name name;
  std::vector<Instrument> instruments;  ///< The list in `[...]`, in order.
  std::optional<Name> revision;
  std::optional<std::vector<Sum>> arguments;  ///< Absent without `(...)`.

  [[nodiscard]] bool is_bare_name() const {
    return instruments.empty() && !revision && !arguments;
  }
};

struct Operand;

/// `a + b - c`: operands in order, each added or, if `inverse`, subtracted.
/// A negation `-a` is an addition of one inverse operand.
struct Addition {
  std::vector<Operand> operands;
};

/// `a * b / c`: operands in order, each a factor or, if `inverse`, a divisor.
struct Product {
  std::vector<Operand> operands;
};

struct Sum {
  std::variant<Number, Text, MethodUse, Addition, Product> node;
  Span span;
};

struct Operand {
  bool inverse = false;
  Sum sum;
};

// --- Sets that variables range over ----------------------------------------

/// `from .. to step width`, or `step *factor` if `multiplicative`. The default
/// step is 1.
struct Range {
  std::vector<Sum> numbers;  ///< From, to and, if written, the step.
  bool multiplicative = false;

  [[nodiscard]] const Sum& from() const { return numbers[0]; }
  [[nodiscard]] const Sum& to() const { return numbers[1]; }
  /// Returns the step, or null if none is written.
  [[nodiscard]] const Sum* step() const {
    return numbers.size() > 2 ? &numbers[2] : nullptr;
  }
};

/// `(1, "a")`: values that bind together.
struct Tuple {
  std::vector<Sum> values;
};

struct Item {
  std::variant<Sum, Range, Tuple> node;
  Span span;
};

using Set = std::vector<Item>;

/// `i in set`, or `(a, b) in set of tuples`.
struct Binding {
  std::vector<Name> variables;
  bool tuple = false;
  Set set;
};

// --- Formulas ---------------------------------------------------------------

struct Formula;

/// `a < b <= c`: one more sum than signs. With `within`, the chain is a single
/// equality and the tolerance is a percentage of the right side.
struct Chain {
  std::vector<Sum> sums;
  std::vector<Sign> signs;
  std::optional<Sum> within;
};

/// kNot has one part, kImplies two (premise, conclusion), the others two or
/// more.
struct Connective {
  enum class Kind { kNot, kAnd, kOr, kImplies };
  Kind kind;
  std::vector<Formula> parts;
};

/// `for` or `exists` with the formula that it ranges over; or `geomean(f(n) /
/// g(n) for n in ...) <= 1.01`, whose body is the relation of each quotient.
struct Quantifier {
  enum class Kind { kForAll, kExists, kMean };
  Kind kind;
  std::vector<Binding> bindings;
  std::vector<Formula> body;  ///< Exactly one.
  std::string text = {};      ///< Of a mean, up to its parenthesis.
};

struct Formula {
  std::variant<Chain, Connective, Quantifier> node;
  Span span;
};

// --- The text around formulas -----------------------------------------------

/// `name = X`: a number or a method without arguments (a Sum), or a set.
struct Definition {
  Name name;
  std::variant<Sum, Set> value;
};

/// `set alpha = 0.001`: the value as written, without quotes.
struct Setting {
  Name name;
  std::string value;
  Span value_span;
};

/// `label: formula`.
struct LabelledFormula {
  std::optional<Name> label;
  Formula formula;
};

/// A statement of a text. A definition holds from there to the end of the text.
struct Statement {
  std::variant<Definition, Setting, LabelledFormula> node;
  Span span;
};

/// The statements of a text that could be read, in order.
struct Document {
  std::vector<Statement> statements;
};

}  // namespace spl::logic
