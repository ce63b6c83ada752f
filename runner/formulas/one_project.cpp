#include "runner/formulas/one_project.hpp"

#include <algorithm>

#include "parser/cpp_scanner.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/text_file.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

bool is_same(const std::optional<FoundProjectFile>& left,
             const std::optional<FoundProjectFile>& right) {
  if (!left || !right) return left.has_value() == right.has_value();
  std::error_code error;
  return fs::equivalent(fs::absolute(left->path).parent_path(),
                        fs::absolute(right->path).parent_path(), error);
}

bool has_formulas(const FormulaText& text) {
  return !text.searched || !parser::scan(text.content).texts.empty();
}

std::string clause(const fs::path& path,
                   const std::optional<FoundProjectFile>& project) {
  if (!project) return path.string() + " has none";
  return "that of " + path.string() + " is " + project->path.string();
}

}  // namespace

std::optional<FoundProjectFile> project_of(const fs::path& path,
                                           const fs::path& home) {
  std::error_code error;
  const fs::path folder =
      fs::is_directory(path, error) ? path : path.parent_path();
  if (auto found = find_project_file(folder, home)) return found;
  return find_project_file(".", home);
}

void require_one_project(const fs::path& named,
                         const std::vector<FormulaText>& texts,
                         const fs::path& home) {
  const auto first = project_of(named, home);
  for (const FormulaText& text : texts) {
    const auto other = project_of(text.name, home);
    if (is_same(first, other) || !has_formulas(text)) continue;
    throw PlainError("one spl-run takes one project file, and " +
                     clause(named, first) + ", but " +
                     clause(text.name, other) +
                     "; evaluate them one after the other, or name the "
                     "project file of all with --config");
  }
}

namespace {

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
  if (std::ranges::find(below, ".git") != below.end()) {
    return named + "which is Git's own";
  }
  return is_ordinary(end) ? "" : named + "which is not a regular file";
}

}  // namespace spl::runner
