#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "runner/builds/build_slot.hpp"
#include "runner/git/repository.hpp"
#include "runner/settings/build_recipe.hpp"

/// One revision, built in a build slot.
namespace spl::runner {

/// A revision that cannot be built; what() is a sentence with the command and
/// the end of its log, and continues "REVISION ...".
class BuildError : public std::runtime_error {
 public:
  explicit BuildError(const std::string& what, std::string cause = {})
      : runtime_error(what), cause_(std::move(cause)) {}

  /// Returns the first line of the log that reports an error, or what the build
  /// lacks: the same in all build slots; empty if there is none.
  [[nodiscard]] const std::string& cause() const { return cause_; }

 private:
  std::string cause_;
};

/// A revision and all its files, those of the overlay laid over them.
struct BuildOrder {
  Revision revision;
  Tree tree;
  /// Which of several builds of the revision, from 1; 0: its only one.
  std::uint32_t number = 0;
};

/// A revision as it was built in a build slot, which must live on as long as
/// this is used: the build command can be executed again after a response file
/// or another input has changed, say to link with other flags.
struct SlotBuild {
  std::filesystem::path source;
  std::filesystem::path build;
  std::filesystem::path log;  ///< run_tool adds to it.
  std::vector<std::string> configure_command;
  std::vector<std::string> build_command;
  std::vector<std::string> environment;
  std::vector<std::filesystem::path> programs;  ///< In the build folder.
  /// The files and folders below `source` that the commands opened, if known.
  std::optional<std::set<std::filesystem::path>> opened = {};
  double seconds = 0;  ///< The time of check-out, configuration and build.
};

/// The surroundings that all builds of one project share.
struct BuildSite {
  BuildRecipe recipe;
  std::vector<std::string> environment;  ///< The caller's, "NAME=value".
  std::filesystem::path cache;
  std::string guard = {};  ///< ToolCommand::guard of its commands.
  /// The processor_model(): builds may ask for it, as -march=native does.
  std::string processor = {};
};

/// How one build is executed.
struct Execution {
  std::filesystem::path log;  ///< Written anew.
  unsigned jobs = 1;          ///< The jobs that its tools run at once.
};

/// Checks the order out into the build slot and configures and builds it there.
/// Throws BuildError or FileError.
[[nodiscard]] SlotBuild build_in(BuildSlot& build_slot, const BuildOrder& order,
                                 const TreeContent& content,
                                 const BuildSite& site,
                                 const Execution& execution);

/// Returns the folder where the build recorded its links (recorded_links()).
[[nodiscard]] std::filesystem::path link_records(const SlotBuild& build);

/// Returns the folder where the build left what it read (outside_files.hpp).
[[nodiscard]] std::filesystem::path reads_folder(const BuildSlot& build_slot);

}  // namespace spl::runner
