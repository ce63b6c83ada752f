#include "runner/system/search_path.hpp"

#include <unistd.h>

#include <algorithm>
#include <string_view>

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

std::string search_path(const std::vector<std::string>& environment) {
  constexpr std::string_view kBeginning = "PATH=";
  for (const std::string& variable : environment) {
    if (variable.starts_with(kBeginning)) {
      return variable.substr(kBeginning.size());
    }
  }
  return {};
}

}  // namespace

std::optional<fs::path> in_search_path(
    const std::string& program, const std::vector<std::string>& environment) {
  if (program.find('/') != std::string::npos) return program;
  const std::string folders = search_path(environment);
  for (std::size_t at = 0; at < folders.size();) {
    const std::size_t end = std::min(folders.find(':', at), folders.size());
    fs::path path = fs::path(folders.substr(at, end - at)) / program;
    if (access(path.c_str(), X_OK) == 0) return path;
    at = end + 1;
  }
  return std::nullopt;
}

}  // namespace spl::runner
