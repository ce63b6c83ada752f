#pragma once

#include <tao/pegtl.hpp>

/// The rules of the language. Their actions are in actions.hpp, and the
/// messages of committed rules (`must`) that do not match are in messages.hpp.
/// Above each group is its clause of the grammar.
///
/// Reading never goes back over text that actions have seen: a choice is
/// decided by the next sign, or by looking ahead (`at`) first.
namespace spl::parser {

namespace pegtl = tao::pegtl;

namespace grammar {

using namespace tao::pegtl;  // NOLINT(google-build-using-namespace)

// clang-format off

// --- White space: line breaks are white space inside a statement; `#` starts
// --- a comment, but not directly after a name.

struct blank : one< ' ', '\t', '\r', '\v', '\f' > {};
struct blanks : star< blank > {};
struct comment_character : utf8::any {};
struct comment : seq< one< '#' >, until< at< eolf >, must< comment_character > > > {};
struct gap : star< sor< blank, one< '\n' >, comment > > {};
struct no_comment_here : not_at< one< '#' > > {};

struct opening_parenthesis : one< '(' > {};
struct comma : one< ',' > {};
struct colon : seq< one< ':' >, not_at< one< ':' > > > {};

// A sign that is longer than ours is another one: `=<`, `==>`, `=!`.
template< char... Sign >
struct whole_sign : seq< string< Sign... >, not_at< one< '<', '>', '=', '!' > > > {};

// --- Reserved words

struct for_word : TAO_PEGTL_KEYWORD( "for" ) {};
struct exists_word : TAO_PEGTL_KEYWORD( "exists" ) {};
struct in_word : TAO_PEGTL_KEYWORD( "in" ) {};
struct and_word : TAO_PEGTL_KEYWORD( "and" ) {};
struct or_word : TAO_PEGTL_KEYWORD( "or" ) {};
struct not_word : TAO_PEGTL_KEYWORD( "not" ) {};
struct implies_word : TAO_PEGTL_KEYWORD( "implies" ) {};
struct within_word : TAO_PEGTL_KEYWORD( "within" ) {};
struct step_word : TAO_PEGTL_KEYWORD( "step" ) {};
struct this_word : TAO_PEGTL_KEYWORD( "THIS" ) {};
struct set_word : TAO_PEGTL_KEYWORD( "set" ) {};
struct reserved_word : sor< for_word, exists_word, in_word, and_word, or_word, not_word,
                            implies_word, within_word, step_word > {};

// --- Names: identifiers joined by `.` or `::`; reserved words are fine after.

struct member : identifier {};
struct joint : sor< seq< one< '.' >, not_at< one< '.' > > >, two< ':' > > {};
struct not_self : not_at< TAO_PEGTL_KEYWORD( "SELF" ) > {};
struct path : seq< must< not_self >, identifier, star< joint, must< member > >,
                   must< no_comment_here > > {};
struct free_name : seq< not_at< reserved_word >, not_at< this_word >, path > {};
struct variable : seq< not_at< reserved_word >, not_at< this_word >, must< not_self >,
                       identifier, must< no_comment_here > > {};

// --- Strings: "a" or 'a', on one line, no escapes.

struct text_character : utf8::any {};
template< char Quote >
struct closed : at< one< Quote >, until< one< Quote >, not_one< '\r', '\n' > > > {};
template< char Quote >
struct quoted : seq< at< one< Quote > >, must< closed< Quote > >,
                     one< Quote >, until< one< Quote >, must< text_character > > > {};
struct string_literal : sor< quoted< '"' >, quoted< '\'' > > {};
struct not_empty : not_at< sor< two< '"' >, two< '\'' > > > {};

// --- Numbers: 5, 0.5, 1e6; with a unit after it on the same line. Before
// --- `[ @ ( . ::` it is no unit but a name.

struct decimals : plus< digit > {};
struct magnitude : seq< plus< digit >,
                        opt< one< '.' >, not_at< one< '.' > >, must< decimals > >,
                        opt< one< 'e', 'E' >, opt< one< '+', '-' > >, plus< digit > > > {};
struct begins_use : sor< one< '[', '@', '(' >, joint > {};
template< typename Word >
struct unit_word : seq< Word, not_at< begins_use > > {};
struct nanoseconds : unit_word< TAO_PEGTL_KEYWORD( "ns" ) > {};
struct microseconds : unit_word< TAO_PEGTL_KEYWORD( "us" ) > {};
struct milliseconds : unit_word< TAO_PEGTL_KEYWORD( "ms" ) > {};
struct seconds : unit_word< TAO_PEGTL_KEYWORD( "s" ) > {};
struct percent : one< '%' > {};
struct unit : sor< nanoseconds, microseconds, milliseconds, seconds, percent > {};
struct number_end : not_at< identifier_other > {};
struct number : seq< magnitude, sor< seq< blanks, unit >, must< number_end > > > {};

// --- method     = name [ instrument, instrument ] @revision ( arguments ),
// ---              without white space between them, each once at most, [..] and
// ---              @.. in either order.
// --- instrument = name ( arguments )

struct quoted_method_name : seq< at< string_literal, one< '[', '@', '(' > >, must< not_empty >,
                                 string_literal > {};
struct method_name : seq< not_at< reserved_word >, path > {};

struct revision_character : seq< not_at< string< '-', '>' > >,
                                 sor< alnum, one< '_', '.', '/', '~', '^', '-' > > > {};
struct revision_end : not_at< one< '@', '{', '$', '?', '\\', '"', '\'' > > {};
struct quoted_revision : seq< at< one< '"', '\'' > >, must< not_empty >, string_literal > {};
struct plain_revision : plus< revision_character > {};
struct revision_text : sor< quoted_revision, seq< plain_revision, must< no_comment_here >, must< revision_end > > > {};
struct revision : seq< one< '@' >, must< revision_text > > {};

struct sum;
struct argument : seq< sum > {};
struct arguments_end : one< ')' > {};
struct arguments_begin : one< '(' > {};
struct argument_list : seq< must< argument >, gap, star< comma, gap, must< argument >, gap >,
                            must< arguments_end > > {};
struct arguments_in_parentheses : seq< arguments_begin, gap, sor< arguments_end, argument_list > > {};
struct arguments : seq< arguments_in_parentheses > {};
struct own_arguments : seq< arguments_in_parentheses > {};

struct instrument_name : sor< free_name, seq< at< one< '"', '\'' > >, must< not_empty >, string_literal > > {};
struct instrument : seq< must< instrument_name >, opt< own_arguments > > {};
struct instruments_end : one< ']' > {};
struct instruments : seq< one< '[' >, gap, instrument, gap, opt< comma, gap, instrument, gap >,
                          must< instruments_end > > {};

struct method_head : seq< sor< quoted_method_name, method_name >,
                          opt< sor< seq< instruments, opt< revision > >,
                                    seq< revision, opt< instruments > > > > > {};
struct method_end : not_at< one< '[', '@', '(' > > {};
struct method : seq< method_head, opt< arguments >, must< method_end > > {};

// --- sum     = product { ( "+" | "-" ) product }
// --- product = factor { ( "*" | "/" ) factor }
// --- factor  = "-" factor | number | string | method | "(" sum ")"

struct minus : seq< one< '-' >, not_at< one< '>' > > > {};
struct divide : seq< one< '/' >, not_at< one< '/', '*' > > > {};

struct factor;
struct product;
struct operand : seq< factor > {};
struct term : seq< product > {};
struct inner_sum : seq< sum > {};
struct sum_end : one< ')' > {};
struct negative : seq< minus, gap, must< operand > > {};
struct negation : seq< at< minus >, negative > {};
struct sum_in_parentheses : seq< opening_parenthesis, gap, must< inner_sum >, gap, must< sum_end > > {};
struct parenthesised_sum : seq< at< opening_parenthesis >, sum_in_parentheses > {};
struct text : seq< string_literal > {};
struct factor : sor< negation, number, method, text, parenthesised_sum > {};
struct multiplied : seq< one< '*' >, gap, must< operand > > {};
struct divided : seq< divide, gap, must< operand > > {};
struct product : seq< factor, star< gap, sor< multiplied, divided > > > {};
struct no_tolerance : not_at< one< '-', '/' > > {};
struct added : seq< one< '+' >, must< no_tolerance >, gap, must< term > > {};
struct subtracted : seq< minus, gap, must< term > > {};
struct sum : seq< product, star< gap, sor< added, subtracted > > > {};

// --- item = sum | sum ".." sum [ step [ "*" ] sum ] | "(" sum { "," sum } ")"
// --- set  = item { "," item } | "{" item { "," item } "}"

// Succeeds at a `(` with a comma directly inside it; looks, takes nothing.
struct opens_tuple {
  using rule_t = success::rule_t;  // to analyze()
  using subs_t = empty_list;

  template< apply_mode, rewind_mode, template< typename... > class,
            template< typename... > class, typename Input, typename Builder >
  [[nodiscard]] static bool match( Input& in, Builder& builder ) {
    return !in.empty() && in.peek_char() == '(' &&
           builder.parentheses().hold_tuple( builder.offset_of( in.current() ) );
  }
};

struct tuple_begin : one< '(' > {};
struct tuple_value : seq< sum > {};
struct tuple_end : one< ')' > {};
struct tuple : seq< opens_tuple, tuple_begin, gap, must< tuple_value >, gap,
                    star< comma, gap, must< tuple_value >, gap >, must< tuple_end > > {};
struct range_end : seq< sum > {};
struct step_width : seq< sum > {};
struct step_factor : one< '*' > {};
struct step : seq< step_word, gap, opt< step_factor, gap >, must< step_width > > {};
struct range_rest : seq< two< '.' >, gap, must< range_end > > {};
struct item : sor< tuple, seq< sum, opt< gap, range_rest, opt< gap, step > > > > {};
struct set_item : seq< item > {};

struct names_in_parentheses : seq< opening_parenthesis, gap, identifier, gap,
                                   star< comma, gap, identifier, gap >, one< ')' > > {};
struct next_binding : seq< sor< identifier, names_in_parentheses >, gap, in_word > {};
struct set_end : one< '}' > {};
struct braced_set : seq< one< '{' >, gap, must< set_item >, gap,
                         star< comma, gap, must< set_item >, gap >, must< set_end > > {};
struct bare_set : seq< item, star< gap, comma, gap, not_at< next_binding >, must< set_item > > > {};
struct set : sor< braced_set, bare_set > {};

// --- binding = name in set | "(" name { "," name } ")" in set

struct bound_variable : seq< variable > {};
struct variables_end : one< ')' > {};
struct variables_in_parentheses : seq< opening_parenthesis, gap, must< bound_variable >, gap,
                                       star< comma, gap, must< bound_variable >, gap >,
                                       must< variables_end > > {};
struct listed_variables : failure {};
struct single_variable : seq< variable, opt< at< gap, comma >, gap, raise< listed_variables > > > {};
struct bound_in : seq< at< in_word >, in_word > {};
struct bound_set : seq< set > {};
struct binding : seq< sor< single_variable, variables_in_parentheses >, gap,
                      must< bound_in >, gap, must< bound_set > > {};

// --- relation = sum REL sum { REL sum } [ within sum ]
// --- REL      = < <= > >= != = ==

struct less : whole_sign< '<' > {};
struct less_equal : whole_sign< '<', '=' > {};
struct greater : whole_sign< '>' > {};
struct greater_equal : whole_sign< '>', '=' > {};
struct equal : sor< whole_sign< '=', '=' >, whole_sign< '=' > > {};
struct not_equal : whole_sign< '!', '=' > {};
struct relation_sign : sor< less_equal, less, greater_equal, greater, not_equal, equal > {};

struct wrong_way_round : failure {};
struct label_form : failure {};
struct first_sign : sor< relation_sign,
                         seq< at< string< '=', '>' > >, raise< wrong_way_round > >,
                         seq< at< colon >, raise< label_form > > > {};
struct right_side : seq< sum > {};
struct tolerance : seq< sum > {};
struct within_begin : within_word {};
struct within : seq< within_begin, gap, must< tolerance > > {};
struct relation : seq< sum, gap, must< first_sign >, gap, must< right_side >,
                       star< gap, relation_sign, gap, must< right_side > >,
                       opt< gap, within > > {};

// --- part = ( not | "!" ) part | "(" formula ")" | relation
// ---      | ( for | exists ) binding { "," binding } [ ":" ] formula

// Succeeds at a `(` with a relation sign, connective or quantifier before its
// `)`; looks, takes nothing.
struct opens_formula {
  using rule_t = success::rule_t;  // to analyze()
  using subs_t = empty_list;

  template< apply_mode, rewind_mode, template< typename... > class,
            template< typename... > class, typename Input, typename Builder >
  [[nodiscard]] static bool match( Input& in, Builder& builder ) {
    return !in.empty() && in.peek_char() == '(' &&
           builder.parentheses().hold_formula( builder.offset_of( in.current() ) );
  }
};

struct part;
struct formula;
struct inner_formula : seq< formula > {};
struct negated_part : seq< part > {};
struct formula_end : one< ')' > {};
struct not_sign : sor< not_word, seq< one< '!' >, not_at< one< '=' > > > > {};
struct negative_part : seq< not_sign, gap, must< negated_part > > {};
struct negated : seq< at< not_sign >, negative_part > {};
struct formula_in_parentheses : seq< opening_parenthesis, gap, must< inner_formula >, gap,
                                     must< formula_end > > {};
struct parenthesised_formula : seq< opens_formula, formula_in_parentheses > {};
struct for_all : for_word {};
struct exists : exists_word {};
struct body : seq< formula > {};
struct quantified : seq< sor< for_all, exists >, gap, must< binding >,
                         star< gap, comma, gap, must< binding > >,
                         gap, opt< colon, gap >, must< body > > {};

// --- geomean( sum for binding { "," binding } ) REL sum; any other text in the
// --- parentheses is that of a method's arguments.

struct mean_word : TAO_PEGTL_KEYWORD( "geomean" ) {};
struct mean_quotient : seq< sum > {};
struct mean_for : for_word {};
struct mean_end : one< ')' > {};
struct mean_head : seq< mean_word, opening_parenthesis, gap, must< mean_quotient >, gap, must< mean_for >, gap,
                        must< binding >, star< gap, comma, gap, must< binding > >, gap, must< mean_end > > {};
struct mean_relation : seq< mean_head, gap, must< first_sign >, gap, must< right_side > > {};
struct quotients : seq< at< mean_word, opens_formula >, mean_relation > {};

struct part : sor< negated, quantified, parenthesised_formula, quotients, relation > {};

// --- both    = part { ( and | "&&" ) part }
// --- either  = both { ( or | "||" ) both }
// --- formula = either [ ( implies | "=>" | "->" ) formula ]

struct and_sign : sor< and_word, string< '&', '&' > > {};
struct or_sign : sor< or_word, string< '|', '|' > > {};
struct implies_sign : sor< implies_word, string< '=', '>' >, string< '-', '>' > > {};

struct both;
struct and_part : seq< part > {};
struct or_part : seq< both > {};
struct conclusion : seq< formula > {};
struct conjoined : seq< and_sign, gap, must< and_part > > {};
struct disjoined : seq< or_sign, gap, must< or_part > > {};
struct implied : seq< implies_sign, gap, must< conclusion > > {};
struct both : seq< part, star< gap, conjoined > > {};
struct either : seq< both, star< gap, disjoined > > {};
struct formula : seq< either, opt< gap, implied > > {};

// --- A statement ends with its line or at `;`, unless the next line begins
// --- with an operator.

struct line_end : seq< opt< comment >, at< sor< one< ';' >, eolf > > > {};
struct continuation : sor< one< '+', '-', '*', '<', '>', '=', '&', '|' >, divide, string< '!', '=' >,
                           and_word, or_word, implies_word, within_word > {};
struct nothing_follows : seq< at< blanks, line_end >, not_at< gap, continuation > > {};
struct text_goes_on : not_at< star< sor< blank, one< '\n', ';' >, comment > >, eof > {};

// --- definition = name "=" X, X a number, a set in braces, or a method or
// --- generator without "(...)", and nothing follows it.

struct defined_name : seq< free_name > {};
struct defines : seq< gap, whole_sign< '=' >, gap > {};
struct defined_negation : seq< minus, gap, number > {};
struct defined_method : seq< method_head, not_at< one< '(' > > > {};
struct defined_quoted_method : seq< must< not_empty >, string_literal > {};
struct defined_value : sor< defined_negation, number, defined_method, defined_quoted_method > {};
struct value_definition : seq< defined_name, defines, defined_value > {};
struct definition_end : seq< line_end > {};
struct set_definition : seq< defined_name, defines, braced_set, blanks, must< definition_end > > {};

// --- setting = "set" name "=" value; the value ends with the line, `;` or `#`,
// --- or is a string.

struct setting_name : seq< identifier_first, star< sor< identifier_other, one< '-' > > > > {};
struct setting_equals : seq< at< whole_sign< '=' > >, one< '=' > > {};
struct setting_character : sor< ranges< ' ', '~', '\t', '\t' >,
                                seq< at< one< '\r' >, sor< one< '\r', ';', '#' >, eolf > >, any > > {};
struct plain_value : seq< not_at< sor< one< ';', '#' >, eolf > >,
                          until< at< sor< one< ';', '#' >, eolf > >, must< setting_character > > > {};
struct quoted_value : seq< string_literal > {};
struct setting_value : sor< quoted_value, plain_value > {};
struct setting_end : seq< line_end > {};
struct setting : seq< set_word, plus< blank >, setting_name, blanks, must< setting_equals >,
                      blanks, must< setting_value >, blanks,
                      must< setting_end > > {};

// --- [label:] formula

struct label : seq< free_name > {};
struct labelled_body : seq< formula > {};
struct labelled : seq< label, gap, colon, gap, must< labelled_body > > {};
struct statement_body : seq< formula > {};
struct statement_end : seq< line_end > {};
struct formula_statement : seq< sor< seq< at< free_name, gap, colon >, labelled >,
                                     must< statement_body > >,
                                blanks, must< statement_end > > {};

struct begins_setting : at< set_word, plus< blank >, identifier_first > {};
struct begins_set : at< free_name, defines, one< '{' > > {};
struct begins_value : at< free_name, defines, defined_value, nothing_follows > {};

struct definition_or_setting : sor< seq< begins_setting, setting >,
                                    seq< begins_set, set_definition > > {};

// A file may end with a definition; a text given alone compares instead.
struct file_statement : sor< definition_or_setting,
                             seq< begins_value, value_definition >,
                             formula_statement > {};
struct single_statement : sor< definition_or_setting,
                               seq< begins_value, at< value_definition, text_goes_on >, value_definition >,
                               formula_statement > {};

// clang-format on

}  // namespace grammar
}  // namespace spl::parser
