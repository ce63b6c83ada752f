#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "runner/build_recipe.hpp"
#include "runner/lane.hpp"
#include "runner/process.hpp"
#include "runner/program_cache.hpp"
#include "runner/repository.hpp"

/// From revisions to programs.
namespace spl::runner {

/// A revision that cannot be built; what() is a sentence with the command and
/// the end of its log, and continues "REVISION ...".
class BuildError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A revision and all its files, those of the overlay laid over them.
struct BuildOrder {
  Revision revision;
  Tree tree;
  /// Which of several builds of the revision, from 1; 0: its only one.
  std::uint32_t number = 0;
};

/// What became of a revision.
struct Built {
  std::vector<std::string> programs;  ///< Paths; none where it failed.
  /// Files beside them for what each tells of itself, which does not change;
  /// empty where that cannot be kept.
  std::vector<std::string> catalogues;
  std::string failure;  ///< A sentence, or empty.
  std::vector<std::string> warnings;
  /// What pack_links left; empty where links are not kept.
  std::filesystem::path links = {};
  /// Why it cannot be linked in another order: continues "REVISION ...".
  std::string links_problem = {};
  /// Of one of several builds: equal where programs and libraries are.
  std::string content = {};
  /// Of each program: equal where it and all libraries stored with it are the
  /// same to the machine (program_content.hpp), and so are further builds of
  /// the revision. Empty where that is not known.
  std::vector<std::string> contents = {};
  /// Of each program all builds of the revision, if these are several that
  /// differ.
  std::vector<std::vector<std::string>> given = {};
};

/// A build that begins or ends, among those of one call.
struct BuildNews {
  enum class What { kBegins, kBuilt, kFailed };
  What what = What::kBegins;
  std::size_t done = 0;
  std::size_t all = 0;
  std::string revision;
  std::filesystem::path log = {};  ///< Its tools print into it.
  /// Seconds that the last such build of this project took, if any is known.
  std::optional<double> expected = std::nullopt;
};

/// Told from several threads, but never at once.
using BuildProgress = std::function<void(const BuildNews&)>;

/// What makes programs of revisions. Tests script it.
class Builder {
 public:
  virtual ~Builder() = default;

  /// One result for each order. A revision that cannot be built is none that
  /// stops the others. `content` reads the files of the trees.
  virtual std::vector<Built> build(const std::vector<BuildOrder>& orders,
                                   const TreeContent& content,
                                   const BuildProgress& progress) = 0;

  /// Whether all of it is still there: whoever cleans up may have removed it.
  [[nodiscard]] virtual bool is_there(const Built& built) const = 0;
};

/// A revision as it was built in a lane, which must live on as long as this is
/// used: the build command can be executed again after a response file or
/// another input has changed, say to link with other flags.
struct LaneBuild {
  std::filesystem::path source;
  std::filesystem::path build;
  std::filesystem::path log;  ///< run_tool adds to it.
  std::vector<std::string> configure_command;
  std::vector<std::string> build_command;
  std::vector<std::string> environment;
  std::vector<std::filesystem::path> programs;  ///< In the build folder.
};

/// What all builds of one project have in common.
struct BuildSite {
  BuildRecipe recipe;
  std::vector<std::string> environment;  ///< The caller's, "NAME=value".
  std::filesystem::path cache;
  std::string guard = {};  ///< ToolCommand::guard of its commands.
};

/// Checks the order out into the lane and configures and builds it there. The
/// log is written anew. Throws BuildError or FileError.
[[nodiscard]] LaneBuild build_in(Lane& lane, const BuildOrder& order,
                                 const TreeContent& content,
                                 const BuildSite& site,
                                 const std::filesystem::path& log,
                                 unsigned jobs);

/// Where the lanes of a site are: each recipe has its own.
[[nodiscard]] std::filesystem::path lanes_folder(const BuildSite& site);

/// Under what a program is kept: a hash of all that goes into it.
[[nodiscard]] std::string build_hash(const BuildOrder& order,
                                     const BuildSite& site);

/// Executes the recipe in lanes, several at a time, unless the cache has what
/// is asked for.
class CachedBuilder : public Builder {
 public:
  /// What it gives stays in the cache as long as this lives.
  CachedBuilder(BuildSite site, std::uintmax_t cache_limit,
                unsigned processors);

  std::vector<Built> build(const std::vector<BuildOrder>& orders,
                           const TreeContent& content,
                           const BuildProgress& progress) override;
  [[nodiscard]] bool is_there(const Built& built) const override;

 private:
  class Work;
  BuildSite site_;
  ProgramCache cache_;
  unsigned processors_;
};

}  // namespace spl::runner
