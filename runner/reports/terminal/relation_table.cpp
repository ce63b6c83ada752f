#include "runner/reports/terminal/relation_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runner/reports/terminal/interval_bar.hpp"
#include "runner/reports/terminal/relation_notes.hpp"
#include "runner/reports/terminal/side_texts.hpp"
#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/terminal_text.hpp"

namespace spl::runner {
namespace {

constexpr std::size_t kRelationIndent = 2;  ///< The indent of relations.
constexpr std::size_t kNoteIndent = 6;      ///< The indent of lines below them.
constexpr std::size_t kGap = 2;             ///< Between columns.

/// Returns a ratio in a column: four digits, as far as they differ from 1.
std::string column_ratio(double ratio) {
  constexpr double kNear = 0.01;
  if (std::abs(ratio - 1) < kNear) return fmt::format("{:.4f}", ratio);
  if (ratio < 0.0995) return fmt::format("{:.3g}", ratio);
  if (ratio < 9.9995) return fmt::format("{:.3f}", ratio);
  if (ratio < 99.995) return fmt::format("{:.2f}", ratio);
  return fmt::format("{:.4g}", ratio);
}

std::string interval(std::optional<double> lower, std::optional<double> upper) {
  if (!lower || !upper) return {};
  return column_ratio(*lower) + ".." + column_ratio(*upper);
}

bool is_about_all_calls(const RelationReport& relation) {
  const auto& parts = seen_by_parts(relation);
  return parts && !parts->asks_typical_calls;
}

/// Fills a cell up to the width of its column.
std::string filled(const std::string& cell, std::size_t width, bool is_number) {
  const std::size_t size = columns_of(cell);
  const std::string blanks(width > size ? width - size : 0, ' ');
  return is_number ? blanks + cell : cell + blanks;
}

}  // namespace

RelationTable::RelationTable(const std::vector<FormulaReport>& formulas,
                             Style style)
    : style_(style), widths_(kColumns) {
  for (const FormulaReport& formula : formulas) {
    for (const RelationReport& one : formula.relations) {
      texts_.push_back(columns_of(one.text));
      strength_width_ =
          std::max(strength_width_, to_text(one.decision.strength).size());
      const Cells found = cells(one, formula.dimension);
      has_numbers_ = has_numbers_ || !found[kLeft].empty();
      has_typical_ =
          has_typical_ || (seen_by_parts(one) && !is_about_all_calls(one));
      for (std::size_t i = 0; i < kColumns; ++i) {
        widths_[i] = std::max(widths_[i], columns_of(found[i]));
      }
    }
  }
  for (std::size_t i = 0; i < kColumns; ++i) {
    // No column is narrower than its heading.
    constexpr std::size_t kHeading[kColumns] = {4, 5, 5, 0, 0, 9, 0, 6};
    if (widths_[i] > 0) widths_[i] = std::max(widths_[i], kHeading[i]);
  }
  choose_layout();
}

const std::vector<RelationTable::Layout>& RelationTable::layouts() {
  // From the best to the one that is always possible.
  static const std::vector<Layout> all = {
      {false,
       {kLeft, kRight, kRatio, kInterval, kBar, kMean, kMeanInterval, kBlocks}},
      {false, {kLeft, kRight, kRatio, kInterval, kBar, kMean, kBlocks}},
      {true,
       {kLeft, kRight, kRatio, kInterval, kBar, kMean, kMeanInterval, kBlocks}},
      {true, {kLeft, kRight, kRatio, kInterval, kBar, kMean, kBlocks}},
      {true, {kLeft, kRight, kRatio, kInterval, kMean, kBlocks}}};
  return all;
}

std::size_t RelationTable::width_of(const std::vector<Column>& shown) const {
  std::size_t width = 0;
  for (const Column one : shown) {
    if (widths_[one] > 0) width += widths_[one] + kGap;
  }
  return width;
}

/// Takes a layout of one line that fits for at least so many relations.
bool RelationTable::take_one_line(const std::vector<std::size_t>& sorted,
                                  std::size_t least) {
  for (const Layout& one : layouts()) {
    const std::size_t others =
        kRelationIndent + kGap + strength_width_ + width_of(one.shown);
    if (one.has_own_line || others >= style_.width) continue;
    const auto end =
        std::upper_bound(sorted.begin(), sorted.end(), style_.width - others);
    const auto count = static_cast<std::size_t>(end - sorted.begin());
    if (count == 0 || count < least) continue;
    text_width_ = sorted[count - 1];
    layout_ = one;
    return true;
  }
  return false;
}

/// Prefers lines beside all relations to those beside half of them, and these
/// to lines below.
void RelationTable::choose_layout() {
  std::vector<std::size_t> sorted = texts_;
  std::sort(sorted.begin(), sorted.end());
  if (take_one_line(sorted, sorted.size()) ||
      take_one_line(sorted, (sorted.size() + 1) / 2)) {
    return;
  }
  for (const Layout& one : layouts()) {
    if (!one.has_own_line) continue;
    layout_ = one;
    if (kNoteIndent - kGap + width_of(one.shown) <= style_.width) break;
  }
  const std::size_t others = strength_width_ + kRelationIndent + kGap;
  for (const std::size_t size : sorted) {
    if (size + others <= style_.width) text_width_ = size;
  }
}

RelationTable::Cells RelationTable::cells(const RelationReport& relation,
                                          logic::Dimension dimension) const {
  Cells result(kColumns);
  const logic::Decision& decision = relation.decision;
  if (!decision.decided_by || relation.blocks == 0) return result;
  const auto amount = [&](const std::optional<double>& one) {
    return one ? short_amount_text(*one, dimension) : std::string("-");
  };
  result[kLeft] = amount(relation.sides.left.amount);
  result[kRight] = amount(relation.sides.right.amount);
  result[kBlocks] = std::to_string(relation.blocks);
  const statistics::RatioInterval& ratio = decision.ratio;
  const auto& seen = seen_by_parts(relation);
  if (seen && !seen->nothing_varies) {
    const logic::PartsDecision& parts = *seen;
    result[kMean] = column_ratio(parts.mean);
    if (parts.lower <= parts.mean && parts.mean <= parts.upper) {
      result[kMeanInterval] = interval(parts.lower, parts.upper);
    }
    if (is_about_all_calls(relation)) {
      result[kBar] =
          interval_bar(parts.mean, parts.lower, parts.upper, style_.alphabet);
      return result;
    }
  }
  if (ratio.estimate) result[kRatio] = column_ratio(*ratio.estimate);
  result[kInterval] = interval(ratio.lower, ratio.upper);
  result[kBar] =
      interval_bar(ratio.estimate, ratio.lower, ratio.upper, style_.alphabet);
  return result;
}

std::string RelationTable::line_of(const Cells& cells) const {
  std::string line;
  for (const Column one : layout_.shown) {
    if (widths_[one] == 0) continue;
    const bool is_number = one != kInterval && one != kMeanInterval;
    line +=
        std::string(kGap, ' ') + filled(cells[one], widths_[one], is_number);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string RelationTable::heading() const {
  if (!has_numbers_) return {};
  Cells names(kColumns);
  names[kLeft] = "left";
  names[kRight] = "right";
  names[kRatio] = "ratio";
  names[kInterval] = has_typical_ ? "typical calls" : "";
  names[kBar] = kBarHeading;
  names[kMean] = "all calls";
  names[kBlocks] = "blocks";
  std::string line;
  for (const Column one : layout_.shown) {
    if (widths_[one] == 0) continue;
    const bool is_number = one != kInterval && one != kMeanInterval;
    line +=
        std::string(kGap, ' ') + filled(names[one], widths_[one], is_number);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  const std::size_t before =
      layout_.has_own_line
          ? kNoteIndent - kGap
          : kRelationIndent + text_width_ + kGap + strength_width_;
  return std::string(before, ' ') + line + '\n';
}

std::string RelationTable::text(const RelationReport& relation,
                                logic::Dimension dimension) const {
  const std::string name = foreign_name(relation.text);
  const std::size_t size = columns_of(relation.text);
  const std::string strength(to_text(relation.decision.strength));
  const std::string shown =
      painted(strength, relation.decision.verdict, style_.colors);
  const std::string numbers = line_of(cells(relation, dimension));
  std::string text = wrapped(std::string(kRelationIndent, ' ') + name,
                             {style_.width, kNoteIndent});
  std::size_t column = kRelationIndent + size;
  if (size <= text_width_) {
    text += std::string(text_width_ - size + kGap, ' ') + shown;
    column = kRelationIndent + text_width_ + kGap + strength.size();
  } else if (layout_.has_own_line) {
    text += '\n' + std::string(kNoteIndent, ' ') + shown;
    column = kNoteIndent + strength.size();
  } else {
    // The numbers stay in their columns.
    text +=
        '\n' + std::string(kRelationIndent + text_width_ + kGap, ' ') + shown;
    column = kRelationIndent + text_width_ + kGap + strength.size();
  }
  if (!numbers.empty()) {
    const std::string before =
        layout_.has_own_line
            ? '\n' + std::string(kNoteIndent - kGap, ' ')
            : std::string(strength_width_ - strength.size(), ' ');
    text += before + numbers;
    column = layout_.has_own_line ? kNoteIndent - kGap
                                  : column + strength_width_ - strength.size();
    column += columns_of(numbers);
  }
  const std::string note = note_text(relation, dimension);
  if (note.empty()) return text + '\n';
  const bool is_line = note.find('\n') == std::string::npos;
  if (is_line && column + kGap + columns_of(note) <= style_.width) {
    return text + std::string(kGap, ' ') + note + '\n';
  }
  return text + '\n' +
         wrapped(std::string(kNoteIndent, ' ') + note,
                 {style_.width, kNoteIndent}) +
         '\n';
}

}  // namespace spl::runner
