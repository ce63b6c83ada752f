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

/// Programs that spl-run did not build, but whose build recorded their link
/// (link_record.hpp).
namespace spl::runner {

/// Makes and keeps the packs that it takes to link recorded programs again.
class RecordedPrograms {
 public:
  /// The launcher outlives it.
  RecordedPrograms(Launcher& launcher, std::vector<std::string> environment,
                   const std::filesystem::path& cache,
                   std::uint64_t cache_limit);

  /// Returns the pack of a program, which stays there as long as this object
  /// lives, or a clause with its remedy that says why there is none. A pack is
  /// made once for each content of program and record. It has copies of the
  /// inputs, from which the recorded linker made the same program again, and a
  /// linker that links the same pieces in another order to a program with the
  /// same workloads. Linkers may take `longest` for that.
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
