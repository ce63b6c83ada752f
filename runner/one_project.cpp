#include "runner/one_project.hpp"

#include "parser/cpp_scanner.hpp"
#include "runner/invocation.hpp"
#include "runner/project_file.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

bool is_same(const std::optional<fs::path>& left,
             const std::optional<fs::path>& right) {
  if (!left || !right) return left.has_value() == right.has_value();
  std::error_code error;
  return fs::equivalent(fs::absolute(*left).parent_path(),
                        fs::absolute(*right).parent_path(), error);
}

bool has_formulas(const FormulaText& text) {
  return !text.searched || !parser::scan(text.content).texts.empty();
}

std::string clause(const fs::path& path,
                   const std::optional<fs::path>& project) {
  if (!project) return path.string() + " has none";
  return "that of " + path.string() + " is " + project->string();
}

}  // namespace

std::optional<fs::path> project_of(const fs::path& path) {
  std::error_code error;
  const fs::path folder =
      fs::is_directory(path, error) ? path : path.parent_path();
  if (auto found = find_project_file(folder)) return found;
  return find_project_file(".");
}

void require_one_project(const fs::path& named,
                         const std::vector<FormulaText>& texts) {
  const std::optional<fs::path> first = project_of(named);
  for (const FormulaText& text : texts) {
    const std::optional<fs::path> other = project_of(text.name);
    if (is_same(first, other) || !has_formulas(text)) continue;
    throw PlainError("one spl-run takes one project file, and " +
                     clause(named, first) + ", but " +
                     clause(text.name, other) +
                     "; evaluate them one after the other, or name the "
                     "project file of all with --config");
  }
}

}  // namespace spl::runner
