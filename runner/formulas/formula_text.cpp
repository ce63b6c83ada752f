#include "runner/formulas/formula_text.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "parser/parser.hpp"

namespace spl::runner {

SharedDefinitions::SharedDefinitions(const std::vector<FormulaText>& files) {
  for (const FormulaText& file : files) read(file);
  preface_.end = text_.size();
}

void SharedDefinitions::read(const FormulaText& file) {
  const std::size_t begin = text_.size();
  files_.push_back({begin, parser::Source(file.name, file.content)});
  preface_.files += (preface_.files.empty() ? "" : " or ") + file.name;
  text_ += file.content;
  parser::ParsedText parsed =
      parser::parse(text_, parser::TextKind::kFile, begin);
  text_ += '\n';
  std::vector<logic::Problem> problems = std::move(parsed.problems);
  for (logic::Statement& statement : parsed.document.statements) {
    if (std::holds_alternative<logic::LabelledFormula>(statement.node)) {
      problems.push_back(
          {"this is a formula, and the files of \"definitions\" hold "
           "definitions and settings alone; move it to a file of \"formulas\"",
           statement.span});
    }
    statements_.push_back(std::move(statement));
  }
  std::ranges::stable_sort(
      problems, [](const logic::Problem& one, const logic::Problem& two) {
        return one.span.begin < two.span.begin;
      });
  for (const logic::Problem& one : problems) errors_.push_back(diagnose(one));
}

parser::Diagnostic SharedDefinitions::diagnose(logic::Problem problem) const {
  const auto next =
      std::ranges::upper_bound(files_, problem.span.begin, {}, &File::begin);
  const File& file = *std::prev(next);
  problem.span.begin -= file.begin;
  problem.span.end -= file.begin;
  return file.source.diagnose(problem);
}

}  // namespace spl::runner
