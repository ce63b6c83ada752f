#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "spl/statistics/sequential/look_levels.hpp"

/// Layouts of programs. The order of a program's code, which the linker
/// chooses, often changes its speed by more than a change of the source does.
/// So a build is measured in many layouts.
namespace spl::runner {

/// The means to get other layouts of a program: a pack by which it is linked
/// again, or links that were made with it, or builds.
struct ProgramLinks {
  std::filesystem::path pack;      ///< A folder of pack_links, or empty.
  std::vector<std::string> given;  ///< Paths.
  std::string problem;             ///< Why it has one layout: a sentence.
  /// The mean time to make one of the given; 0: not known.
  double seconds = 0;
};

/// Layouts that an experiment wants.
struct WantedLayouts {
  std::map<std::string, ProgramLinks> programs;  ///< By path.
  std::uint64_t seed = 0;
  std::size_t fixed = 0;  ///< Layouts; 0: each block has its own.
};

/// A program that cannot be linked again; what() says why.
class LayoutError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The layout that a block asks for.
struct LayoutWish {
  std::size_t block = 0;
  /// Blocks before this number are planned and will ask, too: links may be made
  /// for them ahead.
  std::size_t end = 1;
  /// The most seconds that linking may take now.
  double seconds = std::numeric_limits<double>::infinity();
  /// Layouts of all blocks, which have them in turn; 1: each block has its own.
  std::size_t layouts = 1;
  /// Links that a first look needs, which the first batch makes.
  std::size_t first_look = statistics::kFewestUnits;
};

/// Returns the number of the link that a block measures. All blocks have the
/// layouts in turn; if there is 1, each block has its own.
[[nodiscard]] constexpr std::size_t number_of_link(std::size_t block,
                                                   std::size_t layouts) {
  return layouts > 1 ? block % layouts : block;
}

/// A program in one of its layouts.
struct Layout {
  std::string program;
  /// Seed of its link, or the number (from 1) of a given link; absent if the
  /// program has one layout.
  std::optional<std::uint64_t> name;
  double seconds = 0;  ///< Spent on linking now.
  /// Seconds among these for links of later blocks; below 0 if the link of this
  /// block was counted earlier.
  double ahead = 0;
  /// There was no time to link it: it is the program as it was built.
  bool is_missing = false;
  /// Seconds that one more layout takes: link_seconds(), or what a given one
  /// took; 0: not known.
  double layout_seconds = 0;
};

/// A source of programs in other layouts. Tests script it.
class Layouts {
 public:
  virtual ~Layouts() = default;

  /// Returns the program in the layout of the block. Links it now if that was
  /// not done before, together with links for later blocks, on all processors.
  /// The program stays at least until another block asks. Throws LayoutError.
  virtual Layout layout(const std::string& program, const LayoutWish& wish) = 0;

  /// Returns the seconds that a link of the program takes if several are made
  /// together: as the latest batch did or, before the first, as the links did
  /// that were tried after the build. 0 if nothing is linked or if it is
  /// unknown.
  [[nodiscard]] virtual double link_seconds(
      const std::string& program) const = 0;

  /// Returns the number of blocks, from the first on, that need no new link: it
  /// is made already or kept from an earlier evaluation.
  [[nodiscard]] virtual std::size_t ready(const std::string& program) const = 0;
};

/// Finds out how to link a program again that spl-run did not build, or a
/// problem, which is a clause. `cache_limit` is in bytes; linkers may take as
/// long as `longest`.
using LinkRecorded = std::function<ProgramLinks(
    const std::string& program, std::uint64_t cache_limit,
    std::chrono::nanoseconds longest)>;

using MakeLayouts =
    std::function<std::unique_ptr<Layouts>(const WantedLayouts&)>;

}  // namespace spl::runner
