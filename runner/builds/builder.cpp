#include "runner/builds/builder.hpp"

#include <algorithm>
#include <exception>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <thread>

#include "runner/builds/build_hash.hpp"
#include "runner/builds/build_inputs.hpp"
#include "runner/builds/build_times.hpp"
#include "runner/builds/needed_libraries.hpp"
#include "runner/builds/outside_files.hpp"
#include "runner/builds/program_content.hpp"
#include "runner/git/content_id.hpp"
#include "runner/layouts/link_pack.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/file_facts.hpp"
#include "runner/system/files.hpp"
#include "runner/system/opened_files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostLanes = 4;

// Beside stored programs.
constexpr const char* kLinks = ".links";
constexpr const char* kCatalogue = ".catalogue";
constexpr const char* kContents = ".contents";
constexpr const char* kFetched = ".fetched";

/// What was stored in a folder, but not what programs reported of themselves.
std::string stored_id(const fs::path& folder) {
  std::vector<std::string> lines;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::error_code circular;
    if (!entry.is_regular_file(circular)) continue;
    if (entry.path().extension() == kCatalogue) continue;
    lines.push_back(entry.path().lexically_relative(folder).string() + ' ' +
                    file_id(entry.path()));
  }
  std::sort(lines.begin(), lines.end());
  return content_id(joined(lines));
}

/// A line for each program: what it and the libraries of its build are.
std::string contents_of(const std::vector<StoredFile>& stored,
                        const std::vector<fs::path>& programs) {
  std::vector<std::string> libraries;
  for (const StoredFile& one : stored) {
    if (std::find(programs.begin(), programs.end(), one.from) ==
        programs.end()) {
      libraries.push_back(one.relative.string() + ' ' +
                          program_content(one.from));
    }
  }
  std::sort(libraries.begin(), libraries.end());
  std::string lines;
  for (const fs::path& program : programs) {
    lines +=
        content_id(program_content(program) + '\n' + joined(libraries)) + '\n';
  }
  return lines;
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::vector<std::string> result;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) result.push_back(line);
  return result;
}

/// The revision, for a reader.
std::string name_of(const BuildOrder& order) {
  return to_text(order.revision) +
         (order.number == 0 ? "" : ", build " + std::to_string(order.number));
}

void add_if_file(const fs::path& path, std::vector<fs::path>& result) {
  std::error_code error;
  if (fs::is_regular_file(path, error)) result.push_back(path);
}

/// The files that words of a command name: PATH and -DNAME=PATH.
void add_named_files(const std::vector<std::string>& words,
                     std::vector<fs::path>& result) {
  for (const std::string& word : words) {
    add_if_file(word, result);
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos) {
      add_if_file(word.substr(equals + 1), result);
    }
  }
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
      if (first_.at(hashes_[i]) == i && !find(i)) missing.push_back(i);
    }
    if (!missing.empty()) {
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

  /// What of the project's folder may matter is watched from now on.
  void read_project() {
    project_id_ = project_names_id(site_.recipe);
    project_files_ = project_files(site_.recipe);
    std::set<fs::path> folders{site_.recipe.project};
    for (const fs::path& file : project_files_) {
      folders.insert(file.parent_path());
    }
    opened_.emplace(folders);
  }

  /// What builds so far have read in the project's folder: what was opened, or
  /// everything where that could not be seen.
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
                                     " has been built anew, because " + flaw);
    }
    if (folder) take(*folder, i);
    return folder.has_value();
  }

  /// Each build slot gets revisions that follow one another.
  void build(const std::vector<std::size_t>& missing) {
    all_ = missing.size();
    const std::size_t slots =
        std::min({missing.size(), std::size_t{processors_}, kMostLanes});
    jobs_ = std::max(1U, processors_ / static_cast<unsigned>(slots));
    {
      std::vector<std::jthread> threads;
      for (std::size_t slot = 0; slot < slots; ++slot) {
        const auto begin =
            missing.begin() + static_cast<std::ptrdiff_t>(slot * all_ / slots);
        const auto end = missing.begin() +
                         static_cast<std::ptrdiff_t>((slot + 1) * all_ / slots);
        threads.emplace_back([this, part = std::vector(begin, end)] {
          try {
            build_in_one_slot(part);
          } catch (...) {
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
          }
        });
      }
    }
    if (failure_) std::rethrow_exception(failure_);
  }

  void build_in_one_slot(const std::vector<std::size_t>& part) {
    std::optional<BuildSlot> build_slot;
    const BuildSite* last = nullptr;
    for (const std::size_t i : part) {
      if (&site_of(i) != last) build_slot.emplace(build_slots(site_of(i)));
      last = &site_of(i);
      const BuildTimes times(site_of(i), *build_slot);
      tell(i, BuildNews::What::kBegins, times.expected());
      try {
        take(cache_.find_or_store(hashes_[i], name_of(orders_[i]),
                                  [&] {
                                    auto made = files(*build_slot, i);
                                    times.record();
                                    return made;
                                  }),
             i);
      } catch (const BuildError& error) {
        results_[i].failure = error.what();
      } catch (const std::exception& error) {
        // Whatever a build left there is no reason to lose the others.
        results_[i].failure = "cannot be kept: " + error_text(error);
      }
      tell(i, results_[i].failure.empty() ? BuildNews::What::kBuilt
                                          : BuildNews::What::kFailed);
    }
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
                                     site_of(i), log_of(i), jobs_);
    ProgramFiles result{programs_and_libraries(build, build_slot), {}};
    if (result.files.size() > build.programs.size()) {
      check_moved(result.files, build, build_slot);
    }
    // Reading programs takes longer than all else where nothing is built.
    const fs::path contents = build_slot.path() / "contents";
    write_file(contents, contents_of(result.files, build.programs));
    if (site_of(i).recipe.linker) add_links(build, build_slot, result.files);
    result.files.push_back({contents, kContents});
    const fs::path fetched = build_slot.path() / "fetched";
    write_file(fetched, encode(fetched_branches(build.build)));
    result.files.push_back({fetched, kFetched});
    result.outside =
        outside_files({build_slot.path(), build.build, reads_folder(build_slot),
                       build.environment, site_of(i).guard,
                       read_outside(build, build_slot, orders_[i].tree)});
    return result;
  }

  static std::vector<StoredFile> programs_and_libraries(
      const SlotBuild& build, const BuildSlot& build_slot) {
    std::vector<StoredFile> result;
    for (const fs::path& program : build.programs) {
      result.push_back({program, program.lexically_relative(build.build)});
      for (const fs::path& library :
           needed_libraries(program, build.build, build.environment,
                            build_slot.path() / "libraries")) {
        result.push_back({library, library.lexically_relative(build.build)});
      }
    }
    return result;
  }

  /// Beside what compilers and CMake name.
  std::vector<fs::path> read_outside(const SlotBuild& build,
                                     const BuildSlot& build_slot,
                                     const Tree& tree) {
    std::vector<fs::path> result = read_in_project();
    for (const auto* words : {&build.configure_command, &build.build_command}) {
      add_named_files(*words, result);
    }
    for (const TreeFile& file : tree) {
      if (file.kind != TreeFile::Kind::kLink) continue;
      add_if_file(build.source / file.path, result);
    }
    for (fs::path& tool : tool_paths(site_.recipe, build.environment)) {
      result.push_back(std::move(tool));
    }
    for (const fs::path& program : build.programs) {
      for (fs::path& library : loaded_libraries(
               program, build.environment, build_slot.path() / "libraries")) {
        result.push_back(std::move(library));
      }
    }
    for (const LinkCommand& link : recorded_links(link_records(build))) {
      for (const std::string& word : link.words) {
        result.push_back(link.folder / word);
      }
      for (fs::path& library :
           searched_libraries(link.words, link.folder, build.environment)) {
        result.push_back(std::move(library));
      }
    }
    return result;
  }

  void add_links(const SlotBuild& build, const BuildSlot& build_slot,
                 std::vector<StoredFile>& stored) const {
    std::vector<BuiltFile> files;
    for (const StoredFile& one : stored) {
      const auto& programs = build.programs;
      files.push_back({one.from, one.relative,
                       std::find(programs.begin(), programs.end(), one.from) !=
                           programs.end()});
    }
    const fs::path pack = build_slot.path() / "links";
    pack_links(files, recorded_links(link_records(build)), build_slot.path(),
               *site_.recipe.linker, build.environment, pack);
    for (const auto& entry : fs::recursive_directory_iterator(pack)) {
      if (!entry.is_regular_file()) continue;
      stored.push_back(
          {entry.path(), kLinks / entry.path().lexically_relative(pack)});
    }
  }

  /// Programs with libraries of their build must find them where both are
  /// kept, for in the build slot there will be those of another revision.
  static void check_moved(const std::vector<StoredFile>& files,
                          const SlotBuild& build, const BuildSlot& build_slot) {
    const fs::path moved = build_slot.path() / "moved";
    std::error_code error;
    fs::remove_all(moved, error);
    for (const StoredFile& file : files) {
      fs::create_directories((moved / file.relative).parent_path(), error);
      fs::copy_file(file.from, moved / file.relative, error);
    }
    for (const fs::path& program : build.programs) {
      const auto still = needed_libraries(
          moved / program.lexically_relative(build.build), build.build,
          build.environment, build_slot.path() / "libraries");
      if (!still.empty()) {
        throw BuildError(
            "cannot be kept: its program finds " + still.front().string() +
            " only in the folder where it was built; configure with "
            "-DCMAKE_BUILD_RPATH_USE_ORIGIN=ON, or link that library "
            "statically");
      }
    }
    fs::remove_all(moved, error);
  }

  void take(const fs::path& folder, std::size_t i) {
    const BuildRecipe& recipe = site_of(i).recipe;
    Built& built = results_[i];
    const BuildPlaces places{"", folder, "", 1};
    const std::vector<std::string> contents = lines_of(folder / kContents);
    for (std::size_t number = 0; number < recipe.programs.size(); ++number) {
      const std::string path = fs::path(filled(recipe.programs[number], places))
                                   .lexically_normal()
                                   .string();
      built.programs.push_back(
          {path, path + kCatalogue,
           number < contents.size() ? contents[number] : ""});
    }
    if (orders_[i].number > 0) built.content = stored_id(folder);
    built.fetched = decode_fetched_branches(lines_of(folder / kFetched));
    if (recipe.linker) {
      built.links = folder / kLinks;
      built.links_problem = read_link_pack(built.links).problem;
    } else if (recipe.keeps_links) {
      built.links_problem =
          "cannot be linked in another order, for there is neither mold nor "
          "lld in PATH";
    }
  }

  void tell(std::size_t i, BuildNews::What what,
            std::optional<double> expected = std::nullopt) {
    const std::lock_guard lock(mutex_);
    if (what != BuildNews::What::kBegins) ++done_;
    if (!progress_) return;
    progress_({what, done_, all_, name_of(orders_[i]), log_of(i), expected});
  }

  const BuildSite& site_;
  std::map<std::uint32_t, BuildSite> seeded_;  ///< By number.
  ProgramCache& cache_;
  unsigned processors_;
  const std::vector<BuildOrder>& orders_;
  const TreeContent& content_;
  const BuildProgress& progress_;
  std::string project_id_;               ///< Where commands name {project}.
  std::vector<fs::path> project_files_;  ///< Likewise.
  std::optional<OpenedFiles> opened_;    ///< Likewise.
  std::vector<std::string> hashes_;
  std::map<std::string, std::size_t> first_;  ///< Order with a hash.
  unsigned jobs_ = 1;
  std::mutex mutex_;  ///< Of all below, and of reading content.
  std::vector<Built> results_;
  std::size_t done_ = 0;
  std::size_t all_ = 0;
  std::exception_ptr failure_;
};

CachedBuilder::CachedBuilder(BuildSite site, std::uintmax_t cache_limit,
                             unsigned processors)
    : site_(with_linker({std::move(site.recipe), std::move(site.environment),
                         normal_path(site.cache), std::move(site.guard),
                         std::move(site.processor)})),
      cache_(site_.cache, cache_limit),
      processors_(std::max(1U, processors)) {}

std::vector<Built> CachedBuilder::build(const std::vector<BuildOrder>& orders,
                                        const TreeContent& content,
                                        const BuildProgress& progress) {
  return Work(*this, orders, content, progress).done();
}

bool CachedBuilder::is_there(const Built& built) const {
  std::error_code error;
  return std::all_of(built.programs.begin(), built.programs.end(),
                     [&](const BuiltProgram& program) {
                       return fs::exists(program.path, error);
                     }) &&
         (built.links.empty() || fs::exists(built.links, error));
}

}  // namespace spl::runner
