#include "runner/git/git_repository.hpp"

#include <algorithm>

#include "runner/git/default_baseline.hpp"
#include "runner/git/handles.hpp"
#include "runner/git/history.hpp"
#include "runner/git/names.hpp"
#include "runner/git/opening.hpp"
#include "runner/git/tree_reader.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

class GitRepository : public Repository {
 public:
  explicit GitRepository(const fs::path& folder) : handle_(git::open(folder)) {}

  [[nodiscard]] fs::path folder() const override {
    const char* folder = git_repository_workdir(handle_.get());
    return folder == nullptr ? fs::path() : fs::path(folder);
  }

  [[nodiscard]] bool is_shallow() const override {
    return git_repository_is_shallow(handle_.get()) == 1;
  }

  Revision resolve(const std::string& name) override {
    return git::revision_named(handle_.get(), name);
  }

  Revision working_tree_revision() override {
    if (git_repository_is_bare(handle_.get()) != 0) {
      throw RepositoryError(
          std::string("the Git repository ") +
          git_repository_path(handle_.get()) +
          " is bare and has no working tree; name the revision under test with "
          "--rev REV");
    }
    Revision result;
    result.dirty = git_repository_head_unborn(handle_.get()) != 0 ||
                   trees_.differs_from_head();
    return result;
  }

  Revision default_baseline(const Revision& under_test,
                            const BaselineHints& hints) override {
    return git::default_baseline(handle_.get(), under_test, hints);
  }

  Tree tree(const Revision& revision) override {
    Tree result = revision.is_working_tree()
                      ? trees_.working_tree()
                      : trees_.commit(git::object_id(revision.id));
    std::sort(result.begin(), result.end(),
              [](const TreeFile& left, const TreeFile& right) {
                return left.path < right.path;
              });
    return result;
  }

  [[nodiscard]] std::vector<std::string> ignored_files() override {
    return trees_.ignored_files();
  }

  std::string content(const TreeFile& file) override {
    return trees_.content(file);
  }

  std::vector<Revision> path(const Revision& good,
                             const Revision& bad) override {
    return git::commits_after(handle_.get(), good, bad);
  }

  std::vector<Revision> first_parents(
      const Revision& last, const std::set<std::string>& ids) override {
    return git::first_parents(handle_.get(), last, ids);
  }

 private:
  git::RepositoryHandle handle_;
  git::TreeReader trees_{handle_.get()};
};

}  // namespace

std::unique_ptr<Repository> open_repository(const fs::path& folder) {
  git::start_library();
  return std::make_unique<GitRepository>(folder);
}

}  // namespace spl::runner
