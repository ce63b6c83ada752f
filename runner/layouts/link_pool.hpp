#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace spl::runner {

/// Links of one program that evaluations leave to later ones, in a folder
/// beside the program's pack, each under its seed. Several processes use one
/// pool at once. It is of help only: what cannot be read or written is as if it
/// were not there, so that nothing here throws.
class LinkPool {
 public:
  /// Enough for most evaluations: a relation of two programs that is measured
  /// for five seconds, as it is by default, makes fewer blocks than that unless
  /// its runs are short. More would differ too little from one evaluation to
  /// the next to be worth the room.
  static constexpr std::size_t kMostLinks = 60;
  /// Of one program: links of 3 MB, which are the code of a large program, are
  /// as many as that. Larger ones are fewer.
  static constexpr std::uintmax_t kMostBytes = 200'000'000;

  /// `pack` is that of pack_links: links of another one are not used.
  explicit LinkPool(const std::filesystem::path& pack);

  /// Seeds of the links, in ascending order.
  [[nodiscard]] std::vector<std::uint32_t> seeds() const;

  /// Puts the link into `to`, where it stays when it leaves the pool; whether
  /// it was there as it was kept. One that is damaged leaves the pool.
  [[nodiscard]] bool take(std::uint32_t seed,
                          const std::filesystem::path& to) const;

  enum class Kept { kNo, kBesides, kInsteadOfOldest };
  enum class WhenFull { kLeave, kReplaceOldest };

  /// Adds the link in `from`, the folder of link_again, where there is room or
  /// the oldest may go.
  Kept keep(std::uint32_t seed, const std::filesystem::path& from,
            WhenFull when_full) const;

  /// The oldest links leave the pool.
  void retire(std::size_t count) const;

 private:
  class Lock;
  struct Entry;
  [[nodiscard]] std::vector<Entry> oldest_first() const;
  /// Its files and what they are, in a folder that nobody takes links from.
  [[nodiscard]] bool copy(const std::filesystem::path& from,
                          const std::filesystem::path& fresh) const;

  std::filesystem::path folder_;
  std::string pack_;  ///< What it is.
};

}  // namespace spl::runner
