#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <string>
#include <vector>

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

}  // namespace spl::runner
