#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace spl::runner {

/// Links of one program that evaluations leave to later ones, in a folder
/// beside the program's pack, each under its seed. Several processes use one
/// pool at once. The pool only saves time: links that cannot be read or written
/// count as absent, and nothing here throws.
class LinkPool {
 public:
  /// Enough for most evaluations: in five seconds, the default, a relation of
  /// two programs makes fewer blocks unless its runs are short. With more
  /// links, the layouts of successive evaluations would differ too little to be
  /// worth the room.
  static constexpr std::size_t kMostLinks = 60;
  /// For one program: kMostLinks of 3 MB, the code of a large program, or fewer
  /// that are larger.
  static constexpr std::uintmax_t kMostBytes = 200'000'000;

  /// `pack` is a folder of pack_links; links of another pack are not used.
  explicit LinkPool(const std::filesystem::path& pack);

  /// Returns the seeds of the links, in ascending order.
  [[nodiscard]] std::vector<std::uint32_t> seeds() const;

  /// Puts the link into `to`, where it stays even if it leaves the pool.
  /// Returns whether it was intact; a damaged link leaves the pool.
  [[nodiscard]] bool take(std::uint32_t seed,
                          const std::filesystem::path& to) const;

  enum class Kept { kNo, kBesides, kInsteadOfOldest };
  enum class WhenFull { kLeave, kReplaceOldest };

  /// Adds the link in `from`, a folder of link_again, if there is room or if
  /// the oldest may go.
  Kept keep(std::uint32_t seed, const std::filesystem::path& from,
            WhenFull when_full) const;

  /// Removes the oldest links from the pool.
  void retire(std::size_t count) const;

 private:
  class Lock;
  struct Entry;
  [[nodiscard]] std::vector<Entry> oldest_first() const;
  /// Copies a link and writes its facts, in a folder from which nobody takes
  /// links.
  [[nodiscard]] bool copy(const std::filesystem::path& from,
                          const std::filesystem::path& fresh) const;

  std::filesystem::path folder_;
  std::string pack_;  ///< The identity of the pack.
};

}  // namespace spl::runner
