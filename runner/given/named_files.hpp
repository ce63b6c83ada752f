#pragma once

#include <string>
#include <vector>

namespace spl::runner {

/// The files of one set of observations.
struct NamedFiles {
  std::string set;  ///< As in `f@old`; empty: no name.
  std::vector<std::string> files;
};

/// Returns the sets of values of --data: FILE, or NAME=FILE, where NAME is made
/// of letters, digits, `_`, `-` and `.`. A file of such a path comes first. A
/// folder stands for its files that end in .json, .xml or .csv, or for the
/// samples of criterion in or below it, and a pattern with `*` or `?` for the
/// files that it matches. Throws FileError or DataError
/// where there are none, and where only some files have a name.
[[nodiscard]] std::vector<NamedFiles> named_files(
    const std::vector<std::string>& data);

}  // namespace spl::runner
