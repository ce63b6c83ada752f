#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "parser/source.hpp"
#include "runner/formulas/formula_text.hpp"
#include "runner/settings/options.hpp"
#include "runner/settings/settings.hpp"
#include "runner/system/warning.hpp"
#include "spl/logic/catalogue.hpp"
#include "spl/logic/relation.hpp"
#include "spl/logic/revision_name.hpp"

namespace spl::runner {

/// A formula that is ready to be measured.
struct SuiteFormula {
  std::string label;
  bool label_is_made = false;  ///< By this program: `line7`, `formula2`.
  std::string file;
  std::size_t line = 0;       ///< Where it starts, from 1.
  std::size_t last_line = 0;  ///< Where it ends.
  std::string text;  ///< White space folded, no THIS but the function's name.
  std::string written;    ///< The same with THIS, where it is written so.
  Settings settings;      ///< In force at the formula.
  double familywise = 0;  ///< Level of all relations together; 0: none.
  logic::Dimension dimension = logic::Dimension::kTime;
  logic::Claim claim;
  std::vector<logic::Relation> relations;
  logic::RevisionsUsed revisions;  ///< Known despite mistakes.
  /// Its programs must be built before its performances are known; it has no
  /// relations yet.
  bool unknown = false;
  /// The change that a claim of a guard may hide from 40 blocks on; 0: none.
  double may_hide = 0;
  bool is_asserted = false;  ///< A test states and prints the formula.
};

/// Returns "FILE:LINE: LABEL: ", with which messages about a formula begin,
/// without a label that is made and without the line of an option's text;
/// empty without a label, for then the user wrote no formula.
[[nodiscard]] std::string place_of(const SuiteFormula& formula);

/// Returns a warning whose subject is the place of the formula, if it has one.
[[nodiscard]] Warning warning_of(const SuiteFormula& formula,
                                 const std::string& text);

/// Returns the number of relations with performances.
[[nodiscard]] std::size_t measured_relations(const SuiteFormula& formula);

/// All formulas of all texts, or the mistakes in them.
struct Suite {
  std::vector<SuiteFormula> formulas;
  std::vector<parser::Diagnostic> errors;
  Warnings warnings;
  /// Mistakes if revisions that are not built had the workloads of today's
  /// program.
  std::vector<parser::Diagnostic> notes;
  /// Revisions that formulas name, including formulas that are not selected.
  std::set<std::string> revisions;
  /// The relations to measure of all formulas, selected or not.
  std::size_t declared = 0;
};

/// Settings from the weakest to the strongest: `base` holds defaults, project
/// file and environment. Those of shared definitions come next, then those of a
/// text, then the command line.
struct SettingLayers {
  Settings base;
  std::vector<FormulaText> definitions;  ///< In front of every text.
  std::vector<Assignment> command_line;
  /// More formulas are a mistake: they take some 2 kB each.
  std::size_t most_formulas = 500'000;
  /// Bytes of all texts of settings in all formulas.
  std::size_t most_of_texts = std::size_t{1} << 30;
};

/// The revisions of texts, found before there is a catalogue.
struct RevisionsOfTexts {
  logic::RevisionsUsed selected;   ///< By formulas that the filter selects.
  std::set<std::string> named;     ///< By any formula.
  bool has_commands = false;       ///< Some texts may write commands.
  std::set<std::string> commands;  ///< Commands of spl.json found in texts.
};
[[nodiscard]] RevisionsOfTexts revisions_of(
    const std::vector<FormulaText>& texts, const SettingLayers& layers);

/// Reads, binds and expands the texts. With errors the formulas are incomplete.
[[nodiscard]] Suite read_suite(const std::vector<FormulaText>& texts,
                               const logic::Catalogue& catalogue,
                               const SettingLayers& layers);

}  // namespace spl::runner
