#include "runner/builds/builder.hpp"

#include <algorithm>
#include <deque>
#include <exception>
#include <thread>

#include "runner/builds/build_hash.hpp"
#include "runner/builds/build_inputs.hpp"
#include "runner/builds/build_times.hpp"
#include "runner/builds/kept_build.hpp"
#include "runner/git/content_id.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"
#include "runner/system/opened_files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostLanes = 4;
constexpr const char* kRead = ".read";  ///< A read_text() beside a program.
constexpr const char* kWithoutCcache =
    "every revision is compiled from scratch; install ccache, so that an "
    "unchanged source is compiled once";

/// Names the revision for a reader.
std::string name_of(const BuildOrder& order) {
  return to_text(order.revision) +
         (order.number == 0 ? "" : ", build " + std::to_string(order.number));
}

BuildSite with_linker(BuildSite site) {
  site.recipe =
      runner::with_linker(std::move(site.recipe), site.environment, site.cache);
  return site;
}

}  // namespace

/// The orders of one call that must be built.
class CachedBuilder::Work {
 public:
  Work(CachedBuilder& builder, const std::vector<BuildOrder>& orders,
       const TreeContent& content, const BuildProgress& progress)
      : site_(builder.site_),
        cache_(builder.cache_),
        failures_(builder.failures_),
        undertaking_(builder.undertaking_),
        processors_(builder.processors_),
        orders_(orders),
        content_(content),
        progress_(progress),
        results_(orders.size()) {
    if (uses_project(site_.recipe)) read_project();
    for (const BuildOrder& order : orders) {
      if (order.number == 0 || seeded_.contains(order.number)) continue;
      BuildSite& site = seeded_[order.number] = site_;
      site.recipe = with_seed(site.recipe, order.number, site.environment);
    }
  }

  std::vector<Built> done() {
    for (std::size_t i = 0; i < orders_.size(); ++i) {
      hashes_.push_back(
          content_id(build_hash(orders_[i], site_of(i)) + project_id_));
      first_.emplace(hashes_.back(), i);
    }
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < orders_.size(); ++i) {
      const bool is_first = first_.at(hashes_[i]) == i;
      if (is_first && !find(i) && !has_failed(i)) missing.push_back(i);
    }
    if (!missing.empty()) {
      if (!in_search_path("ccache", site_.environment)) {
        results_[missing.front()].warnings.emplace_back(kWithoutCcache);
      }
      if (progress_) progress_({});
      build(missing);
      cache_.trim();
    }
    for (std::size_t i = 0; i < orders_.size(); ++i) {
      results_[i] = results_[first_.at(hashes_[i])];
    }
    return std::move(results_);
  }

 private:
  [[nodiscard]] const BuildSite& site_of(std::size_t i) const {
    const std::uint32_t number = orders_[i].number;
    return number == 0 ? site_ : seeded_.at(number);
  }

  /// Watches, from now on, the files of the project's folder that may matter.
  void read_project() {
    project_id_ = project_names_id(site_.recipe);
    project_files_ = project_files(site_.recipe);
    std::set<fs::path> folders{site_.recipe.project};
    for (const fs::path& file : project_files_) {
      folders.insert(file.parent_path());
    }
    opened_.emplace(folders);
  }

  /// Returns what builds so far have read in the project's folder: the files
  /// that were opened, or all files if that could not be seen.
  std::vector<fs::path> read_in_project() {
    if (!opened_) return {};
    const std::lock_guard lock(mutex_);
    const auto seen = opened_->seen();
    std::vector<fs::path> result;
    for (const fs::path& file : project_files_) {
      if (!seen || seen->contains(file)) result.push_back(file);
      const fs::path folder = file.parent_path();
      if (!seen || seen->contains(folder)) result.push_back(folder);
    }
    return result;
  }

  bool find(std::size_t i) {
    std::string flaw;
    const auto folder = cache_.find(hashes_[i], flaw);
    if (!flaw.empty()) {
      results_[i].warnings.push_back("the program of " + name_of(orders_[i]) +
                                     " was built again, because " + flaw);
    }
    if (folder) take(*folder, hashes_[i], i);
    return folder.has_value() || (flaw.empty() && find_alike(i));
  }

  /// Returns the hash of what a program surely depends on; empty if all does.
  [[nodiscard]] std::string hash_without_unread(std::size_t i) const {
    const std::string hash =
        runner::hash_without_unread(orders_[i], site_of(i));
    return hash.empty() ? hash : content_id(hash + project_id_);
  }

  /// Takes a program whose build opened nothing that differs from the order.
  bool find_alike(std::size_t i) {
    const std::string hash = hash_without_unread(i);
    if (hash.empty()) return false;
    if (!read_) read_ = cache_.contents(kRead);
    for (const auto& [other, text] : *read_) {
      if (!holds(text, hash, orders_[i].tree)) continue;
      std::string flaw;
      const auto folder = cache_.find(other, flaw);
      if (folder) take(*folder, other, i);
      if (folder) return true;
    }
    return false;
  }

  bool has_failed(std::size_t i) {
    auto known = failures_.find(hashes_[i]);
    const fs::path file = note_of_failure(i);
    std::error_code error;
    if (known == failures_.end() && !undertaking_.empty() &&
        fs::is_regular_file(file, error)) {
      const std::vector<std::string> noted = zero_ended(read_file(file));
      if (noted.size() == 2 && noted.front() == undertaking_) {
        known = failures_.emplace(hashes_[i], noted.back()).first;
      }
    }
    if (known != failures_.end()) results_[i].failure = known->second;
    return known != failures_.end();
  }

  void build(const std::vector<std::size_t>& missing) {
    all_ = missing.size();
    left_.assign(missing.begin(), missing.end());
    std::rotate(left_.begin(), left_.end() - 1, left_.end());
    ends_ = {missing.front(), missing.back()};
    const std::size_t slots =
        std::min({missing.size(), std::size_t{processors_}, kMostLanes});
    jobs_ = std::max(1U, processors_ / static_cast<unsigned>(slots));
    {
      std::vector<std::jthread> threads;
      for (std::size_t slot = 0; slot < slots; ++slot) {
        threads.emplace_back([this] {
          try {
            build_in_one_slot();
          } catch (...) {
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
          }
        });
      }
    }
    if (failure_) std::rethrow_exception(failure_);
  }

  /// Returns the next order that is worth a build, if any is left.
  std::optional<std::size_t> next() {
    const std::lock_guard lock(mutex_);
    while (!left_.empty()) {
      const std::size_t i = left_.front();
      left_.pop_front();
      results_[i].failure = failure_without_build(i);
      if (results_[i].failure.empty()) return i;
      ++done_;
    }
    return std::nullopt;
  }

  /// Returns why a build would fail: another of the same revision did, or the
  /// first and the last did alike.
  [[nodiscard]] std::string failure_without_build(std::size_t i) const {
    for (const auto& [other, cause] : failed_) {
      if (orders_[other].number != orders_[i].number &&
          to_text(orders_[other].revision) == to_text(orders_[i].revision)) {
        return results_[other].failure;
      }
    }
    const auto [first, last] = ends_;
    const auto one = failed_.find(first);
    const auto other = failed_.find(last);
    if (first == last || one == failed_.end() || other == failed_.end() ||
        one->second.empty() || one->second != other->second) {
      return {};
    }
    return "has not been built, since " + name_of(orders_[first]) + " and " +
           name_of(orders_[last]) +
           " cannot be built for one reason: " + one->second;
  }

  void build_in_one_slot() {
    std::optional<BuildSlot> build_slot;
    const BuildSite* last = nullptr;
    while (const auto next = this->next()) {
      const std::size_t i = *next;
      if (&site_of(i) != last) build_slot.emplace(build_slots(site_of(i)));
      last = &site_of(i);
      const BuildTimes times(site_of(i), *build_slot);
      report(i, BuildNews::What::kBegins, times.expected());
      try {
        const auto make = [&] {
          auto made = files(*build_slot, i);
          times.record();
          return made;
        };
        const auto wait = [&] { report(i, BuildNews::What::kWaits); };
        take(cache_.find_or_store(hashes_[i], name_of(orders_[i]), make, wait),
             hashes_[i], i);
      } catch (const BuildError& error) {
        fail(i, error);
      } catch (const std::exception& error) {
        // No leftover of one build is a reason to lose the others.
        results_[i].failure = "cannot be kept: " + error_text(error);
      }
      report(i, results_[i].failure.empty() ? BuildNews::What::kBuilt
                                            : BuildNews::What::kFailed);
    }
  }

  void fail(std::size_t i, const BuildError& error) {
    const std::lock_guard lock(mutex_);
    results_[i].failure = error.what();
    failures_[hashes_[i]] = error.what();
    failed_[i] = error.cause();
    if (undertaking_.empty() || error.cause().empty()) return;
    try {
      write_file(note_of_failure(i), undertaking_ + '\0' + error.what() + '\0');
    } catch (const FileError&) {
      // It is built once more then.
    }
  }

  /// The file with the undertaking for which a build failed, and how.
  [[nodiscard]] fs::path note_of_failure(std::size_t i) const {
    return cache_.logs() / (hashes_[i] + ".failed");
  }

  [[nodiscard]] fs::path log_of(std::size_t i) const {
    return cache_.logs() / (hashes_[i].substr(0, 12) + ".log");
  }

  ProgramFiles files(BuildSlot& build_slot, std::size_t i) {
    const TreeContent one_at_a_time = [this](const TreeFile& file) {
      const std::lock_guard lock(mutex_);
      return content_(file);
    };
    const SlotBuild build = build_in(build_slot, orders_[i], one_at_a_time,
                                     site_of(i), {log_of(i), jobs_});
    const fs::path log = log_of(i);
    ProgramFiles result =
        files_to_keep({build, build_slot, site_of(i), orders_[i].tree, log},
                      read_in_project());
    const std::string hash = hash_without_unread(i);
    if (!hash.empty() && build.opened) {
      const fs::path read = build_slot.path() / "read";
      write_file(read,
                 read_text(hash, orders_[i].tree, *build.opened, build.source));
      result.files.push_back({read, kRead});
    }
    return result;
  }

  void take(const fs::path& folder, const std::string& hash, std::size_t i) {
    std::vector<std::string> warnings = std::move(results_[i].warnings);
    results_[i] =
        kept_build(folder, site_of(i).recipe,
                   orders_[i].number == 0 ? Builds::kOne : Builds::kSeveral);
    results_[i].warnings = std::move(warnings);
    results_[i].hash = hash;
  }

  void report(std::size_t i, BuildNews::What what,
              std::optional<double> expected = std::nullopt) {
    const std::lock_guard lock(mutex_);
    const bool is_over =
        what == BuildNews::What::kBuilt || what == BuildNews::What::kFailed;
    if (is_over) ++done_;
    if (!progress_) return;
    progress_({what, done_, all_, name_of(orders_[i]), log_of(i), expected,
               results_[i].failure});
  }

  const BuildSite& site_;
  std::map<std::uint32_t, BuildSite> seeded_;  ///< By number.
  ProgramCache& cache_;
  std::map<std::string, std::string>& failures_;  ///< Guarded while building.
  const std::string& undertaking_;
  unsigned processors_;
  const std::vector<BuildOrder>& orders_;
  const TreeContent& content_;
  const BuildProgress& progress_;
  std::string project_id_;  ///< Empty unless commands name {project}.
  std::vector<fs::path> project_files_;  ///< Likewise.
  std::optional<OpenedFiles> opened_;    ///< Likewise.
  /// What builds of kept programs read, by hash; once it is asked for.
  std::optional<std::map<std::string, std::string>> read_;
  std::vector<std::string> hashes_;
  std::map<std::string, std::size_t> first_;  ///< The first order of each hash.
  unsigned jobs_ = 1;
  std::mutex mutex_;  ///< Guards all below, and reading content.
  std::vector<Built> results_;
  std::deque<std::size_t> left_;                ///< To be built.
  std::pair<std::size_t, std::size_t> ends_{};  ///< The first and the last.
  std::map<std::size_t, std::string> failed_;   ///< Their causes.
  std::size_t done_ = 0;
  std::size_t all_ = 0;
  std::exception_ptr failure_;
};

namespace {

/// Files that builds read are known by their whole paths.
BuildRecipe of_whole_path(BuildRecipe recipe) {
  recipe.project = normal_path(recipe.project);
  return recipe;
}

}  // namespace

CachedBuilder::CachedBuilder(BuildSite site, std::uintmax_t cache_limit,
                             unsigned processors)
    : site_(with_linker({of_whole_path(std::move(site.recipe)),
                         std::move(site.environment), normal_path(site.cache),
                         std::move(site.guard), std::move(site.processor)})),
      cache_(site_.cache, cache_limit),
      processors_(std::max(1U, processors)) {}

std::vector<Built> CachedBuilder::build(const std::vector<BuildOrder>& orders,
                                        const TreeContent& content,
                                        const BuildProgress& progress) {
  return Work(*this, orders, content, progress).done();
}

void CachedBuilder::go_on(const std::string& undertaking) {
  undertaking_ = undertaking;
}

bool CachedBuilder::is_there(const Built& built) const {
  std::error_code error;
  return std::ranges::all_of(built.programs,
                             [&](const BuiltProgram& program) {
                               return fs::exists(program.path, error);
                             }) &&
         (built.links.empty() || fs::exists(built.links, error));
}

}  // namespace spl::runner
