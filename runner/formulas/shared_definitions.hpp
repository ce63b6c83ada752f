#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "parser/source.hpp"
#include "runner/formulas/formula_text.hpp"
#include "spl/logic/formula.hpp"
#include "spl/logic/preface.hpp"

namespace spl::runner {

/// The definitions and settings in front of every text of a project, in one
/// text with all their files.
class SharedDefinitions {
 public:
  explicit SharedDefinitions(const std::vector<FormulaText>& files);

  /// Returns the whole text, in front of which any other text can follow.
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::vector<logic::Statement>& statements() const {
    return statements_;
  }
  [[nodiscard]] const logic::Preface& preface() const { return preface_; }

  /// Returns the mistakes that do not depend on what can be measured.
  [[nodiscard]] const std::vector<parser::Diagnostic>& errors() const {
    return errors_;
  }

  /// Returns a problem that preface() has, at its place in its file.
  [[nodiscard]] parser::Diagnostic diagnose(logic::Problem problem) const;

 private:
  struct File {
    std::size_t begin;  ///< In the whole text.
    parser::Source source;
  };

  void read(const FormulaText& file);

  std::string text_;
  std::vector<File> files_;
  std::vector<logic::Statement> statements_;
  logic::Preface preface_;
  std::vector<parser::Diagnostic> errors_;
};

}  // namespace spl::runner
