#pragma once

#include <string>
#include <vector>

#include "runner/findings/report.hpp"
#include "runner/reports/terminal/style.hpp"

namespace spl::runner {

/// The relations of a report in columns that fit the terminal: times of both
/// sides, ratio and interval of typical calls, a bar, all calls, blocks. A
/// terminal that is too narrow has the numbers below the relation, and then
/// fewer of them; words that do not fit have lines of their own.
class RelationTable {
 public:
  /// Lays out all relations alike.
  RelationTable(const std::vector<FormulaReport>& formulas, Style style);

  /// Returns the line of headings; empty if no relation has numbers.
  [[nodiscard]] std::string heading() const;

  /// Returns the lines of one of the relations.
  [[nodiscard]] std::string text(const RelationReport& relation,
                                 logic::Dimension dimension) const;

 private:
  enum Column {
    kLeft,
    kRight,
    kRatio,
    kInterval,
    kBar,
    kMean,
    kMeanInterval,
    kBlocks,
    kColumns
  };
  using Cells = std::vector<std::string>;

  struct Layout {
    bool has_own_line = false;  ///< Numbers are below the relation.
    std::vector<Column> shown;
  };

  [[nodiscard]] Cells cells(const RelationReport& relation,
                            logic::Dimension dimension) const;
  [[nodiscard]] static const std::vector<Layout>& layouts();
  bool take_one_line(const std::vector<std::size_t>& sorted, std::size_t least);
  void choose_layout();
  [[nodiscard]] std::size_t width_of(const std::vector<Column>& shown) const;
  [[nodiscard]] std::string line_of(const Cells& cells) const;

  Style style_;
  std::vector<std::size_t> texts_;  ///< The width of each relation's text.
  std::size_t text_width_ = 0;
  std::size_t strength_width_ = 0;
  std::vector<std::size_t> widths_;  ///< The widths of all columns.
  bool has_numbers_ = false;
  bool has_typical_ = false;  ///< Some ratio is one of typical calls.
  Layout layout_;
};

}  // namespace spl::runner
