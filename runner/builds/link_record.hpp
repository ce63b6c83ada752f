#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "runner/layouts/link_pack.hpp"

/// The folder PROGRAM.link beside a program, in which its build left how it was
/// linked, as what links to spl::workload gets it.
namespace spl::runner {

/// How a program was linked.
struct LinkRecord {
  std::filesystem::path linker;
  LinkCommand link;     ///< Its output is the program.
  std::string content;  ///< Of the file, all of it.
  /// Whether the program was written after it was linked, or by another link.
  bool is_old = false;
};

/// The file of the record, whether it is there or not.
[[nodiscard]] std::filesystem::path link_record_file(
    const std::filesystem::path& program);

/// The record beside a program; nothing if there is none that can be read.
[[nodiscard]] std::optional<LinkRecord> read_link_record(
    const std::filesystem::path& program);

}  // namespace spl::runner
