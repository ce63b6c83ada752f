#include "runner/git/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "runner/system/foreign_text.hpp"
#include "spl/logic/name.hpp"
#include "spl/logic/nearest_name.hpp"

namespace spl::runner::git {
namespace {

using logic::quoted;

/// `2024-02-29T13:05:00+01:00`
std::string iso_date(const git_time& time) {
  const std::time_t local = time.time + std::time_t{60} * time.offset;
  std::tm parts{};
  gmtime_r(&local, &parts);
  char text[32] = {};
  const std::size_t size =
      std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &parts);
  const int minutes = std::abs(time.offset);
  return fmt::format("{}{}{:02}:{:02}", std::string_view(text, size),
                     time.offset < 0 ? '-' : '+', minutes / 60 % 100,
                     minutes % 60);
}

/// The part of a revision that names something: `main` of `main~2^{tree}`.
std::size_t base_length(const std::string& name) {
  return std::min(name.find_first_of("~^:"),
                  std::min(name.find("@{"), name.size()));
}

/// libgit2 knows `@` for HEAD alone, not in `@~1`.
std::string known_to_libgit2(const std::string& name) {
  const bool is_head = name.starts_with("@~") || name.starts_with("@^");
  return is_head ? "HEAD" + name.substr(1) : name;
}

bool looks_like_hash(const std::string& name) {
  return name.size() >= 4 && name.size() <= 40 &&
         name.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
}

std::vector<std::string> short_names(git_repository* repository) {
  std::vector<std::string> result{"HEAD"};
  git_strarray all{};
  if (git_reference_list(&all, repository) != 0) return result;
  for (std::size_t i = 0; i < all.count; ++i) {
    const std::string name = all.strings[i];
    for (const std::string prefix :
         {"refs/heads/", "refs/tags/", "refs/remotes/"}) {
      if (name.starts_with(prefix)) {
        result.push_back(name.substr(prefix.size()));
      }
    }
  }
  git_strarray_dispose(&all);
  return result;
}

/// A remark on a name that is no revision.
struct Remark {
  std::string text;  ///< Continues "there is no revision NAME".
  bool suggests_name = false;
};

/// Suggests the default branch for the usual name of another one.
Remark usual_branch(git_repository* repository, const std::string& name) {
  const std::string base = name.substr(0, base_length(name));
  if (base != "master" && base != "main" && base != "trunk") return {};
  const auto branch = default_branch(repository);
  if (!branch) return {};
  std::string known = *branch;
  for (const std::string_view prefix : {"refs/heads/", "refs/remotes/"}) {
    if (known.starts_with(prefix)) known.erase(0, prefix.size());
  }
  return {"; did you mean " + quoted(known + name.substr(base.size())) + "?",
          true};
}

Remark remark_on(git_repository* repository, const std::string& name) {
  const std::size_t length = base_length(name);
  const std::string base = name.substr(0, length);
  git_object* found = nullptr;
  if (length < name.size() &&
      git_revparse_single(&found, repository, base.c_str()) == 0) {
    git_object_free(found);
    return {", though there is " + quoted(base)};
  }
  if (looks_like_hash(base)) return {};
  const auto near = logic::nearest_name(base, short_names(repository));
  if (!near) return usual_branch(repository, name);
  if (*near == base) {
    return {": the repository has this name, but not what it leads to"};
  }
  return {"; did you mean " + quoted(*near + name.substr(length)) + "?", true};
}

[[noreturn]] void refuse(git_repository* repository, const std::string& name,
                         int error) {
  if (git_repository_head_unborn(repository) != 0) {
    throw RevisionError("there is no revision " + quoted(name) +
                        ": the repository has no commit yet");
  }
  if (error == GIT_EAMBIGUOUS) {
    throw RevisionError(quoted(name) +
                        " is the beginning of several hashes; write more of "
                        "the one that is meant");
  }
  if (error == GIT_EINVALIDSPEC) {
    throw RevisionError(quoted(name) +
                        " is not a name that Git gives to revisions");
  }
  const Remark remark = remark_on(repository, name);
  const std::string sentence = "there is no revision " + quoted(name) +
                               remark.text + shallow_remark(repository);
  if (remark.suggests_name) throw MisspeltRevision(sentence);
  throw RevisionError(sentence);
}

std::vector<std::string> configured_branch(git_repository* repository) {
  git_config* found = nullptr;
  if (git_repository_config_snapshot(&found, repository) != 0) return {};
  const ConfigHandle config(found);
  const char* name = nullptr;
  if (git_config_get_string(&name, found, "init.defaultbranch") != 0) {
    return {};
  }
  return {name};
}

/// Returns whether the clone is partial: Git marks the remote that has the
/// rest.
bool is_partial(git_repository* repository) {
  git_config* found = nullptr;
  if (git_repository_config_snapshot(&found, repository) != 0) return false;
  const ConfigHandle config(found);
  git_config_iterator* entries = nullptr;
  if (git_config_iterator_glob_new(
          &entries, found,
          "^(remote\\..*\\.promisor|extensions\\.partialclone)$") != 0) {
    return false;
  }
  git_config_entry* entry = nullptr;
  bool result = false;
  while (!result && git_config_next(&entry, entries) == 0) {
    result = std::string(entry->value) != "false";
  }
  git_config_iterator_free(entries);
  return result;
}

/// Returns the commit of a reference with this full name, if there is one.
std::optional<std::string> commit_at(git_repository* repository,
                                     const std::string& reference) {
  git_reference* found = nullptr;
  if (git_reference_lookup(&found, repository, reference.c_str()) != 0) {
    return std::nullopt;
  }
  const ReferenceHandle owned(found);
  git_object* commit = nullptr;
  if (git_reference_peel(&commit, found, GIT_OBJECT_COMMIT) != 0) {
    return std::nullopt;
  }
  const ObjectHandle object(commit);
  return hexadecimal(*git_object_id(commit));
}

/// Returns a warning if a tag and a branch have the name, of which Git takes
/// the tag; else empty.
std::string ambiguity(git_repository* repository, const std::string& name) {
  const std::string base = name.substr(0, base_length(name));
  const auto tag = commit_at(repository, "refs/tags/" + base);
  const auto branch = commit_at(repository, "refs/heads/" + base);
  if (!tag || !branch || *tag == *branch) return "";
  const std::string rest = name.substr(base.size());
  return quoted(base) + " is a tag and a branch, and the tag is taken; write " +
         quoted("tags/" + base + rest) + " or " +
         quoted("heads/" + base + rest);
}

}  // namespace

std::string lacking_remark(git_repository* repository) {
  return shallow_remark(repository) +
         (is_partial(repository)
              ? " (this clone is partial and lacks what was never checked "
                "out; git fetch --refetch --no-filter gets it)"
              : "");
}

std::string shallow_remark(git_repository* repository) {
  return git_repository_is_shallow(repository) == 1
             ? " (this clone is shallow and lacks old commits; git fetch "
               "--unshallow gets them, in continuous integration fetch-depth: "
               "0 of actions/checkout or GIT_DEPTH: 0 of GitLab)"
             : "";
}

Revision described(const std::string& name, git_commit* commit) {
  Revision result;
  result.name = name;
  result.id = hexadecimal(*git_commit_id(commit));
  if (const char* summary = git_commit_summary(commit)) {
    result.subject = foreign_name(summary);
  }
  if (const char* message = git_commit_message(commit)) {
    result.message = message;
    while (result.message.ends_with('\n')) result.message.pop_back();
  }
  result.author_date = iso_date(git_commit_author(commit)->when);
  result.parents = git_commit_parentcount(commit);
  return result;
}

Revision revision_named(git_repository* repository, const std::string& name) {
  git_object* found = nullptr;
  const int error =
      git_revparse_single(&found, repository, known_to_libgit2(name).c_str());
  if (error < 0) refuse(repository, name, error);
  const ObjectHandle object(found);
  git_object* commit = nullptr;
  if (git_object_peel(&commit, object.get(), GIT_OBJECT_COMMIT) != 0) {
    throw RevisionError(quoted(name) + " is a " +
                        git_object_type2string(git_object_type(found)) +
                        ", not a commit; name a revision that has been "
                        "committed");
  }
  const CommitHandle owned(reinterpret_cast<git_commit*>(commit));
  Revision result = described(name, owned.get());
  result.remark = ambiguity(repository, name);
  return result;
}

std::optional<std::string> default_branch(git_repository* repository) {
  git_reference* found = nullptr;
  if (git_reference_lookup(&found, repository, "refs/remotes/origin/HEAD") ==
      0) {
    const ReferenceHandle reference(found);
    if (const char* target = git_reference_symbolic_target(found)) {
      return target;
    }
  }
  std::vector<std::string> names = configured_branch(repository);
  names.insert(names.end(), {"main", "master"});
  for (const std::string& name : names) {
    const std::string full = "refs/heads/" + name;
    if (git_reference_lookup(&found, repository, full.c_str()) == 0) {
      const ReferenceHandle reference(found);
      return full;
    }
  }
  return std::nullopt;
}

}  // namespace spl::runner::git
