#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/builds/program_cache.hpp"
#include "runner/layouts/layouts.hpp"
#include "runner/layouts/link_pack.hpp"
#include "runner/programs/launcher.hpp"

/// Programs that spl-run did not build, but beside which their build left how
/// they were linked: the folder PROGRAM.link, as what links to spl::workload
/// gets it.
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

/// The same link by words that mean the same in any folder, of a program that
/// is somewhere else: files and folders are absolute, static libraries are
/// named by their files, $ORIGIN is the folder where the program was, and
/// nothing is written but the program.
[[nodiscard]] LinkCommand movable(const LinkRecord& record,
                                  const std::filesystem::path& program);

/// The words with $ORIGIN in search paths as the folder that it is in a program
/// of that folder.
[[nodiscard]] std::vector<std::string> with_origin(
    std::vector<std::string> words, const std::filesystem::path& folder);

/// Keeps what it takes to link recorded programs again.
class RecordedPrograms {
 public:
  /// The launcher outlives it.
  RecordedPrograms(Launcher& launcher, std::vector<std::string> environment,
                   const std::filesystem::path& cache,
                   std::uint64_t cache_limit);

  /// The pack of a program, which stays there as long as this object lives, or
  /// why there is none: a clause with its remedy. Made once for each content of
  /// program and record, from copies of which a link by the recorded linker has
  /// made the program once more, and by a linker that puts the same pieces of
  /// them into links in another order, which have the same workloads. Linkers
  /// may take so long for that.
  [[nodiscard]] ProgramLinks links(const std::string& program,
                                   std::chrono::nanoseconds longest);

 private:
  /// In the order in which they are tried.
  using Linkers = std::vector<ShufflingLinker>;

  /// One attempt to make a pack.
  class Packing;

  std::filesystem::path kept_pack(const std::filesystem::path& program,
                                  const LinkRecord& record,
                                  const Linkers& linkers,
                                  std::chrono::nanoseconds longest);

  Launcher& launcher_;
  std::vector<std::string> environment_;
  ProgramCache cache_;
};

}  // namespace spl::runner
