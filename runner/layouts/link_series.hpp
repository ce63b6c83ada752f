#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runner/layouts/layouts.hpp"
#include "runner/layouts/link_pack.hpp"

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

/// The links of one program that an evaluation measures, by number. The first
/// links come from the program's pool, in an order that the seed decides, each
/// once; the others are made, several at once, and join the pool. One in ten of
/// the links that came from the pool is replaced or in the end removed there,
/// the oldest first, so that evaluations do not stay with one set of layouts.
class LinkSeries {
 public:
  /// Throws FileError if there is no pack.
  LinkSeries(std::string program, std::filesystem::path pack,
             std::uint64_t seed, std::vector<std::string> environment);
  ~LinkSeries();
  LinkSeries(const LinkSeries&) = delete;
  LinkSeries& operator=(const LinkSeries&) = delete;

  /// Gives a folder that is not there yet.
  using NewFolder = std::function<std::filesystem::path()>;

  /// Returns a layout as Layouts::layout does. The link stays until forget().
  Layout layout(const LayoutWish& wish, const NewFolder& new_folder);

  /// Removes the links with numbers from `from` to before `end`.
  void forget(std::size_t from, std::size_t end);

  [[nodiscard]] double link_seconds() const { return link_seconds_; }
  [[nodiscard]] std::size_t ready() const { return ready_; }

 private:
  struct Link {
    std::size_t number = 0;
    std::uint32_t seed = 0;
    std::filesystem::path folder;  ///< Removed with the link.
    std::string problem;           ///< Why there is none, or empty.
    bool is_late = false;          ///< It was not done in time.
  };
  struct Made {
    Layout layout;
    std::filesystem::path folder;
    double counted = 0;  ///< Seconds, counted for its batch.
  };

  void draw_from_pool();
  [[nodiscard]] std::uint32_t seed_of(std::size_t number);
  [[nodiscard]] bool take(std::size_t number, const NewFolder& new_folder);
  void make_batch(const LayoutWish& wish, const NewFolder& new_folder);
  [[nodiscard]] std::vector<Link> ordered(const LayoutWish& wish,
                                          const NewFolder& new_folder);
  void link_all(std::vector<Link>& links, double seconds) const;
  /// Returns the folder into which link_again puts the files of a link.
  [[nodiscard]] std::filesystem::path place(const Link& link) const;
  void add(const Link& link);
  void keep(const Link& link);
  [[nodiscard]] std::size_t renewable() const;

  std::string program_;
  std::filesystem::path pack_folder_;
  /// Links of a program that spl-run did not build find what lies beside it.
  bool is_elsewhere_;
  std::filesystem::path copies_;      ///< A folder of links; made when needed.
  std::filesystem::path surrounded_;  ///< Like a copy's, without one.
  std::size_t folders_ = 0;           ///< Made there.
  std::vector<std::string> environment_;
  LinkPack pack_;
  LinkPool pool_;
  std::uint64_t seed_;
  std::size_t processors_;
  std::vector<std::uint32_t> drawn_;  ///< From the pool, by number.
  std::vector<std::uint32_t> fresh_;  ///< For the numbers after these.
  std::uint64_t next_fresh_ = 0;
  std::map<std::size_t, Made> made_;
  std::size_t ready_ = 0;
  std::size_t linked_ = 0;    ///< Made here.
  std::size_t taken_ = 0;     ///< Taken from the pool.
  std::size_t replaced_ = 0;  ///< Replaced in the pool.
  double link_seconds_ = 0;
  double removing_ = 0;  ///< Seconds not yet reported.
};

/// Makes a source of layouts: given links; links that earlier evaluations left
/// in the program's pool, in an order that the seed decides; and new links,
/// which join the pool. Links are measured in a folder below the cache that is
/// removed with the object, as are the folders of processes that were killed.
[[nodiscard]] std::unique_ptr<Layouts> make_layouts(
    const WantedLayouts& wanted, const std::filesystem::path& cache,
    const std::vector<std::string>& environment);

}  // namespace spl::runner
