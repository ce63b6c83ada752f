#pragma once

#include "parser/explanation.hpp"
#include "parser/grammar.hpp"

/// The messages of committed rules that do not match. `{before}` is the last
/// lexeme or whole sum that was read, `{found}` is the next lexeme.
namespace spl::parser {

/// The message of a rule. A committed rule without one does not compile.
template <typename Rule>
inline constexpr const char* error_message = nullptr;

// Messages of actions.
inline constexpr const char* kNestsTooDeep =
    "this nests more than 100 deep; split the formula";
inline constexpr const char* kNumberOutOfRange =
    "this number is too large or too small to be represented";
inline constexpr const char* kSignsDiffer =
    "the signs of a chain must be all of \"<\", \"<=\", \"=\" or all of "
    "\">\", \">=\", \"=\"; join other relations by \"and\"";
inline constexpr const char* kWithinNeedsEquality =
    "\"within\" belongs to a single equality, as in \"x = y within 5%\"";

// A body begins with a sum and a colon: `for n in 10 100:`.
inline constexpr const char* kMissingComma =
    "expected \",\" or \":\" after {before}, found {found}; did you mean to "
    "separate the values by \",\"?";

// A text ends with a sum, or is like `a < b, c < d`.
inline constexpr const char* kComparesNothing =
    "expected a relation sign (< <= > >= = !=) after {before}, found {found}; "
    "a formula compares, as in \"f(n) <= 2 * g(n)\"";
inline constexpr const char* kListsFormulas =
    "expected an operator or the end of the statement after {before}, found "
    "{found}; join formulas by \"and\" or separate them by \";\"";

// Messages about the whole text.
inline constexpr const char* kEmpty =
    "this text is empty; a formula looks like \"f(n) <= 2 * g(n)\"";
inline constexpr const char* kEndsWithoutFormula =
    "this text ends without a formula; definitions and settings precede "
    "one";

// clang-format off

// --- White space and names
template <> inline constexpr const char* error_message<grammar::comment_character> = "this comment is not UTF-8: found {found}";
template <> inline constexpr const char* error_message<grammar::no_comment_here> = "a comment needs white space between a name and its \"#\"";
template <> inline constexpr const char* error_message<grammar::not_self> = "\"SELF\" is not known; did you mean \"THIS\"?";
template <> inline constexpr const char* error_message<grammar::member> = "expected a name directly after {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::not_empty> = "expected a name between the quotes";

// --- Numbers and strings
template <char Quote> inline constexpr const char* error_message<grammar::closed<Quote>> = "this string is not closed on its line";
template <> inline constexpr const char* error_message<grammar::text_character> = "this string is not UTF-8: found {found}";
template <> inline constexpr const char* error_message<grammar::decimals> = "expected a digit after the decimal point, found {found}";
template <> inline constexpr const char* error_message<grammar::number_end> = "a number cannot go on with {found}; units are ns, us, ms, s and %, and a product needs \"*\"";

// --- Methods
template <> inline constexpr const char* error_message<grammar::instrument_name> = "expected the name of a generator or factory after {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::instruments_end> = "expected \"]\" after {before}, found {found}; [...] holds one generator and one factory at most";
template <> inline constexpr const char* error_message<grammar::revision_text> = "expected a revision directly after \"@\", found {found}; write unusual ones in quotes, @\"main@{1}\"";
template <> inline constexpr const char* error_message<grammar::revision_end> = "an unquoted revision has letters, digits and _ . / ~ ^ - only; write others in quotes, @\"main@{1}\"; found {found}";
template <> inline constexpr const char* error_message<grammar::argument> = "expected an argument after {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::arguments_end> = "expected an operator, \",\" or \")\" in the arguments after {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::method_end> = "[...] and @... follow a method once each, then (...) once; found {found}";

// --- Sums
template <> inline constexpr const char* error_message<grammar::operand> = "expected a number, a method or \"(\" after {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::no_tolerance> = "a tolerance is written \"x = y within 10%\", of y; for a sum with a negative number write \"+ -\"";
template <> inline constexpr const char* error_message<grammar::term> = error_message<grammar::operand>;
template <> inline constexpr const char* error_message<grammar::inner_sum> = error_message<grammar::operand>;
template <> inline constexpr const char* error_message<grammar::sum_end> = "expected an operator or \")\" after {before}, found {found}";

// --- Sets
template <> inline constexpr const char* error_message<grammar::set_item> = "expected a value, a range or a tuple after {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::set_end> = "expected an operator, \",\" or \"}\" in the set after {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::tuple_value> = "expected a value after {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::tuple_end> = "expected an operator, \",\" or \")\" in the tuple after {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::range_end> = "expected the end of the range after \"..\", found {found}";
template <> inline constexpr const char* error_message<grammar::step_width> = "expected the width of the steps after {before}, found {found}";

// --- Quantifiers
template <> inline constexpr const char* error_message<grammar::binding> = "expected a variable after {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::bound_variable> = error_message<grammar::binding>;
template <> inline constexpr const char* error_message<grammar::variables_end> = "expected \",\" or \")\" after the variable {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::listed_variables> = "expected \"in\" after the variable {before}, found {found}; did you mean \"for i in S, j in T\", or \"for (i, j) in S\" for tuples?";
template <> inline constexpr const char* error_message<grammar::bound_in> = "expected \"in\" after {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::bound_set> = "expected a set after \"in\", found {found}";
template <> inline constexpr const char* error_message<grammar::body> = "expected a formula after {before}, found {found}";

// --- Relations
template <> inline constexpr const char* error_message<grammar::first_sign> = "expected a relation sign (< <= > >= = !=) after {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::wrong_way_round> = "expected a relation sign (< <= > >= = !=) after {before}, found {found}, which joins formulas; did you mean \">=\"?";
template <> inline constexpr const char* error_message<grammar::label_form> = "expected a relation sign (< <= > >= = !=) after {before}, found {found}; a label is a single name at the start of a statement";
template <> inline constexpr const char* error_message<grammar::right_side> = "expected a number, a method or \"(\" after {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::tolerance> = "expected a percentage after \"within\", found {found}";

// --- Geometric means
template <> inline constexpr const char* error_message<grammar::mean_quotient> = error_message<grammar::operand>;
template <> inline constexpr const char* error_message<grammar::mean_for> = "expected an operator or \"for\" after {before}, found {found}; a geometric mean is written \"geomean(f(n) / g(n) for n in 8, 64) <= 1.01\"";
template <> inline constexpr const char* error_message<grammar::mean_end> = "expected \",\" or \")\" after {before}, found {found}";

// --- Connectives
template <> inline constexpr const char* error_message<grammar::negated_part> = error_message<grammar::body>;
template <> inline constexpr const char* error_message<grammar::and_part> = error_message<grammar::body>;
template <> inline constexpr const char* error_message<grammar::or_part> = error_message<grammar::body>;
template <> inline constexpr const char* error_message<grammar::conclusion> = error_message<grammar::body>;
template <> inline constexpr const char* error_message<grammar::inner_formula> = error_message<grammar::body>;
template <> inline constexpr const char* error_message<grammar::formula_end> = "expected an operator or \")\" after {before}, found {found}";

// --- Statements
template <> inline constexpr const char* error_message<grammar::definition_end> = "expected the end of the definition after {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::setting_equals> = "expected \"=\" after the setting's name {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::setting_value> = "expected a value after \"=\", found {found}";
template <> inline constexpr const char* error_message<grammar::setting_character> = "only printable ASCII may appear here unquoted, found {found}";
template <> inline constexpr const char* error_message<grammar::setting_end> = "expected the end of the setting after {before}, found {found}";
template <> inline constexpr const char* error_message<grammar::labelled_body> = error_message<grammar::body>;
template <> inline constexpr const char* error_message<grammar::statement_body> = "expected a definition, a setting or a formula, found {found}";
template <> inline constexpr const char* error_message<grammar::statement_end> = "expected an operator or the end of the statement after {before}, found {found}";

// clang-format on

/// A committed rule that does not match. The rules that can be explained better
/// than by their own message have a name.
struct BrokenRule {
  enum class Name { kOther, kLabelForm, kFirstSign, kStatementEnd };
  Name name = Name::kOther;
  Remedy remedy = Remedy::kSpelling;
};

template <typename Rule>
inline constexpr BrokenRule broken_rule = {};
template <>
inline constexpr BrokenRule broken_rule<grammar::label_form> = {
    BrokenRule::Name::kLabelForm};
template <>
inline constexpr BrokenRule broken_rule<grammar::first_sign> = {
    BrokenRule::Name::kFirstSign};
template <>
inline constexpr BrokenRule broken_rule<grammar::statement_end> = {
    BrokenRule::Name::kStatementEnd};
template <>
inline constexpr BrokenRule broken_rule<grammar::listed_variables> = {
    BrokenRule::Name::kOther, Remedy::kNone};
template <>
inline constexpr BrokenRule broken_rule<grammar::wrong_way_round> = {
    BrokenRule::Name::kOther, Remedy::kNone};

/// The error of a rule; actions throw pegtl::parse_error.
class RuleError : public pegtl::parse_error {
 public:
  template <typename Input>
  RuleError(const char* message, const Input& in, BrokenRule rule)
      : pegtl::parse_error(message, in), rule_(rule) {}

  [[nodiscard]] const BrokenRule& rule() const { return rule_; }

 private:
  BrokenRule rule_;
};

/// The messages for PEGTL. Only committed rules raise errors; the same rules
/// may fail in a lookahead.
struct Messages {
  template <typename Rule>
  static constexpr const char* message = error_message<Rule>;
  template <typename Rule>
  static constexpr bool raise_on_failure = false;
};

template <typename Rule>
struct control : pegtl::must_if<Messages>::control<Rule> {
  template <typename Input, typename... States>
  [[noreturn]] static void raise(const Input& in, States&&... /*states*/) {
    static_assert(error_message<Rule> != nullptr);
    throw RuleError(error_message<Rule>, in, broken_rule<Rule>);
  }
};

}  // namespace spl::parser
