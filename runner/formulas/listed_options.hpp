#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace spl::runner {

/// The purpose of spl-run, for its help.
inline constexpr const char* kPurpose =
    "Evaluates performance formulas: measures what they compare, in clean "
    "processes, and decides.";

/// An option of the command line, or FORMULAS, as people read of it.
struct ListedOption {
  std::string short_name;  ///< "-p"; empty if there is none.
  std::string name;        ///< "--program"; "FORMULAS".
  std::string value;       ///< "PATH", "REV PATTERN"; empty for a flag.
  std::string help;
  std::string topic;  ///< The heading above it.
};

/// Lists the options of an application by topic; those whose group is no topic
/// are left out.
[[nodiscard]] std::vector<ListedOption> listed_options(const CLI::App& app);

}  // namespace spl::runner
