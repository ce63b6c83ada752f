#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/layouts/link_pack.hpp"
#include "runner/settings/trusted_file.hpp"

/// The folder PROGRAM.link beside a program that links to spl::workload, in
/// which its build records how it was linked.
namespace spl::runner {

/// How a program was linked.
struct LinkRecord {
  std::filesystem::path linker;
  LinkCommand link;     ///< Its output is the program.
  std::string content;  ///< The whole content of the record's file.
  /// The program was written after it was linked, or by another link.
  bool is_old = false;
};

/// Returns the path of the record, whether it is there or not.
[[nodiscard]] std::filesystem::path link_record_file(
    const std::filesystem::path& program);

/// Reads the record beside a program; returns nothing if there is none that can
/// be read. Throws DistrustError if another user could have written the record
/// or what it names: the linker is executed, and so is what it makes.
[[nodiscard]] std::optional<LinkRecord> read_link_record(
    const std::filesystem::path& program, const Rights& rights);

/// Returns the link with words that mean the same in any folder, so that the
/// program can be linked elsewhere: files and folders are absolute, static
/// libraries are named by their files, and nothing is written but the program.
[[nodiscard]] LinkCommand movable(const LinkRecord& record,
                                  const std::filesystem::path& program);

/// Replaces $ORIGIN in search paths by the folder where the program was.
[[nodiscard]] std::vector<std::string> with_origin(
    std::vector<std::string> words, const std::filesystem::path& folder);

}  // namespace spl::runner
