#include "runner/git/git_repository.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <fstream>
#include <utility>

#include "runner/git/handles.hpp"
#include "runner/git/history.hpp"
#include "runner/git/names.hpp"
#include "runner/git/tree_reader.hpp"
#include "runner/system/descriptor.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"
#include "runner/system/pulse.hpp"
#include "runner/system/terminal_text.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// The memory of this process, in bytes.
std::uint64_t memory() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::string gigabytes(std::uint64_t bytes) {
  return fmt::format("{:.3g} GB", static_cast<double>(bytes) / 1e9);
}

/// Ends this process if libgit2 does not come back: it follows deltas of deltas
/// and matches rules however long that takes.
class Patience {
 public:
  Patience(fs::path folder, ReadingLimits most)
      : folder_(std::move(folder)), most_(most) {}

  /// Returns what the work does.
  template <class Work>
  auto of(const Work& work) {
    struct Reading {
      std::atomic<Clock::duration>& since;
      ~Reading() { since = Clock::duration::zero(); }
    };
    since_ = Clock::now().time_since_epoch();
    const Reading reading{since_};
    return work();
  }

 private:
  using Clock = std::chrono::steady_clock;

  void look() {
    const Clock::duration since = since_;
    const auto now = Clock::now().time_since_epoch();
    if (since.count() == 0) return;
    const bool is_late = now - since >= most_.time;
    if (!is_late && memory() < most_.memory) return;
    since_ = Clock::duration::zero();
    const std::string text = terminal_text(
        "spl-run: error: reading the Git repository at " +
        foreign_name(folder_.string()) + " takes more than " +
        (is_late ? seconds_text(most_.time) : gigabytes(most_.memory)) +
        "; git fsck tells whether it is whole\n");
    (void)write_all(STDERR_FILENO, text);
    kill(getpid(), SIGTERM);
  }

  fs::path folder_;
  ReadingLimits most_;
  std::atomic<Clock::duration> since_{};
  std::unique_ptr<Pulse> pulse_ = make_pulse([this] { look(); });
};

class GitRepository : public Repository {
 public:
  GitRepository(const fs::path& folder, ReadingLimits limits)
      : patience_(folder, limits),
        handle_(patience_.of([&] { return git::open(folder); })) {}

  [[nodiscard]] fs::path folder() const override {
    const char* folder = git_repository_workdir(handle_.get());
    return folder == nullptr ? fs::path() : fs::path(folder);
  }

  [[nodiscard]] bool is_shallow() const override {
    return git_repository_is_shallow(handle_.get()) == 1;
  }

  Revision resolve(const std::string& name) override {
    return patience_.of(
        [&] { return git::revision_named(handle_.get(), name); });
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
                   patience_.of([&] { return trees_.differs_from_head(); });
    return result;
  }

  Revision default_baseline(const Revision& under_test,
                            const BaselineHints& hints) override {
    return patience_.of([&] {
      return git::default_baseline(handle_.get(), under_test, hints);
    });
  }

  Tree tree(const Revision& revision) override {
    Tree result = patience_.of([&] {
      return revision.is_working_tree()
                 ? trees_.working_tree()
                 : trees_.commit(git::object_id(revision.id));
    });
    std::ranges::sort(result, {}, &TreeFile::path);
    return result;
  }

  [[nodiscard]] std::set<std::string> empty_submodules() override {
    return patience_.of([&] { return trees_.empty_submodules(); });
  }

  [[nodiscard]] std::vector<std::string> ignored_files() override {
    return patience_.of([&] { return trees_.ignored_files(); });
  }

  std::string content(const TreeFile& file) override {
    return patience_.of([&] { return trees_.content(file); });
  }

  std::vector<ChangedLines> changed_lines(const TreeFile& old,
                                          const TreeFile& recent) override {
    return patience_.of([&] {
      return git::changed_lines(trees_.content(old), trees_.content(recent));
    });
  }

  std::vector<Revision> path(const Revision& good,
                             const Revision& bad) override {
    return patience_.of(
        [&] { return git::commits_after(handle_.get(), good, bad); });
  }

  std::vector<std::string> between(const Revision& good,
                                   const Revision& bad) override {
    return patience_.of(
        [&] { return git::ids_between(handle_.get(), good, bad); });
  }

  std::vector<Revision> first_parents(
      const Revision& last, const std::set<std::string>& ids) override {
    return patience_.of(
        [&] { return git::first_parents(handle_.get(), last, ids); });
  }

 private:
  Patience patience_;
  git::RepositoryHandle handle_;
  git::TreeReader trees_{handle_.get()};
};

}  // namespace

std::unique_ptr<Repository> open_repository(const fs::path& folder) {
  return open_within(folder, {});
}

std::unique_ptr<Repository> open_within(const fs::path& folder,
                                        const ReadingLimits& limits) {
  git::start_library();
  return std::make_unique<GitRepository>(folder, limits);
}

}  // namespace spl::runner
