#include "runner/reports/relation_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runner/reports/figure.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner {
namespace {

using logic::Sign;
using logic::Verdict;

// --- One row -----------------------------------------------------------------

Mark mark_of(const RelationReport& relation, const FormulaReport& formula) {
  // Where one of several may be violated, and where one decides for others.
  if (formula.verdict == Verdict::kHolds) return Mark::kNone;
  if (relation.stopped == Stop::kFormula) return Mark::kNone;
  switch (relation.decision.verdict) {
    case Verdict::kViolated:
      return Mark::kViolated;
    case Verdict::kUndecided:
      return Mark::kOpen;
    case Verdict::kError:
      return Mark::kUnmeasured;
    case Verdict::kHolds:
      break;
  }
  return Mark::kNone;
}

std::string bindings_text(const RelationReport& relation) {
  std::string text;
  for (const auto& [name, value] : relation.bindings) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name,
                        logic::to_text(value));
  }
  return foreign_name(text);
}

bool wants_less(Sign sign) {
  return sign == Sign::kLess || sign == Sign::kLessEqual;
}

bool wants_more(Sign sign) {
  return sign == Sign::kGreater || sign == Sign::kGreaterEqual;
}

Ends ends_of(const RelationReport& relation, Sign sign) {
  const Verdict verdict = relation.decision.verdict;
  const bool is_settled = (verdict == Verdict::kHolds && !relation.is_weak) ||
                          verdict == Verdict::kViolated;
  if (!is_settled || !(wants_less(sign) || wants_more(sign))) {
    return Ends::kBoth;
  }
  return wants_less(sign) == (verdict == Verdict::kHolds) ? Ends::kUpper
                                                          : Ends::kLower;
}

Sign exchanged(Sign sign) {
  switch (sign) {
    case Sign::kLess:
      return Sign::kGreater;
    case Sign::kLessEqual:
      return Sign::kGreaterEqual;
    case Sign::kGreater:
      return Sign::kLess;
    case Sign::kGreaterEqual:
      return Sign::kLessEqual;
    case Sign::kEqual:
    case Sign::kNotEqual:
      break;
  }
  return sign;
}

std::string limit_of(const RelationReport& relation, const std::string& limit,
                     bool leaves_slack) {
  std::string statistic = statistic_text(relation);
  if (limit.empty()) return statistic;
  return (leaves_slack ? "allowed: " : "required: ") + limit +
         (statistic.empty() ? "" : ", " + statistic);
}

/// A side against a constant: its time, and the range of it.
void add_amount(const RelationReport& relation, const Figure& figure,
                logic::Dimension dimension, FormulaRow& row) {
  const bool is_left = !relation.sides.left.terms.empty();
  const RelationSide& side =
      is_left ? relation.sides.left : relation.sides.right;
  const RelationSide& constant =
      is_left ? relation.sides.right : relation.sides.left;
  const double limit = constant.constant / common_factor(side);
  const SideTexts texts = sides_of(relation, figure, dimension, {});
  row.left = is_left ? texts.left : texts.right;
  const auto& amount = figure.is_of_all_calls ? side.mean : side.amount;
  if (figure.has_range && amount) {
    const MeasuredQuotient& found = figure.quotient;
    const double given = constant.constant;
    const double lower = is_left ? found.lower * given : given / found.upper;
    const double upper = is_left ? found.upper * given : given / found.lower;
    row.range =
        range_of(*amount / common_factor(side), lower, upper, dimension, limit);
  }
  const bool is_upper =
      is_left ? wants_less(relation.sign) : wants_more(relation.sign);
  row.limit = limit_of(relation, amount_text(limit, dimension), is_upper);
}

void add_quotient(const RelationReport& relation, const Figure& written,
                  const FormulaReport& formula, Order order, FormulaRow& row) {
  const bool is_exchanged = order == Order::kExchanged;
  const Figure figure = is_exchanged ? exchanged(written) : written;
  const Sign sign = is_exchanged ? exchanged(relation.sign) : relation.sign;
  const Compared what = compared(formula.metric, formula.dimension);
  const QuotientText text = quotient_text(
      figure.quotient, what, ends_of(relation, sign), figure.limit);
  const auto left = shown_amount(relation.sides.left, written);
  const auto right = shown_amount(relation.sides.right, written);
  PairOfDigits digits;
  if (left && right && is_exchanged) {
    digits = digits_for(*right, *left, formula.dimension, text);
    std::swap(digits.left, digits.right);
  } else if (left && right) {
    digits = digits_for(*left, *right, formula.dimension, text);
  }
  SideTexts sides = sides_of(relation, written, formula.dimension, digits);
  if (is_exchanged) std::swap(sides.left, sides.right);
  row.left = sides.left;
  row.words = text.words;
  row.right = sides.right;
  if (row.right.empty()) row.words.resize(row.words.rfind(' '));
  row.range = text.range;
  const double limit = figure.limit;
  const bool has_limit = limit != 1 && sign != Sign::kNotEqual;
  const bool leaves_slack =
      (wants_less(sign) && limit > 1) || (wants_more(sign) && limit < 1);
  row.limit =
      limit_of(relation, has_limit ? limit_text(limit, what, text.unit) : "",
               leaves_slack);
}

/// The words where nothing is known of the quotient but the amounts: the right
/// one may be 0.
std::string difference_words(const RelationReport& relation, double left,
                             double right, const FormulaReport& formula) {
  const Compared what = compared(formula.metric, formula.dimension);
  const double sign = relation.decision.finding == logic::Finding::kGreater ? 1
                      : relation.decision.finding == logic::Finding::kLess  ? -1
                                                                            : 0;
  if (sign == 0 && left > 0 && right > 0) {
    return quotient_text({left / right}, what).words;
  }
  return direction_words(sign, what);
}

/// Why a row has no figures. What a process printed is below, and not in line
/// with rows.
std::string unmeasured_sentence(const RelationReport& relation) {
  const Sides& sides = relation.sides;
  if (relation.decision.reason.empty()) {
    return sides.left.text == sides.right.text ? "both sides are the same"
                                               : "nothing to measure";
  }
  std::string text = foreign_text(relation.decision.reason);
  constexpr std::string_view kBegin = "\n    ";
  for (std::size_t at = text.find(kBegin); at != text.npos;
       at = text.find(kBegin, at + 1)) {
    text.insert(at + 1, 8, ' ');
  }
  return text;
}

}  // namespace

std::string statistic_text(const RelationReport& relation) {
  if (!relation.stated) return {};
  if (relation.stated->quantile) {
    return to_text(*relation.stated) + " of a usual process";
  }
  switch (relation.stated->statistic) {
    case logic::Statistic::kTypical:
      return "typical calls";
    case logic::Statistic::kMean:
      return "mean of all calls";
    case logic::Statistic::kMedian:
      return "medians";
    case logic::Statistic::kBoth:
      break;
  }
  return {};
}

FormulaRow row_of(const RelationReport& relation, const FormulaReport& formula,
                  Order order) {
  FormulaRow row;
  row.relation = &relation;
  row.mark = mark_of(relation, formula);
  const auto figure = figure_of(relation);
  const bool is_measured =
      figure && relation.stopped != Stop::kFailed &&
      (relation.blocks > 0 || relation.decision.reason.empty());
  const auto& left = relation.sides.left.amount;
  const auto& right = relation.sides.right.amount;
  const bool is_told =
      relation.decision.reason.empty() || relation.stopped == Stop::kData;
  const bool has_difference = !figure && is_told && left && right;
  if (has_difference) {
    row.left = digits_of(*left, formula.dimension, kUsualDigits);
    row.words = difference_words(relation, *left, *right, formula);
    row.right = digits_of(*right, formula.dimension, kUsualDigits);
    return row;
  }
  if (!is_measured) {
    row.sentence = unmeasured_sentence(relation);
    return row;
  }
  const bool has_constant =
      relation.sides.left.terms.empty() || relation.sides.right.terms.empty();
  row.order = order;
  if (has_constant) {
    if (relation.sides.left.terms.empty()) row.order = Order::kExchanged;
    add_amount(relation, *figure, formula.dimension, row);
  } else {
    add_quotient(relation, *figure, formula, order, row);
  }
  if (!figure->varies) row.range = "the same in every run";
  return row;
}

namespace {

// --- Pairs that `within` made ------------------------------------------------

/// Whether `y * 0.95 <= x` and `x <= y * 1.05` follow one another.
bool is_pair(const RelationReport& one, const RelationReport& other) {
  const double lower = common_factor(one.sides.left);
  const double upper = common_factor(other.sides.right);
  return one.sign == Sign::kLessEqual && other.sign == Sign::kLessEqual &&
         one.bindings == other.bindings &&
         one.performances == other.performances &&
         one.sides.right.text == other.sides.left.text && lower < 1 &&
         upper > 1 && std::abs(lower + upper - 2) < 1e-9;
}

/// How much a reader needs to see of a relation.
int weight(const RelationReport& relation) {
  if (relation.decision.verdict == Verdict::kViolated) return 3;
  if (relation.decision.verdict != Verdict::kHolds) return 2;
  return relation.is_weak ? 1 : 0;
}

/// The worse of both, as a row of the second.
FormulaRow united(const RelationReport& one, const RelationReport& other,
                  const FormulaReport& formula) {
  const bool is_first = weight(one) > weight(other);
  FormulaRow row = is_first ? row_of(one, formula, Order::kExchanged)
                            : row_of(other, formula);
  row.other = is_first ? &other : &one;
  row.mark = std::max(mark_of(one, formula), mark_of(other, formula));
  row.limit = fmt::format("allowed: {:.4g}% either way",
                          (common_factor(other.sides.right) - 1) * 100);
  return row;
}

/// What tells rows apart: values, or the whole relation.
void name_rows(const FormulaReport& formula, std::vector<FormulaRow>& rows) {
  if (rows.size() < 2 && formula.conjunction) return;
  std::vector<std::string> known;
  bool are_told_apart = formula.conjunction;
  for (FormulaRow& one : rows) {
    one.values = bindings_text(*one.relation);
    are_told_apart = are_told_apart && !one.values.empty() &&
                     std::ranges::find(known, one.values) == known.end();
    known.push_back(one.values);
  }
  if (are_told_apart) return;
  for (FormulaRow& one : rows) {
    one.values = foreign_name(one.relation->text);
    if (formula.conjunction) continue;
    const Verdict verdict = one.relation->decision.verdict;
    const char* truth = verdict == Verdict::kHolds      ? "true   "
                        : verdict == Verdict::kViolated ? "false  "
                                                        : "open   ";
    one.values.insert(0, truth);
  }
}

/// "12 processes only" of a proof from few: slow ones may be missing.
std::string few_of_proof(const RelationReport& relation) {
  constexpr std::size_t kEnough = 20;
  const bool is_claim =
      relation.sign == Sign::kLess || relation.sign == Sign::kGreater;
  const auto& parts = relation.parts;
  if (!is_claim || relation.decision.verdict != Verdict::kHolds || !parts ||
      parts->nothing_varies || parts->units >= kEnough) {
    return {};
  }
  // Each layout or build was measured by several.
  if (relation.blocks > parts->units) return {};
  return fmt::format("{} processes only", parts->units);
}

/// How near a row is to its limit; higher is nearer.
double nearness(const FormulaRow& row) {
  const auto figure = figure_of(*row.relation);
  if (!figure || !row.sentence.empty()) {
    return -std::numeric_limits<double>::infinity();
  }
  const double ratio = figure->quotient.estimate / figure->limit;
  if (wants_less(row.relation->sign)) return ratio;
  if (wants_more(row.relation->sign)) return 1 / ratio;
  return std::max(ratio, 1 / ratio);
}

}  // namespace

std::vector<FormulaRow> rows_of(const FormulaReport& formula) {
  std::vector<FormulaRow> rows;
  const std::vector<RelationReport>& all = formula.relations;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i + 1 < all.size() && is_pair(all[i], all[i + 1])) {
      rows.push_back(united(all[i], all[i + 1], formula));
      ++i;
    } else {
      rows.push_back(row_of(all[i], formula));
    }
  }
  name_rows(formula, rows);
  // The only row shows its limit, and so do those that are marked.
  for (FormulaRow& one : rows) {
    if (rows.size() > 1 && one.mark == Mark::kNone) one.limit.clear();
    const std::string few = few_of_proof(*one.relation);
    if (!few.empty()) one.limit += (one.limit.empty() ? "" : ", ") + few;
  }
  return rows;
}

const FormulaRow* nearest_row(const std::vector<FormulaRow>& rows) {
  const FormulaRow* result = nullptr;
  for (const FormulaRow& one : rows) {
    if (!one.sentence.empty()) continue;
    if (result == nullptr || nearness(one) > nearness(*result)) result = &one;
  }
  return result;
}

// --- Lines -------------------------------------------------------------------

namespace {

constexpr std::size_t kIndent = 4;  ///< With the mark.

std::string in_parentheses(const std::string& text) {
  return text.empty() ? text : '(' + text + ')';
}

/// Paints the mark, and the quotient of what is violated.
std::string in_colors(std::string line, const FormulaRow& row, Colors colors) {
  if (row.mark == Mark::kNone || colors == Colors::kOff) return line;
  if (row.mark == Mark::kViolated && !row.words.empty()) {
    line.replace(line.find(row.words), row.words.size(), bold(row.words));
  }
  constexpr std::size_t kMark = 2;
  return line.replace(kMark, 1,
                      painted(std::string(1, static_cast<char>(row.mark)),
                              row.relation->decision.verdict, colors));
}

}  // namespace

std::vector<std::string> row_lines(const std::vector<FormulaRow>& rows,
                                   const RowStyle& style) {
  std::vector<std::vector<std::string>> cells;
  for (const FormulaRow& one : rows) {
    if (one.sentence.empty()) {
      cells.push_back({one.values, one.left, one.words, one.right,
                       in_parentheses(one.range), one.limit});
    } else {
      cells.push_back({one.values, one.sentence});
    }
  }
  const std::vector<std::string> whole = aligned(cells, "lrlrll");
  for (auto& one : cells) {
    if (one.size() > 2) one.back().clear();
  }
  const std::vector<std::string> without_limit = aligned(cells, "lrlrll");
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const FormulaRow& one = rows[i];
    std::string line = {' ', ' ', static_cast<char>(one.mark), ' '};
    const bool fits =
        one.limit.empty() || columns_of(line + whole[i]) <= style.width;
    line += fits ? whole[i]
                 : without_limit[i] + '\n' + std::string(2 * kIndent, ' ') +
                       one.limit;
    lines.push_back(in_colors(wrapped(line, {style.width, 2 * kIndent}), one,
                              style.colors));
  }
  return lines;
}

std::string row_sentence(const FormulaRow& row, Amounts amounts) {
  std::string text = row.values.empty() ? "" : row.values + ": ";
  if (!row.sentence.empty()) return text + row.sentence;
  if (row.right.empty()) {
    text += row.left + row.words;  // One of both.
  } else if (amounts == Amounts::kLeftOut) {
    text += row.words.substr(0, row.words.rfind(' '));  // Without "than".
  } else {
    text +=
        row.left + (row.left.empty() ? "" : ", ") + row.words + ' ' + row.right;
  }
  if (!row.range.empty()) text += ' ' + in_parentheses(row.range);
  if (!row.limit.empty()) text += ", " + row.limit;
  return text;
}

std::vector<std::string> deciding_sentences(const FormulaReport& formula,
                                            Amounts amounts) {
  const std::vector<FormulaRow> rows = rows_of(formula);
  const bool has_marks = std::ranges::any_of(
      rows, [](const FormulaRow& one) { return one.mark != Mark::kNone; });
  std::vector<std::string> result;
  for (const FormulaRow& one : rows) {
    if (has_marks && one.mark == Mark::kNone) continue;
    result.push_back(row_sentence(one, amounts));
  }
  return result;
}

}  // namespace spl::runner
