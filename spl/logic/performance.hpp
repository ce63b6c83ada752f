#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace spl::logic {

/// A value that a variable ranges over or an argument has: a plain number,
/// rounded to 15 significant digits, or a string.
using Value = std::variant<double, std::string>;

/// Rounds a result of arithmetic to the 15 significant digits of the language,
/// so that 0.1 + 0.2 is 0.3. Numbers that are not finite stay; -0 becomes 0.
[[nodiscard]] double rounded(double number);

/// Writes a value as formulas do: `10`, `0.5`, `"a.xml"`.
[[nodiscard]] std::string to_text(const Value& value);

/// The name of the revision under test, which performances have without @.
inline constexpr const char* kUnderTest = "";
[[nodiscard]] inline bool is_under_test(std::string_view name) {
  return name == kUnderTest;
}

/// A method with generator, factory, revision and arguments (Def. 3.3), which
/// can be measured. Equal performances are one random variable. Names are those
/// of the catalogue; unused ones are empty.
struct Performance {
  std::string method;
  std::string generator;
  std::string factory;
  std::string revision;
  /// The arguments of the generator and the factory, or of the method.
  std::vector<Value> arguments;
  /// The count of trailing arguments that only the factory takes; the generator
  /// takes the others. Absent if both take all arguments.
  std::optional<std::size_t> factory_arguments = std::nullopt;

  friend bool operator==(const Performance&, const Performance&) = default;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads <=>.
  friend auto operator<=>(const Performance&, const Performance&) = default;
};

/// Sets the arguments that a generator and a factory take each. Those that are
/// alike are shared.
void set_arguments(Performance& performance, std::vector<Value> of_generator,
                   const std::vector<Value>& of_factory);

/// The arguments of a generator and those of a factory.
struct SplitArguments {
  std::vector<Value> of_generator;
  std::vector<Value> of_factory;
};
[[nodiscard]] SplitArguments split_arguments(const Performance& performance);

/// Returns the performance without its arguments.
[[nodiscard]] Performance without_arguments(Performance performance);

/// Writes a performance as formulas do: `sort[random, vectors]@v1(10, "a")`, or
/// `sort[random(10), vectors("a")]@v1` if each has its own arguments.
[[nodiscard]] std::string to_text(const Performance& performance);

/// A linear combination of performances and a constant in nanoseconds, in
/// normal form: terms in the order of their performances, each performance
/// once, no coefficient 0. Theta of a relation and both its sides are such
/// forms.
class LinearForm {
 public:
  struct Term {
    double coefficient;
    Performance performance;
    friend bool operator==(const Term&, const Term&) = default;
  };

  LinearForm() = default;
  explicit LinearForm(double constant) : constant_(constant) {}
  explicit LinearForm(Performance performance);

  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  [[nodiscard]] double constant() const { return constant_; }

  [[nodiscard]] LinearForm scaled(double factor) const;
  /// Not by 0.
  [[nodiscard]] LinearForm divided(double divisor) const;
  [[nodiscard]] LinearForm plus(const LinearForm& other) const;
  [[nodiscard]] LinearForm minus(const LinearForm& other) const;

  friend bool operator==(const LinearForm&, const LinearForm&) = default;

 private:
  template <typename Change>
  [[nodiscard]] LinearForm changed(const Change& change) const;

  std::vector<Term> terms_;
  double constant_ = 0;
};

/// Writes a form as formulas do: `a(1) + 0.5 * b(1) - 3 ns`; `unit` is that of
/// its constant, or empty.
[[nodiscard]] std::string to_text(const LinearForm& form,
                                  const std::string& unit);

}  // namespace spl::logic
