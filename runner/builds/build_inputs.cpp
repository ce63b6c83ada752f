#include "runner/builds/build_inputs.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>

#include "runner/git/content_id.hpp"
#include "runner/git/git_repository.hpp"
#include "runner/system/files.hpp"
#include "runner/system/json_text.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

using Parts = std::vector<std::string>;

Parts parts_of(const std::string& path) {
  Parts parts;
  for (const fs::path& part : fs::path(path).lexically_normal()) {
    parts.push_back(part.string());
  }
  return parts;
}

/// Returns whether the parts of a path match those of a pattern. What the last
/// `**` takes in is all that is ever tried again: those before it may stay.
bool match(const Parts& path, const Parts& pattern) {
  std::size_t i = 0;
  std::size_t j = 0;
  std::optional<std::size_t> stars;  ///< The last `**`,
  std::size_t taken = 0;             ///< and where in the path it ends.
  while (i < path.size()) {
    if (j < pattern.size() && pattern[j] == "**") {
      stars = j++;
      taken = i;
    } else if (j < pattern.size() &&
               fnmatch(pattern[j].c_str(), path[i].c_str(), 0) == 0) {
      ++i;
      ++j;
    } else if (stars) {
      i = ++taken;
      j = *stars + 1;
    } else {
      return false;
    }
  }
  while (j < pattern.size() && pattern[j] == "**") ++j;
  return j == pattern.size();
}

bool matches_one_of(const std::string& path,
                    const std::vector<std::string>& patterns) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    return matches(path, pattern);
  });
}

/// Looks for the keys of a report in an object of JSON. No value is kept: data
/// may be large.
class ReportKeys final : public nlohmann::json_sax<nlohmann::json> {
 public:
  [[nodiscard]] bool are_all() const { return left_.empty(); }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return ++depth_ > 0; }
  bool end_object() override { return depth_-- > 0; }
  bool start_array(std::size_t) override { return ++depth_ > 0; }
  bool end_array() override { return depth_-- > 0; }
  bool key(string_t& name) override {
    if (depth_ == 1) left_.erase(name);
    return true;
  }
  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::json::exception&) override {
    return false;
  }

 private:
  std::size_t depth_ = 0;
  std::set<std::string> left_{"schema", "formulas", "settings"};
};

/// Returns whether the file is JSON that spl-run --json has written.
bool is_report(const fs::path& path) {
  std::error_code error;
  if (path.extension() != ".json" || !fs::is_regular_file(path, error) ||
      fs::file_size(path, error) > kMostJsonBytes) {
    return false;
  }
  try {
    ReportKeys keys;
    return nlohmann::json::sax_parse(read_file(path, kMostJsonBytes), &keys) &&
           keys.are_all();
  } catch (const std::exception&) {
    return false;
  }
}

bool is_document(const fs::path& path) {
  constexpr std::array<std::string_view, 11> kEnds{
      ".md",   ".rst", ".adoc", ".html", ".pdf", ".png",
      ".json", ".csv", ".log",  ".svg",  ".txt"};
  const std::string name = path.filename().string();
  if (name == "CMakeLists.txt" || name.ends_with("Presets.json")) return false;
  if (!path.has_extension()) {  // NOTES, but not Makefile
    return std::ranges::none_of(
        name, [](unsigned char sign) { return std::islower(sign) != 0; });
  }
  return std::ranges::find(kEnds, path.extension().string()) != kEnds.end();
}

bool is_hidden(const fs::path& path) {
  return std::ranges::any_of(path, [](const fs::path& part) {
    return part.string().starts_with('.');
  });
}

/// Lists all files below a folder but hidden ones and those of builds.
std::vector<fs::path> all_files(const fs::path& folder) {
  std::vector<fs::path> result;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error);
  for (; !error && at != fs::recursive_directory_iterator();
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (at->is_directory(error)) {
      const bool is_build = fs::exists(at->path() / "CMakeCache.txt", error) ||
                            fs::exists(at->path() / "CMakeFiles", error);
      if (name.starts_with('.') || name == "build" || is_build ||
          at.depth() == kMostNested) {
        at.disable_recursion_pending();
      }
    } else {
      result.push_back(at->path());
    }
  }
  return result;
}

/// Lists the files that Git does not ignore; returns nothing if no repository
/// knows the folder.
std::vector<fs::path> files_for_git(const fs::path& folder) {
  std::vector<fs::path> result;
  try {
    const auto repository = open_repository(folder);
    const fs::path root = repository->folder();
    if (root.empty()) return result;
    const fs::path below = fs::canonical(folder);
    for (const TreeFile& file :
         repository->tree(repository->working_tree_revision())) {
      const fs::path path = (root / file.path).lexically_normal();
      const fs::path relative = path.lexically_relative(below);
      if (relative.empty() || *relative.begin() == "..") continue;
      result.push_back(folder / relative);
    }
  } catch (const std::exception&) {
    result.clear();
  }
  return result;
}

/// Returns the path of the project's folder in the repository; nothing if it is
/// outside.
std::optional<fs::path> place_in(const fs::path& repository,
                                 const fs::path& project) {
  std::error_code error;
  const fs::path relative =
      fs::weakly_canonical(project, error)
          .lexically_relative(fs::weakly_canonical(repository, error));
  if (repository.empty() || relative.empty() || *relative.begin() == "..") {
    return std::nullopt;
  }
  return relative;
}

}  // namespace

bool matches(const std::string& path, const std::string& pattern) {
  return match(parts_of(path), parts_of(pattern));
}

bool is_around_builds(const fs::path& path) {
  // The folder `.spl` is that of the store, which the first evaluation makes.
  return path.extension() == ".spl" || path.filename() == ".spl" ||
         path.filename() == "spl.json" || is_report(path);
}

bool is_never_looked_for(const fs::path& path) {
  constexpr std::array<std::string_view, 22> kEnds{
      ".py",  ".ipynb", ".R",   ".jl",  ".gp",  ".plt",    ".gnuplot", ".sh",
      ".pl",  ".rb",    ".js",  ".yml", ".xml", ".yaml",   ".toml",    ".tex",
      ".bib", ".tsv",   ".dat", ".db",  ".ods", ".parquet"};
  return is_document(path) ||
         std::ranges::find(kEnds, path.extension().string()) != kEnds.end();
}

Tree counted(const Tree& tree) {
  Tree result;
  for (const TreeFile& file : tree) {
    const fs::path path = file.path;
    if (path.extension() == ".spl" || path.filename() == "spl.json") continue;
    result.push_back(file);
  }
  return result;
}

Tree counted_for_baseline(const Tree& tree) {
  Tree result = counted(tree);
  std::erase_if(result, [](const TreeFile& file) {
    return is_document(file.path) || is_hidden(file.path);
  });
  return result;
}

bool may_be_data(const fs::path& path) {
  constexpr std::array<std::string_view, 24> kEnds{
      ".c",   ".cc",  ".cpp", ".cxx", ".c++", ".h",   ".hh",    ".hpp",
      ".hxx", ".h++", ".ipp", ".inl", ".tpp", ".txx", ".ixx",   ".cppm",
      ".s",   ".S",   ".asm", ".in",  ".md",  ".rst", ".cmake", ".adoc"};
  const std::string name = path.filename().string();
  const std::string end = path.extension().string();
  if (is_hidden(path) || is_around_builds(path)) return false;
  if (name == "CMakeLists.txt" || name.ends_with("Presets.json")) return false;
  if (end.empty()) return !is_document(path) && name != "Makefile";
  return std::ranges::find(kEnds, end) == kEnds.end();
}

Tree given_to_builds(Tree tree, const BuildRecipe& recipe,
                     const fs::path& repository) {
  std::erase_if(tree, [](const TreeFile& file) {
    return file.disk && is_report(*file.disk);
  });
  const auto place = place_in(repository, recipe.project);
  if (recipe.files.empty() || !place) return tree;
  std::vector<std::string> patterns;
  for (const std::string& pattern : recipe.files) {
    patterns.push_back((*place / pattern).lexically_normal().string());
  }
  std::erase_if(tree, [&](const TreeFile& file) {
    return !matches_one_of(file.path, patterns);
  });
  return tree;
}

std::vector<fs::path> project_files(const BuildRecipe& recipe) {
  std::vector<fs::path> files = files_for_git(recipe.project);
  if (files.empty()) files = all_files(recipe.project);
  std::erase_if(files, [&](const fs::path& path) {
    return is_around_builds(path) ||
           (!recipe.files.empty() &&
            !matches_one_of(path.lexically_relative(recipe.project).string(),
                            recipe.files));
  });
  std::ranges::sort(files);
  return files;
}

std::string project_names_id(const BuildRecipe& recipe) {
  std::string text;
  for (const fs::path& path : project_files(recipe)) {
    if (recipe.files.empty() && is_never_looked_for(path)) continue;
    text += path.lexically_relative(recipe.project).string() + '\0';
  }
  return content_id(text);
}

}  // namespace spl::runner
