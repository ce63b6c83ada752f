#pragma once

#include <charconv>
#include <system_error>

#include "parser/builder.hpp"
#include "parser/grammar.hpp"
#include "parser/messages.hpp"

/// The actions of the rules: one call of the builder each.
namespace spl::parser {

template <typename Rule>
struct action : pegtl::nothing<Rule> {};

template <typename Input>
[[nodiscard]] logic::Span span_of(const Input& in, const Builder& builder) {
  return {builder.offset_of(in.begin()), builder.offset_of(in.end())};
}

/// The action of rules that report only their match to the builder.
template <void (Builder::*Event)()>
struct calls {
  static void apply0(Builder& builder) { (builder.*Event)(); }
};

/// The action of rules that report the place of their match to the builder.
template <void (Builder::*Event)(logic::Span)>
struct calls_with_span {
  template <typename Input>
  static void apply(const Input& in, Builder& builder) {
    (builder.*Event)(span_of(in, builder));
  }
};

/// The action of rules that may contain themselves: every recursion passes one.
struct nested : pegtl::maybe_nothing {
  template <typename Rule, pegtl::apply_mode A, pegtl::rewind_mode M,
            template <typename...> class Action,
            template <typename...> class Control, typename Input>
  [[nodiscard]] static bool match(Input& in, Builder& builder) {
    const Builder::Nesting level = builder.nest();
    if (builder.nests_too_deep()) {
      throw pegtl::parse_error(kNestsTooDeep, in);
    }
    return pegtl::match<Rule, A, M, Action, Control>(in, builder);
  }
};

// --- Sums

template <>
struct action<grammar::magnitude> {
  template <typename Input>
  static void apply(const Input& in, Builder& builder) {
    double value = 0;
    const auto result = std::from_chars(in.begin(), in.end(), value);
    if (result.ec != std::errc{} || result.ptr != in.end()) {
      throw pegtl::parse_error(kNumberOutOfRange, in);
    }
    builder.add_number(value, span_of(in, builder));
  }
};

template <logic::Unit unit>
struct sets_unit {
  template <typename Input>
  static void apply(const Input& in, Builder& builder) {
    builder.set_unit(unit, span_of(in, builder));
  }
};

// clang-format off
template <> struct action<grammar::nanoseconds> : sets_unit<logic::Unit::kNanosecond> {};
template <> struct action<grammar::microseconds> : sets_unit<logic::Unit::kMicrosecond> {};
template <> struct action<grammar::milliseconds> : sets_unit<logic::Unit::kMillisecond> {};
template <> struct action<grammar::seconds> : sets_unit<logic::Unit::kSecond> {};
template <> struct action<grammar::percent> : sets_unit<logic::Unit::kPercent> {};

template <> struct action<grammar::text> : calls_with_span<&Builder::add_text> {};
template <> struct action<grammar::method_name> : calls_with_span<&Builder::begin_method> {};
template <> struct action<grammar::quoted_method_name> : calls_with_span<&Builder::begin_quoted_method> {};
template <> struct action<grammar::instrument_name> : calls_with_span<&Builder::add_instrument> {};
template <> struct action<grammar::quoted_revision> : calls_with_span<&Builder::set_revision> {};
template <> struct action<grammar::plain_revision> : calls_with_span<&Builder::set_revision> {};
template <> struct action<grammar::own_arguments> : calls<&Builder::end_own_arguments> {};
template <> struct action<grammar::arguments> : calls<&Builder::end_arguments> {};
template <> struct action<grammar::method> : calls_with_span<&Builder::end_method> {};

template <> struct action<grammar::sum> : calls<&Builder::end_sum> {};
// clang-format on

template <>
struct action<grammar::arguments_begin> {
  template <typename Input>
  static void apply(const Input& in, Builder& builder) {
    builder.begin_arguments();
    if (builder.nests_too_deep()) {
      throw pegtl::parse_error(kNestsTooDeep, in);
    }
  }
};

template <Builder::Operation operation>
struct combines {
  static void apply0(Builder& builder) { builder.combine(operation); }
};

// clang-format off
template <> struct action<grammar::added> : combines<Builder::Operation::kAdd> {};
template <> struct action<grammar::subtracted> : combines<Builder::Operation::kSubtract> {};
template <> struct action<grammar::multiplied> : combines<Builder::Operation::kMultiply> {};
template <> struct action<grammar::divided> : combines<Builder::Operation::kDivide> {};

template <> struct action<grammar::negative> : nested, calls_with_span<&Builder::negate> {};
template <> struct action<grammar::sum_in_parentheses> : nested, calls_with_span<&Builder::end_parenthesised_sum> {};

// --- Sets

template <> struct action<grammar::tuple_begin> : calls<&Builder::begin_tuple> {};
template <> struct action<grammar::tuple> : calls<&Builder::end_tuple> {};
template <> struct action<grammar::range_rest> : calls<&Builder::end_range> {};
template <> struct action<grammar::step_factor> : calls<&Builder::make_step_multiplicative> {};
template <> struct action<grammar::step> : calls<&Builder::end_step> {};
template <> struct action<grammar::item> : calls_with_span<&Builder::end_item> {};
template <> struct action<grammar::variable> : calls_with_span<&Builder::add_variable> {};
template <> struct action<grammar::binding> : calls<&Builder::end_binding> {};
// clang-format on

// --- Formulas

template <logic::Sign sign>
struct adds_sign {
  template <typename Input>
  static void apply(const Input& in, Builder& builder) {
    if (!builder.add_sign(sign)) throw pegtl::parse_error(kSignsDiffer, in);
  }
};

template <>
struct action<grammar::within_begin> {
  template <typename Input>
  static void apply(const Input& in, Builder& builder) {
    if (!builder.is_equality()) {
      throw pegtl::parse_error(kWithinNeedsEquality, in);
    }
  }
};

template <logic::Connective::Kind kind>
struct connects {
  static void apply0(Builder& builder) { builder.connect(kind); }
};

template <logic::Quantifier::Kind kind>
struct quantifies {
  static void apply0(Builder& builder) { builder.begin_quantifier(kind); }
};

// clang-format off
template <> struct action<grammar::less> : adds_sign<logic::Sign::kLess> {};
template <> struct action<grammar::less_equal> : adds_sign<logic::Sign::kLessEqual> {};
template <> struct action<grammar::greater> : adds_sign<logic::Sign::kGreater> {};
template <> struct action<grammar::greater_equal> : adds_sign<logic::Sign::kGreaterEqual> {};
template <> struct action<grammar::equal> : adds_sign<logic::Sign::kEqual> {};
template <> struct action<grammar::not_equal> : adds_sign<logic::Sign::kNotEqual> {};
template <> struct action<grammar::within> : calls<&Builder::end_within> {};
template <> struct action<grammar::relation> : calls_with_span<&Builder::end_relation> {};

template <> struct action<grammar::conjoined> : connects<logic::Connective::Kind::kAnd> {};
template <> struct action<grammar::disjoined> : connects<logic::Connective::Kind::kOr> {};
template <> struct action<grammar::implied> : connects<logic::Connective::Kind::kImplies> {};
template <> struct action<grammar::conclusion> : nested {};
template <> struct action<grammar::negative_part> : nested, calls_with_span<&Builder::negate_formula> {};
template <> struct action<grammar::formula_in_parentheses> : nested, calls_with_span<&Builder::end_parenthesised_formula> {};

template <> struct action<grammar::for_all> : quantifies<logic::Quantifier::Kind::kForAll> {};
template <> struct action<grammar::exists> : quantifies<logic::Quantifier::Kind::kExists> {};
template <> struct action<grammar::body> : nested {};
template <> struct action<grammar::quantified> : calls_with_span<&Builder::end_quantifier> {};

template <> struct action<grammar::mean_word> : quantifies<logic::Quantifier::Kind::kMean> {};
template <> struct action<grammar::mean_head> : calls_with_span<&Builder::end_mean> {};
template <> struct action<grammar::mean_relation> : calls_with_span<&Builder::end_mean_relation> {};

// --- Statements

template <> struct action<grammar::defined_name> : calls_with_span<&Builder::set_statement_name> {};
template <> struct action<grammar::defined_negation> : calls_with_span<&Builder::negate> {};
template <> struct action<grammar::defined_quoted_method> : calls_with_span<&Builder::begin_quoted_method> {};
template <> struct action<grammar::value_definition> : calls<&Builder::end_value_definition> {};
template <> struct action<grammar::set_definition> : calls<&Builder::end_set_definition> {};
template <> struct action<grammar::defined_method> : calls_with_span<&Builder::end_method> {};

template <> struct action<grammar::setting_name> : calls_with_span<&Builder::set_statement_name> {};
template <> struct action<grammar::quoted_value> : calls_with_span<&Builder::set_setting_value> {};
template <> struct action<grammar::plain_value> : calls_with_span<&Builder::set_setting_value> {};

template <> struct action<grammar::label> : calls_with_span<&Builder::set_statement_name> {};
template <> struct action<grammar::formula_statement> : calls<&Builder::end_formula_statement> {};
// clang-format on

}  // namespace spl::parser
