#include "runner/formulas/project_border.hpp"

#include <algorithm>

#include "runner/system/outside_link.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

bool is_ordinary(const fs::path& path) {
  std::error_code error;
  // What links to nothing keeps its name in a weakly canonical path.
  const fs::file_status status = fs::symlink_status(path, error);
  return !fs::exists(status) || fs::is_regular_file(status) ||
         fs::is_directory(status);
}

}  // namespace

ProjectBorder::ProjectBorder(const fs::path& folder, const fs::path& home) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(fs::absolute(folder), error);
  top_ = nearest_with(".git", real);
  if (top_.empty() || fs::equivalent(top_, home, error)) top_ = real;
}

std::string ProjectBorder::fault_of(const fs::path& path) const {
  std::error_code error;
  const fs::path end = fs::weakly_canonical(fs::absolute(path), error);
  const std::string named = "names " + path.string() + ", ";
  if (error || !is_within(end, top_)) {
    return named + "outside of the project in " + top_.string();
  }
  const fs::path below = end.lexically_relative(top_);
  if (std::find(below.begin(), below.end(), ".git") != below.end()) {
    return named + "which is Git's own";
  }
  return is_ordinary(end) ? "" : named + "which is not a regular file";
}

}  // namespace spl::runner
