#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <string>
#include <vector>

#include "parser/source.hpp"
#include "spl/logic/bound_document.hpp"
#include "spl/logic/formula.hpp"

namespace spl::runner {

/// A text with formulas.
struct FormulaText {
  enum class Origin {
    kFile,
    kCpp,    ///< A C++ source, whose attributes and macros hold the formulas.
    kOption  ///< -e
  };
  std::string name;  ///< A path, or "<formula 2>".
  std::string content;
  Origin origin = Origin::kFile;
  std::size_t number = 0;               ///< For kOption: its number, from 1.
  std::vector<std::size_t> lines = {};  ///< Those wanted; empty: all.
  bool searched = false;    ///< Found in a folder: need not have formulas.
  struct stat opened = {};  ///< Whose the file is that was read.
};

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
