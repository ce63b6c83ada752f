#pragma once

#include <cstddef>
#include <string>

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
  std::size_t number = 0;  ///< For kOption: its number, from 1.
  bool searched = false;   ///< Found in a folder: need not have formulas.
};

}  // namespace spl::runner
