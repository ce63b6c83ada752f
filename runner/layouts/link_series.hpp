#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "runner/layouts/layouts.hpp"
#include "runner/layouts/link_pack.hpp"
#include "runner/layouts/link_pool.hpp"

namespace spl::runner {

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

}  // namespace spl::runner
