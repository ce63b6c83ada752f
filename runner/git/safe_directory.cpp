#include "runner/git/safe_directory.hpp"

#include <string>

#include "runner/git/handles.hpp"
#include "runner/git/repository.hpp"

namespace spl::runner::git {
namespace {

namespace fs = std::filesystem;

struct Question {
  std::string folder;
  bool is_safe = false;
};

/// Returns the path with `~/` replaced, and without links and a slash at its
/// end.
std::string normal(const char* value) {
  git_buf expanded = GIT_BUF_INIT;
  std::string path = value;
  if (git_config_parse_path(&expanded, value) == 0) {
    path = expanded.ptr;
    git_buf_dispose(&expanded);
  }
  const bool names_all_below = path.ends_with("/*");
  if (names_all_below) path.resize(path.size() - 2);
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (!error) path = real.string();
  return names_all_below ? path + "/*" : path;
}

/// Reads an entry of the list as Git does: an empty value discards the entries
/// before it. A key without a value is null in some versions of libgit2.
int answer(const git_config_entry* entry, void* payload) {
  auto& question = *static_cast<Question*>(payload);
  if (entry->value == nullptr || *entry->value == '\0') {
    question.is_safe = false;
    return 0;
  }
  const std::string value = entry->value;
  if (value == "*") {
    question.is_safe = true;
    return 0;
  }
  const std::string named = normal(entry->value);
  if (named == question.folder ||
      (named.ends_with("/*") &&
       question.folder.starts_with(named.substr(0, named.size() - 1)))) {
    question.is_safe = true;
  }
  return 0;
}

}  // namespace

bool is_safe_directory(const fs::path& folder) {
  start_library();
  git_config* found = nullptr;
  if (git_config_open_default(&found) != 0) return false;
  const ConfigHandle config(found);
  Question question{folder.string()};
  git_config_get_multivar_foreach(found, "safe.directory", nullptr, answer,
                                  &question);
  return question.is_safe;
}

}  // namespace spl::runner::git
