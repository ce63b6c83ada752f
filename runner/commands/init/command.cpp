#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <ostream>
#include <vector>

#include "runner/commands/init/proposal.hpp"
#include "runner/session/session.hpp"
#include "runner/settings/commands.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/file_place.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner::command {
namespace {

namespace fs = std::filesystem;

constexpr char kFile[] = "spl.json";

/// Throws PlainError where a guard would not work, or would work already.
void require_place(const Context& context) {
  std::error_code error;
  if (fs::exists(fs::symlink_status(kFile, error))) {
    throw PlainError(
        "spl.json is here, and init overwrites nothing; spl-run guard reads "
        "it");
  }
  if (context.repository.empty()) {
    throw PlainError(
        "a guard compares commits, and this folder is in no Git repository; "
        "make one first: git init");
  }
  if (context.repository != context.folder) {
    throw PlainError(fmt::format(
        "spl.json belongs into the top folder of the repository: spl-run -C {} "
        "init",
        context.repository));
  }
}

std::string answer(const Proposal& found) {
  std::string text = fmt::format("wrote spl.json, by what {} holds:\n",
                                 foreign_name(found.build.string()));
  for (const FoundProgram& one : found.programs) {
    text +=
        fmt::format("  {{build}}/{}  ({})\n", one.path, to_text(one.framework));
  }
  if (!found.options.empty()) {
    text += fmt::format("configured with {}, as it is\n",
                        fmt::join(found.options, " "));
  }
  if (!found.left_out.empty()) {
    text += fmt::format(
        "left out: {}\n",
        foreign_name(fmt::format("{}", fmt::join(found.left_out, ", "))));
  }
  return text +
         "next: spl-run guard       is anything slower than where the branch "
         "began?\n"
         "      spl-run guard --help  tolerances, budgets, other baselines\n";
}

ExitStatus run_init(const Session& session) {
  require_place(session.world.context);
  const World& world = session.world;
  const std::string path = world.environment("PATH").value_or("");
  const Proposal found = proposal(world.context.folder, {"PATH=" + path});
  FilePlace(kFile, FilePlace::Link::kReplaced).write(project_text(found));
  world.out << answer(found);
  return ExitStatus::kFound;
}

}  // namespace

std::vector<CommandRow> init() {
  return {{Mode::kInit, "init", "",
           "writes spl.json for the benchmarks of a build folder", "init",
           "It looks at the build folders of CMake and Meson here and two "
           "levels below, and\nat what their programs hold. It executes none, "
           "and overwrites nothing.",
           "which writes spl.json and nothing else", "setup start new",
           run_init}};
}

}  // namespace spl::runner::command
