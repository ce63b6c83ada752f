#include "runner/git/tree_reader.hpp"

#include <array>
#include <filesystem>

namespace spl::runner::git {
namespace {

namespace fs = std::filesystem;

using FiltersHandle = Owned<git_filter_list, git_filter_list_free>;

/// Opens the repository without a working tree and an index: libgit2 looks for
/// attributes in these before it looks in a commit.
RepositoryHandle without_working_tree(git_repository* repository) {
  git_repository* bare = nullptr;
  check(git_repository_open_bare(&bare, git_repository_commondir(repository)),
        "cannot read .gitattributes");
  RepositoryHandle result(bare);
  git_index* index = nullptr;
  check(git_index_new(&index), "cannot read .gitattributes");
  const IndexHandle empty(index);
  check(git_repository_set_index(bare, index), "cannot read .gitattributes");
  return result;
}

/// Returns the value of `core.autocrlf`, which concerns files without
/// attributes.
std::string automatic_conversion(git_config* config) {
  const char* value = nullptr;
  if (git_config_get_string(&value, config, "core.autocrlf") != 0) return "";
  int converts = 0;
  const bool is_true =
      git_config_parse_bool(&converts, value) == 0 && converts != 0;
  git_error_clear();
  return is_true ? "true" : value;
}

/// Whether there may be attributes besides those in .gitattributes.
bool has_other_attributes(git_config* config, const fs::path& folder) {
  const char* file = nullptr;
  return git_config_get_string(&file, config, "core.attributesfile") == 0 ||
         fs::exists(folder / "info/attributes");
}

std::string named(const char* name, const char* value) {
  return git_attr_value(value) == GIT_ATTR_VALUE_STRING
             ? std::string(name) + '=' + value
             : std::string();
}

bool is_set(const char* value) {
  return git_attr_value(value) == GIT_ATTR_VALUE_TRUE ||
         git_attr_value(value) == GIT_ATTR_VALUE_STRING;
}

bool is_string(const char* value, std::string_view wanted) {
  return git_attr_value(value) == GIT_ATTR_VALUE_STRING && value == wanted;
}

}  // namespace

CheckoutRules::CheckoutRules(git_repository* repository,
                             std::optional<git_oid> commit)
    : repository_(repository), commit_(commit) {
  git_config* found = nullptr;
  check(git_repository_config_snapshot(&found, repository),
        "cannot read the configuration");
  const ConfigHandle config(found);
  const std::string automatic = automatic_conversion(found);
  converts_ = automatic == "true";
  normalises_ = converts_ || automatic == "input";
  configured_ = normalises_ || has_other_attributes(
                                   found, git_repository_commondir(repository));
  if (commit) {
    own_ = without_working_tree(repository);
    repository_ = own_.get();
  }
}

CheckoutRules::Rule CheckoutRules::rule(const std::string& path) const {
  std::array<const char*, 6> names{
      "eol", "ident", "filter", "working-tree-encoding", "text", "crlf"};
  std::array<const char*, 6> values{};
  git_attr_options options{};
  options.version = GIT_ATTR_OPTIONS_VERSION;
  if (commit_) {
    options.flags = GIT_ATTR_CHECK_INCLUDE_COMMIT;
    options.attr_commit_id = *commit_;
  }
  check(git_attr_get_many_ext(values.data(), repository_, &options,
                              path.c_str(), names.size(), names.data()),
        "cannot read .gitattributes for " + path);
  const auto [eol, ident, filter, encoding, text, crlf] = values;
  Rule result;
  result.converts = converts_ || is_string(eol, "crlf") ||
                    git_attr_value(ident) == GIT_ATTR_VALUE_TRUE;
  result.is_normalised = result.converts || is_set(text) || is_set(crlf) ||
                         is_set(eol) || normalises_;
  result.left_out = named("filter", filter);
  const bool is_usual = is_string(encoding, "UTF-8");
  if (result.left_out.empty() && !is_usual) {
    result.left_out = named("working-tree-encoding", encoding);
  }
  return result;
}

std::string CheckoutRules::checked_out(const std::string& path,
                                       git_blob* blob) const {
  const std::string content(static_cast<const char*>(git_blob_rawcontent(blob)),
                            static_cast<std::size_t>(git_blob_rawsize(blob)));
  return filtered(path, content, Direction::kOut, blob);
}

std::string CheckoutRules::checked_out(const std::string& path,
                                       const std::string& content) const {
  return filtered(path, filtered(path, content, Direction::kIn, nullptr),
                  Direction::kOut, nullptr);
}

std::string CheckoutRules::filtered(const std::string& path,
                                    const std::string& content,
                                    Direction direction, git_blob* blob) const {
  git_filter_options options{};
  options.version = GIT_FILTER_OPTIONS_VERSION;
  options.flags = GIT_FILTER_ALLOW_UNSAFE;
  if (commit_) {
    options.flags |= GIT_FILTER_ATTRIBUTES_FROM_COMMIT;
    options.attr_commit_id = *commit_;
  }
  git_filter_list* found = nullptr;
  check(git_filter_list_load_ext(&found, repository_, blob, path.c_str(),
                                 direction == Direction::kOut
                                     ? GIT_FILTER_TO_WORKTREE
                                     : GIT_FILTER_TO_ODB,
                                 &options),
        "cannot check out " + path);
  const FiltersHandle filters(found);
  git_buf out = GIT_BUF_INIT;
  // $Id$ is known for blobs only.
  const int error = blob != nullptr
                        ? git_filter_list_apply_to_blob(&out, found, blob)
                        : git_filter_list_apply_to_buffer(
                              &out, found, content.data(), content.size());
  check(error, "cannot check out " + path);
  std::string result(out.ptr, out.size);
  git_buf_dispose(&out);
  return result;
}

}  // namespace spl::runner::git
