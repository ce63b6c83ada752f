#include "runner/programs/given_links.hpp"

#include <filesystem>
#include <sstream>

#include "runner/programs/launcher.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {

namespace fs = std::filesystem;

std::vector<std::string> given_links(const std::string& program) {
  const fs::path list = program + ".layouts";
  std::error_code error;
  if (!fs::is_regular_file(list, error)) return {};
  std::vector<std::string> result;
  std::istringstream lines(read_file(list));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    const fs::path link = fs::path(program).parent_path() / line;
    if (!fs::is_regular_file(link, error)) {
      throw ProgramError(list.string() + " names " + link.string() +
                         ", which is not there; is it built?");
    }
    result.push_back(link.string());
  }
  return result;
}

}  // namespace spl::runner
