#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/launcher.hpp"
#include "runner/layouts.hpp"
#include "runner/link_pack.hpp"
#include "runner/program_cache.hpp"

/// Programs that spl-run did not build, but beside which their build left how
/// they were linked: the folder PROGRAM.link, as what links to spl::workload
/// gets it.
namespace spl::runner {

/// How a program was linked.
struct LinkRecord {
  std::filesystem::path linker;
  LinkCommand link;     ///< Its output is the program.
  std::string content;  ///< Of the file, all of it.
};

/// The file of the record, whether it is there or not.
[[nodiscard]] std::filesystem::path link_record_file(
    const std::filesystem::path& program);

/// The record beside a program; nothing if there is none that can be read.
[[nodiscard]] std::optional<LinkRecord> read_link_record(
    const std::filesystem::path& program);

/// The same link by words that mean the same in any folder, of a program that
/// is somewhere else: files and folders are absolute, static libraries are
/// named by their files, $ORIGIN is the folder where the program was, and
/// nothing is written but the program.
[[nodiscard]] LinkCommand movable(const LinkRecord& record,
                                  const std::filesystem::path& program);

/// Keeps what it takes to link recorded programs again.
class RecordedPrograms {
 public:
  /// The launcher outlives it.
  RecordedPrograms(Launcher& launcher, std::vector<std::string> environment,
                   const std::filesystem::path& cache,
                   std::uint64_t cache_limit);

  /// The pack of a program, which stays there as long as this object lives, or
  /// why there is none: a clause with its remedy. Made once for each content of
  /// program and record, after a link by the recorded linker has shown that
  /// they and the objects belong together, and a link in another order that it
  /// has the same workloads.
  [[nodiscard]] ProgramLinks links(const std::string& program);

 private:
  /// In the order in which they are tried.
  using Linkers = std::vector<ShufflingLinker>;

  std::filesystem::path kept_pack(const std::filesystem::path& program,
                                  const LinkRecord& record,
                                  const Linkers& linkers);
  ProgramFiles packed(const std::filesystem::path& program,
                      const LinkRecord& record, const Linkers& linkers,
                      const std::filesystem::path& scratch);
  void require_equal_link(const std::filesystem::path& program,
                          const LinkRecord& record,
                          const std::filesystem::path& scratch) const;
  void require_equal_workloads(const std::filesystem::path& program,
                               const std::filesystem::path& pack,
                               const std::filesystem::path& scratch);

  Launcher& launcher_;
  std::vector<std::string> environment_;
  ProgramCache cache_;
};

}  // namespace spl::runner
