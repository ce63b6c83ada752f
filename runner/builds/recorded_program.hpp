#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "runner/builds/link_record.hpp"
#include "runner/builds/program_cache.hpp"
#include "runner/layouts/layouts.hpp"
#include "runner/layouts/shuffling_linker.hpp"
#include "runner/programs/launcher.hpp"

/// Programs that spl-run did not build, but beside which their build left how
/// they were linked: the folder PROGRAM.link, as what links to spl::workload
/// gets it.
namespace spl::runner {

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
