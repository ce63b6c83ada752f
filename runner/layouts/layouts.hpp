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

/// The order in which a linker puts the code of a program decides how fast it
/// is, often by more than a change of its source does. So what is measured of a
/// build is measured in many layouts.
namespace spl::runner {

/// What the world has for different layouts of some programs, each under its
/// path: how to link it again, or links that were made with it, or builds.
struct ProgramLinks {
  std::filesystem::path pack;      ///< A folder of pack_links, or empty.
  std::vector<std::string> given;  ///< Paths.
  std::string problem;             ///< Why it has one layout; a sentence.
};

/// Layouts that an experiment wants.
struct WantedLayouts {
  std::map<std::string, ProgramLinks> programs;
  std::uint64_t seed = 0;
  std::size_t fixed = 0;  ///< So many are asked for; 0: each block has its own.
};

/// A program that cannot be linked again; what() says why.
class LayoutError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a block asks for.
struct LayoutWish {
  std::size_t block = 0;
  /// Blocks before this one are planned and will ask, too, so that links may be
  /// made for them ahead.
  std::size_t end = 1;
  /// That linking may take now, at most.
  double seconds = std::numeric_limits<double>::infinity();
  /// So many for all blocks, which have them in turn; 1: each has its own.
  std::size_t layouts = 1;
  /// Links that a first look needs: the first batch makes them.
  std::size_t first_look = statistics::kFewestUnits;
};

/// Which of a program's links the block measures, of so many that all blocks
/// have in turn; of 1 each has its own.
[[nodiscard]] constexpr std::size_t number_of_link(std::size_t block,
                                                   std::size_t layouts) {
  return layouts > 1 ? block % layouts : block;
}

/// A program in one of its layouts.
struct Layout {
  std::string program;
  /// Seed of its link, or the number (from 1) of a given link; absent where the
  /// program has one layout.
  std::optional<std::uint64_t> name;
  double seconds = 0;  ///< That linking took now.
  /// Of these for links of later blocks; below 0 where this block's own link
  /// was counted earlier.
  double ahead = 0;
  /// There was no time to link it: it is the program as it was built.
  bool is_missing = false;
};

/// Gives programs in other layouts. Tests script it.
class Layouts {
 public:
  virtual ~Layouts() = default;

  /// The program as the block measures it. Where nobody has made it yet it is
  /// linked now, on all processors together with links that later blocks will
  /// ask for. It stays at least until another block asks. Throws LayoutError.
  virtual Layout layout(const std::string& program, const LayoutWish& wish) = 0;

  /// What a link of the program takes where some are made together: as the
  /// latest did or, before the first, as those did that were tried when it was
  /// built. 0 where nothing is linked, or nobody knows.
  [[nodiscard]] virtual double link_seconds(
      const std::string& program) const = 0;

  /// How many blocks, from the first on, it takes no link for: as they are
  /// made, or are kept from earlier evaluations.
  [[nodiscard]] virtual std::size_t ready(const std::string& program) const = 0;
};

/// How to link a program again that spl-run did not build, or a problem, which
/// is a clause; the limit of the cache in bytes, and how long linkers may take
/// to find out.
using LinkRecorded = std::function<ProgramLinks(
    const std::string& program, std::uint64_t cache_limit,
    std::chrono::nanoseconds longest)>;

using MakeLayouts =
    std::function<std::unique_ptr<Layouts>(const WantedLayouts&)>;

}  // namespace spl::runner
