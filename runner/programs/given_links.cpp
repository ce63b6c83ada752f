#include "runner/programs/given_links.hpp"

#include <filesystem>
#include <sstream>

#include "runner/programs/launcher.hpp"

namespace spl::runner {

namespace fs = std::filesystem;

namespace {

/// Throws DistrustError and ProgramError.
std::vector<std::string> trusted_links(const fs::path& list,
                                       const Rights& rights) {
  std::vector<std::string> result;
  std::istringstream lines(read_trusted_file(list, rights));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    const fs::path link = list.parent_path() / line;
    std::error_code error;
    if (!fs::is_regular_file(link, error)) {
      throw ProgramError(list.string() + " names " + link.string() +
                         ", which is not there; is it built?");
    }
    require_trusted_program(link, rights);
    result.push_back(link.string());
  }
  return result;
}

}  // namespace

GivenLinks given_links(const std::string& program, const Rights& rights) {
  const fs::path list = program + ".layouts";
  std::error_code error;
  if (!fs::is_regular_file(list, error)) return {};
  try {
    return {trusted_links(list, rights), ""};
  } catch (const DistrustError& distrust) {
    return {{},
            "another user could have written its layouts: " +
                std::string(distrust.what()) +
                "; build it in a folder of your own"};
  }
}

}  // namespace spl::runner
