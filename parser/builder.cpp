#include "parser/builder.hpp"

#include <cassert>
#include <utility>

#include "parser/lexeme.hpp"
#include "parser/source.hpp"

namespace spl::parser {
namespace {

constexpr unsigned char kKnown = 1;
constexpr unsigned char kFormula = 2;
constexpr unsigned char kTuple = 4;

unsigned char meaning(const Lexeme& lexeme, std::string_view text) {
  const std::string_view it = lexeme.text(text);
  if (lexeme.kind == Lexeme::Kind::kWord) {
    const bool connects =
        is_reserved(it) && it != "in" && it != "step" && it != "THIS";
    return connects ? kFormula : 0;
  }
  if (lexeme.kind != Lexeme::Kind::kSign) return 0;
  if (it == ",") return kTuple;
  const bool relates = it == "->" || std::string_view("<>=!&|").find(it[0]) !=
                                         std::string_view::npos;
  return relates ? kFormula : 0;
}

}  // namespace

bool Parentheses::hold_formula(std::size_t offset) {
  return (contents(offset) & kFormula) != 0;
}

bool Parentheses::hold_tuple(std::size_t offset) {
  return (contents(offset) & kTuple) != 0;
}

unsigned char Parentheses::contents(std::size_t offset) {
  if (contents_.empty()) contents_.resize(text_.size());
  if (contents_[offset] == 0) scan(offset);
  return contents_[offset];
}

// An unclosed parenthesis is read up to the next `;`. All parentheses in it are
// then known, too, so that a text of only `(` is not read again for each.
void Parentheses::scan(std::size_t offset) {
  open_.clear();
  std::size_t position = offset;
  do {
    const Lexeme lexeme = lexeme_at(text_, position);
    position = lexeme.end;
    work_ += lexeme.end - lexeme.begin;
    const char first =
        lexeme.kind == Lexeme::Kind::kSign ? text_[lexeme.begin] : '\0';
    if (lexeme.kind == Lexeme::Kind::kEnd || first == ';') {
      while (!open_.empty()) close_innermost();
    } else if (first == '(' || first == '[') {
      open_.push_back({lexeme.begin, kKnown});
    } else if (first == ']') {
      if (text_[open_.back().offset] == '[') close_innermost();
    } else if (first == ')') {
      while (text_[open_.back().offset] == '[') close_innermost();
      close_innermost();
    } else {
      open_.back().found |= meaning(lexeme, text_);
    }
  } while (!open_.empty());
}

void Parentheses::close_innermost() {
  const Open closed = open_.back();
  open_.pop_back();
  contents_[closed.offset] = closed.found;
  if (!open_.empty()) open_.back().found |= closed.found & kFormula;
}

using logic::Addition;
using logic::Chain;
using logic::Connective;
using logic::Definition;
using logic::Formula;
using logic::LabelledFormula;
using logic::MethodUse;
using logic::Name;
using logic::Number;
using logic::Product;
using logic::Quantifier;
using logic::Range;
using logic::Setting;
using logic::Sign;
using logic::Span;
using logic::Statement;
using logic::Sum;
using logic::Text;
using logic::Tuple;

namespace {

std::string unquoted(std::string_view quoted) {
  return std::string(quoted.substr(1, quoted.size() - 2));
}

constexpr std::size_t kMostNested = 100;

bool is_quote(char c) { return c == '"' || c == '\''; }

// Adds c to an open `a + b`; any other left side becomes the first operand.
template <typename Operation>
Sum combined(Sum left, bool left_open, bool inverse, Sum right) {
  const Span span{left.span.begin, right.span.end};
  if (!left_open || !std::holds_alternative<Operation>(left.node)) {
    Operation operation;
    operation.operands.push_back({false, std::move(left)});
    left = Sum{std::move(operation), span};
  }
  std::get<Operation>(left.node).operands.push_back(
      {inverse, std::move(right)});
  left.span = span;
  return left;
}

}  // namespace

Name Builder::name_at(Span span) const {
  return {std::string(text_.substr(span.begin, span.end - span.begin)), false,
          span};
}

Name Builder::quoted_name_at(Span span) const {
  return {unquoted(text_.substr(span.begin, span.end - span.begin)), true,
          span};
}

MethodUse& Builder::method() {
  return std::get<MethodUse>(sums_.back().sum.node);
}

void Builder::push(Sum sum) { sums_.push_back({std::move(sum), false}); }

Sum Builder::pop_sum() {
  assert(!sums_.empty());
  Sum sum = std::move(sums_.back().sum);
  sums_.pop_back();
  return sum;
}

Formula Builder::pop_formula() {
  assert(!formulas_.empty());
  Formula formula = std::move(formulas_.back().formula);
  formulas_.pop_back();
  return formula;
}

std::vector<Sum> Builder::pop_sums_from(std::size_t first) {
  std::vector<Sum> sums;
  sums.reserve(sums_.size() - first);
  for (std::size_t i = first; i < sums_.size(); ++i) {
    sums.push_back(std::move(sums_[i].sum));
  }
  sums_.resize(first);
  return sums;
}

void Builder::add_number(double value, Span span) {
  push({Number{value, logic::Unit::kNone}, span});
}

void Builder::set_unit(logic::Unit unit, Span span) {
  std::get<Number>(sums_.back().sum.node).unit = unit;
  sums_.back().sum.span.end = span.end;
}

void Builder::add_text(Span quoted) {
  push({Text{quoted_name_at(quoted).text}, quoted});
}

void Builder::begin_method(Span name) {
  push({MethodUse{name_at(name), {}, {}, {}}, name});
}

void Builder::begin_quoted_method(Span quoted) {
  push({MethodUse{quoted_name_at(quoted), {}, {}, {}}, quoted});
}

void Builder::add_instrument(Span name) {
  method().instruments.push_back(
      {is_quote(text_[name.begin]) ? quoted_name_at(name) : name_at(name), {}});
}

void Builder::set_revision(Span revision) {
  method().revision = is_quote(text_[revision.begin]) ? quoted_name_at(revision)
                                                      : name_at(revision);
}

void Builder::begin_arguments_or_tuple() { lists_.push_back(sums_.size()); }

std::vector<Sum> Builder::end_arguments_or_tuple() {
  const std::size_t first = lists_.back();
  lists_.pop_back();
  return pop_sums_from(first);
}

void Builder::begin_arguments() { begin_arguments_or_tuple(); }

void Builder::end_arguments() {
  std::vector<Sum> arguments = end_arguments_or_tuple();
  method().arguments = std::move(arguments);
}

void Builder::end_own_arguments() {
  std::vector<Sum> arguments = end_arguments_or_tuple();
  method().instruments.back().arguments = std::move(arguments);
}

void Builder::end_method(Span span) { sums_.back().sum.span = span; }

void Builder::combine(Operation operation) {
  Sum right = pop_sum();
  const bool left_open = sums_.back().open;
  Sum left = pop_sum();
  const bool inverse =
      operation == Operation::kSubtract || operation == Operation::kDivide;
  const bool adds =
      operation == Operation::kAdd || operation == Operation::kSubtract;
  Sum sum = adds ? combined<Addition>(std::move(left), left_open, inverse,
                                      std::move(right))
                 : combined<Product>(std::move(left), left_open, inverse,
                                     std::move(right));
  sums_.push_back({std::move(sum), true});
}

void Builder::negate(Span span) {
  Addition negation;
  negation.operands.push_back({true, pop_sum()});
  push({std::move(negation), span});
}

void Builder::end_parenthesised_sum(Span span) {
  sums_.back().open = false;
  sums_.back().sum.span = span;
}

void Builder::end_sum() { last_sum_ = sums_.back().sum.span; }

void Builder::end_range() { range_ = true; }

void Builder::end_step() { step_ = true; }

void Builder::end_tuple() { tuple_ = Tuple{end_arguments_or_tuple()}; }

void Builder::end_item(Span span) {
  if (tuple_) {
    items_.push_back({std::move(*tuple_), span});
    tuple_.reset();
  } else if (range_) {
    Range range;
    range.numbers = pop_sums_from(sums_.size() - (step_ ? 3 : 2));
    range.multiplicative = multiplicative_;
    items_.push_back({std::move(range), span});
  } else {
    items_.push_back({pop_sum(), span});
  }
  range_ = step_ = multiplicative_ = false;
}

bool Builder::add_sign(Sign sign) {
  const bool first = signs_.empty();
  if (!first && (sign == Sign::kNotEqual || signs_[0] == Sign::kNotEqual)) {
    return false;
  }
  if (sign != Sign::kEqual) {
    const bool descends = sign == Sign::kGreater || sign == Sign::kGreaterEqual;
    if (descends_.value_or(descends) != descends) return false;
    descends_ = descends;
  }
  signs_.push_back(sign);
  return true;
}

bool Builder::is_equality() const {
  return signs_.size() == 1 && signs_.front() == Sign::kEqual;
}

void Builder::end_within() { within_ = true; }

void Builder::end_relation(Span span) {
  Chain chain;
  if (within_) chain.within = pop_sum();
  chain.sums = pop_sums_from(0);
  chain.signs = std::exchange(signs_, {});
  within_ = false;
  descends_.reset();
  formulas_.push_back({{std::move(chain), span}, false});
}

void Builder::connect(Connective::Kind kind) {
  Formula right = pop_formula();
  const bool left_open = formulas_.back().open;
  Formula left = pop_formula();
  const Span span{left.span.begin, right.span.end};
  auto* connective = std::get_if<Connective>(&left.node);
  if (!left_open || connective == nullptr || connective->kind != kind) {
    Connective joined{kind, {}};
    joined.parts.push_back(std::move(left));
    left = Formula{std::move(joined), span};
    connective = std::get_if<Connective>(&left.node);
  }
  connective->parts.push_back(std::move(right));
  left.span = span;
  formulas_.push_back({std::move(left), kind != Connective::Kind::kImplies});
}

void Builder::negate_formula(Span span) {
  Connective negation{Connective::Kind::kNot, {}};
  negation.parts.push_back(pop_formula());
  formulas_.push_back({{std::move(negation), span}, false});
}

void Builder::end_parenthesised_formula(Span span) {
  formulas_.back().open = false;
  formulas_.back().formula.span = span;
}

void Builder::begin_quantifier(Quantifier::Kind kind) {
  quantifiers_.push_back({kind, {}, {}});
}

void Builder::add_variable(Span name) { variables_.push_back(name_at(name)); }

void Builder::end_binding() {
  const bool tuple = variables_.size() > 1;
  quantifiers_.back().bindings.push_back(
      {std::exchange(variables_, {}), tuple, std::exchange(items_, {})});
}

void Builder::end_quantifier(Span span) {
  Quantifier quantifier = std::move(quantifiers_.back());
  quantifiers_.pop_back();
  quantifier.body.push_back(pop_formula());
  formulas_.push_back({{std::move(quantifier), span}, false});
}

void Builder::end_mean(Span span) {
  quantifiers_.back().text =
      folded_text(text_.substr(span.begin, span.end - span.begin));
}

void Builder::end_mean_relation(Span span) {
  end_relation(span);
  end_quantifier(span);
}

void Builder::set_statement_name(Span name) { statement_name_ = name_at(name); }

void Builder::end_value_definition() {
  statement_ =
      Statement{Definition{std::move(*statement_name_), pop_sum()}, {}};
}

void Builder::end_set_definition() {
  statement_ = Statement{
      Definition{std::move(*statement_name_), std::exchange(items_, {})}, {}};
}

void Builder::set_setting_value(Span value) {
  const std::string_view written =
      text_.substr(value.begin, value.end - value.begin);
  const std::size_t last = written.find_last_not_of(" \t\r\v\f");
  value.end = value.begin + last + 1;
  Setting setting{std::move(*statement_name_), {}, value};
  setting.value = is_quote(written.front())
                      ? unquoted(written)
                      : std::string(written.substr(0, last + 1));
  statement_ = Statement{std::move(setting), {}};
}

void Builder::end_formula_statement() {
  statement_ =
      Statement{LabelledFormula{std::move(statement_name_), pop_formula()}, {}};
}

bool Builder::nests_too_deep() const {
  const std::size_t lists = lists_.empty() ? 0 : lists_.size() - 1;
  return static_cast<std::size_t>(depth_) + lists > kMostNested;
}

Statement Builder::take_statement(Span span) {
  assert(statement_);
  statement_->span = span;
  return std::move(*statement_);
}

}  // namespace spl::parser
