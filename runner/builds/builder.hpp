#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runner/builds/built.hpp"
#include "runner/builds/program_cache.hpp"
#include "runner/builds/slot_build.hpp"
#include "runner/git/repository.hpp"

/// From revisions to programs.
namespace spl::runner {

/// News of a build that begins or ends, among those of one call.
struct BuildNews {
  enum class What {
    kStarts,  ///< Before the first begins, in the thread that wants them all.
    kBegins,
    kWaits,  ///< For another process, which builds the same.
    kBuilt,
    kFailed
  };
  What what = What::kStarts;
  std::size_t done = 0;
  std::size_t all = 0;
  std::string revision;
  std::filesystem::path log = {};  ///< Its tools print into it.
  /// Seconds that the last such build of this project took, if any is known.
  std::optional<double> expected = std::nullopt;
  std::string failure = {};  ///< Built::failure of what kFailed.
};

/// Called by several threads, but never at once. What it throws at kStarts ends
/// build().
using BuildProgress = std::function<void(const BuildNews&)>;

/// Builds revisions. Tests script it.
class Builder {
 public:
  virtual ~Builder() = default;

  /// Returns one result for each order. A revision that cannot be built does
  /// not stop the others. `content` reads the files of the trees.
  virtual std::vector<Built> build(const std::vector<BuildOrder>& orders,
                                   const TreeContent& content,
                                   const BuildProgress& progress) = 0;

  /// Names what the builds are for: what could not be built for it in an
  /// earlier call, for a reason that its log shows, is not tried again.
  virtual void go_on(const std::string& /*undertaking*/) {}

  /// Returns whether all of a build is still there: somebody may have cleaned
  /// up.
  [[nodiscard]] virtual bool is_there(const Built& built) const = 0;
};

/// Executes the recipe in build slots, several at a time, unless the cache has
/// the programs. What could not be built is not tried again. The first and the
/// last of several orders are built first: if both fail with one message, what
/// all of them share is wrong, and none between them is built.
class CachedBuilder : public Builder {
 public:
  /// Programs stay in the cache as long as this object lives.
  CachedBuilder(BuildSite site, std::uintmax_t cache_limit,
                unsigned processors);

  std::vector<Built> build(const std::vector<BuildOrder>& orders,
                           const TreeContent& content,
                           const BuildProgress& progress) override;
  void go_on(const std::string& undertaking) override;
  [[nodiscard]] bool is_there(const Built& built) const override;

 private:
  class Work;
  BuildSite site_;
  ProgramCache cache_;
  unsigned processors_;
  std::map<std::string, std::string> failures_;  ///< By hash.
  std::string undertaking_;                      ///< Empty: none.
};

// Builds as the unit that varies independently: the same source, compiled
// again and again (Kalibera and Tuma, "Precise Regression Benchmarking with
// Random Effects", 2006).

/// Repeats each order, the first builds of all before the second ones, for
/// neighbours in history are built incrementally.
[[nodiscard]] std::vector<BuildOrder> several_of_each(
    const std::vector<BuildOrder>& orders, std::size_t builds);

/// Returns the builds of each of several_of_each()'s orders as one: the
/// programs of the first build and, if the builds differ, those of all as
/// given. If a build failed, it has the failure. The recipe is the one they
/// were built by.
[[nodiscard]] std::vector<Built> builds_of_each(const std::vector<Built>& built,
                                                std::size_t builds,
                                                const BuildRecipe& recipe);

/// Returns the hash of a program's inputs without the files that may be unread;
/// nothing if all of them count.
[[nodiscard]] std::string hash_without_unread(BuildOrder order,
                                              const BuildSite& site);

/// Returns a text about a program of the tree: that hash, and the other files
/// and folders that its build opened, as they are in the tree.
[[nodiscard]] std::string read_text(
    const std::string& hash, const Tree& tree,
    const std::set<std::filesystem::path>& opened,
    const std::filesystem::path& source);

/// Returns whether such a text holds for another tree with that hash, so that
/// the program is of that, too.
[[nodiscard]] bool holds(const std::string& text, const std::string& hash,
                         const Tree& tree);

}  // namespace spl::runner
