#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "spl/logic/formula.hpp"

namespace spl::parser {

/// The contents of a text's parentheses, found by looking ahead to the matching
/// one. Each character is looked at once, whatever the number of questions.
class Parentheses {
 public:
  /// The text must outlive this object.
  explicit Parentheses(std::string_view text) : text_(text) {}

  /// Whether a relation sign, a connective or a quantifier is between the `(`
  /// at `offset` and its `)` (or the next `;` if that is missing).
  [[nodiscard]] bool hold_formula(std::size_t offset);

  /// Whether a comma is directly between the `(` at `offset` and its `)`.
  [[nodiscard]] bool hold_tuple(std::size_t offset);

  /// Returns the number of characters looked at so far.
  [[nodiscard]] std::size_t work() const { return work_; }

 private:
  struct Open {
    std::size_t offset;
    unsigned char found;
  };

  unsigned char contents(std::size_t offset);
  void scan(std::size_t offset);
  void close_innermost();

  std::string_view text_;
  std::vector<Open> open_;
  std::vector<unsigned char> contents_;  ///< By offset; 0 if unknown.
  std::size_t work_ = 0;
};

/// The statement under construction while the grammar reads it. Complete parts
/// wait on a stack for the whole that they belong to. Actions call one function
/// per rule, in the order in which the rules match. A call out of that order is
/// a mistake in the grammar.
class Builder {
 public:
  using Span = logic::Span;

  /// Spans are places in `text`. Both arguments must outlive the builder.
  Builder(std::string_view text, Parentheses& parentheses)
      : text_(text), parentheses_(parentheses) {}

  [[nodiscard]] std::size_t offset_of(const char* place) const {
    return static_cast<std::size_t>(place - text_.data());
  }
  [[nodiscard]] Parentheses& parentheses() { return parentheses_; }

  /// Returns the last complete sum, for messages.
  [[nodiscard]] Span last_sum() const { return last_sum_; }

  // --- Sums
  void add_number(double value, Span span);
  void set_unit(logic::Unit unit, Span span);
  void add_text(Span quoted);
  void begin_method(Span name);
  void begin_quoted_method(Span quoted);
  void add_instrument(Span name);
  void set_revision(Span revision);
  void begin_arguments();
  void end_arguments();
  void end_own_arguments();
  void end_method(Span span);
  enum class Operation { kAdd, kSubtract, kMultiply, kDivide };
  void combine(Operation operation);
  void negate(Span span);
  void end_parenthesised_sum(Span span);
  void end_sum();

  // --- Sets
  void end_range();
  void end_step();
  void make_step_multiplicative() { multiplicative_ = true; }
  void begin_tuple() { begin_arguments_or_tuple(); }
  void end_tuple();
  void end_item(Span span);

  // --- Formulas
  /// Adds a sign to the chain, or returns false if the chain cannot have it
  /// after the earlier ones.
  [[nodiscard]] bool add_sign(logic::Sign sign);
  /// Whether `within` may follow: after a single equality.
  [[nodiscard]] bool is_equality() const;
  void end_within();
  void end_relation(Span span);
  void connect(logic::Connective::Kind kind);
  void negate_formula(Span span);
  void end_parenthesised_formula(Span span);
  void begin_quantifier(logic::Quantifier::Kind kind);
  void add_variable(Span name);
  void end_binding();
  void end_quantifier(Span span);
  void end_mean(Span span);
  void end_mean_relation(Span span);

  // --- Statements
  void set_statement_name(Span name);
  void end_value_definition();
  void end_set_definition();
  void set_setting_value(Span value);
  void end_formula_statement();

  /// Returns the statement. To be called once, after the `end_...` of a
  /// statement.
  [[nodiscard]] logic::Statement take_statement(Span span);

  // --- Nesting
  /// A level of nesting, which counts while it lives.
  class Nesting {
   public:
    explicit Nesting(int& depth) : depth_(depth) { ++depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    ~Nesting() { --depth_; }

   private:
    int& depth_;
  };
  [[nodiscard]] Nesting nest() { return Nesting(depth_); }

  /// Whether there are too many levels. Argument lists inside others count.
  [[nodiscard]] bool nests_too_deep() const;

 private:
  // A sum or formula that is complete so far. It is open while another operand
  // of the same operation may join it.
  struct PartialSum {
    logic::Sum sum;
    bool open = false;
  };
  struct PartialFormula {
    logic::Formula formula;
    bool open = false;
  };

  [[nodiscard]] logic::Name name_at(Span span) const;
  [[nodiscard]] logic::Name quoted_name_at(Span span) const;
  [[nodiscard]] logic::MethodUse& method();
  void push(logic::Sum sum);
  [[nodiscard]] logic::Sum pop_sum();
  [[nodiscard]] logic::Formula pop_formula();
  [[nodiscard]] std::vector<logic::Sum> pop_sums_from(std::size_t first);
  void begin_arguments_or_tuple();
  [[nodiscard]] std::vector<logic::Sum> end_arguments_or_tuple();

  std::string_view text_;
  Parentheses& parentheses_;
  std::vector<PartialSum> sums_;
  std::vector<std::size_t> lists_;  ///< The starts of open lists in sums_.
  std::vector<PartialFormula> formulas_;
  std::vector<logic::Quantifier> quantifiers_;  ///< Open ones, outermost first.
  std::vector<logic::Name> variables_;  ///< The names of the current binding.
  logic::Set items_;                    ///< The items of the current set.
  std::optional<logic::Tuple> tuple_;   ///< The current item, if it is one.
  std::vector<logic::Sign> signs_;      ///< The signs of the current chain.
  std::optional<bool> descends_;  ///< Direction of the chain, unless all `=`.
  bool range_ = false;
  bool step_ = false;
  bool multiplicative_ = false;
  bool within_ = false;
  std::optional<logic::Name> statement_name_;
  std::optional<logic::Statement> statement_;
  Span last_sum_;
  int depth_ = 0;
};

}  // namespace spl::parser
