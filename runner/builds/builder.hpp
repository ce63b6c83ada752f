#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "runner/builds/built.hpp"
#include "runner/builds/program_cache.hpp"
#include "runner/builds/slot_build.hpp"

/// From revisions to programs.
namespace spl::runner {

/// News of a build that begins or ends, among those of one call.
struct BuildNews {
  enum class What {
    kBegins,
    kWaits,  ///< For another process, which builds the same.
    kBuilt,
    kFailed
  };
  What what = What::kBegins;
  std::size_t done = 0;
  std::size_t all = 0;
  std::string revision;
  std::filesystem::path log = {};  ///< Its tools print into it.
  /// Seconds that the last such build of this project took, if any is known.
  std::optional<double> expected = std::nullopt;
  std::string failure = {};  ///< Built::failure of what kFailed.
};

/// Called by several threads, but never at once.
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

}  // namespace spl::runner
