#include "runner/builds/recorded_program.hpp"

#include <algorithm>
#include <future>
#include <set>
#include <stdexcept>
#include <utility>

#include "runner/builds/compiler_call.hpp"
#include "runner/builds/outside_files.hpp"
#include "runner/builds/program_content.hpp"
#include "runner/git/content_id.hpp"
#include "runner/git/repository.hpp"
#include "runner/layouts/link_map.hpp"
#include "runner/layouts/link_pack.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"
#include "runner/system/number_text.hpp"
#include "runner/system/passing_folder.hpp"
#include "runner/system/surroundings.hpp"
#include "runner/tools/framework.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPack =
    ".links";  // The same name as beside programs of revisions.

/// The reason why a program has one layout.
class OneLayout : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Returns the linkers to be tried. Only the recorded linker can link some
/// objects again, for example those of -flto by Clang.
std::vector<ShufflingLinker> linkers_for(
    const LinkRecord& record, const std::vector<std::string>& environment) {
  std::vector<ShufflingLinker> result = shuffling_linkers(environment);
  const std::string name = record.linker.filename().string();
  for (const char* known : {"mold", "lld"}) {
    const bool is_new =
        std::ranges::none_of(result, [&](const ShufflingLinker& one) {
          return fs::equivalent(one.path, record.linker);
        });
    if (is_new && (name == known || name == std::string("ld.") + known)) {
      result.push_back({known, record.linker});
    }
  }
  return result;
}

bool needs_its_driver(const fs::path& log) {
  std::error_code error;
  return fs::exists(log, error) &&
         read_file(log).find("COLLECT_GCC") != std::string::npos;
}

/// Encodes the workloads in a fixed order, for that of registration depends on
/// the link.
std::string workloads_of(workload::CatalogueAnswer answer) {
  std::ranges::sort(answer.entries, [](const workload::EntryFacts& left,
                                       const workload::EntryFacts& right) {
    return std::pair(left.kind, left.name) < std::pair(right.kind, right.name);
  });
  return workload::encode(answer);
}

std::vector<StoredFile> files_below(const fs::path& folder,
                                    const fs::path& relative) {
  std::vector<StoredFile> result;
  for (const auto& one : fs::recursive_directory_iterator(folder)) {
    std::error_code circular;
    if (!one.is_regular_file(circular)) continue;
    result.push_back(
        {one.path(), relative / one.path().lexically_relative(folder)});
  }
  return result;
}

/// Returns what to do about a program whose link was not recorded.
std::string remedy(Framework framework) {
  if (framework == Framework::kSpl || framework == Framework::kUnknown) {
    return "link it to spl::workload, with SPL_FRESH_LINKS on, and build it "
           "again";
  }
  return "spl_layouts(TARGET N) in its CMakeLists.txt links a program of " +
         std::string(to_text(framework)) + " several times";
}

}  // namespace

RecordedPrograms::RecordedPrograms(Launcher& launcher,
                                   std::vector<std::string> environment,
                                   const fs::path& cache,
                                   std::uint64_t cache_limit)
    : launcher_(launcher),
      environment_(std::move(environment)),
      cache_(cache, cache_limit) {}

ProgramLinks RecordedPrograms::links(const std::string& program,
                                     std::chrono::nanoseconds longest) {
  const auto one_layout = [](const std::string& why) {
    return ProgramLinks{{}, {}, why};
  };
  try {
    const fs::path path = fs::canonical(program);
    const auto record = read_link_record(path, own_rights());
    if (!record) {
      return one_layout("its link was not recorded; " +
                        remedy(recognised(path.string())));
    }
    if (record->is_old) {
      return one_layout(
          "it was changed after linking (stripped, or linked with "
          "SPL_FRESH_LINKS=OFF); link it again");
    }
    const auto linkers = linkers_for(*record, environment_);
    if (linkers.empty()) {
      return one_layout("there is neither mold nor lld in PATH; install mold");
    }
    const fs::path pack = kept_pack(path, *record, linkers, longest);
    const LinkPack links = read_link_pack(pack);
    if (links.problem.empty()) return {pack, {}, {}};
    return one_layout(links.are_identical
                          ? "all its links come out identical; compile it with "
                            "-ffunction-sections"
                          : "it " + links.problem);
  } catch (const DistrustError& error) {
    return one_layout(
        std::string("another user could have written how it was linked: ") +
        error.what() + "; build it in a folder of your own");
  } catch (const OneLayout& reason) {
    return one_layout(reason.what());
  } catch (const std::runtime_error& error) {  // Files and processes fail so.
    return one_layout("it cannot be linked again: " + error_text(error));
  }
}

class RecordedPrograms::Packing {
 public:
  struct Task {
    const fs::path& program;
    const LinkRecord& record;
    fs::path scratch;  ///< A folder for temporary files.
  };

  Packing(Launcher& launcher, const std::vector<std::string>& environment,
          const Task& task, std::chrono::nanoseconds longest)
      : launcher_(launcher),
        environment_(environment),
        program_(task.program),
        record_(task.record),
        scratch_(task.scratch),
        pack_(scratch_ / "pack"),
        longest_(longest),
        end_(std::chrono::steady_clock::now() + longest) {}

  /// Throws OneLayout if no linker could do better.
  ProgramFiles files(const Linkers& linkers) {
    const LinkCommand link = movable(record_, program_);
    links_ = copy_links({{program_, program_.filename(), true}}, {link},
                        link.folder, pack_);
    if (!links_.problem.empty()) throw OneLayout("it " + links_.problem);
    links_.linker = linkers.front();
    LinkPack moved = links_;
    LinkedFile& file = moved.files.front();
    file.words = with_origin(file.words, program_.parent_path());
    // Both links at once: most programs are linked by the first linker.
    std::future<std::string> first = std::async(
        std::launch::async, [&] { return link_in_other_order(moved); });
    const std::string plain = link_as_recorded();
    std::string problem = first.get();
    require_equal_link(plain);
    links_ = std::move(moved);
    for (const ShufflingLinker& one : linkers) {
      links_.linker = one;
      if (&one != linkers.data()) problem = link_in_other_order(links_);
      links_.problem = problem_of_other_order(problem);
      if (links_.problem.empty()) {
        try_links(links_, pack_, environment_, end_);
      }
      if (links_.problem.empty()) break;
      require_time();
    }
    write_link_pack(links_, pack_);
    return {files_below(pack_, kPack), as_they_are(read_)};
  }

 private:
  [[nodiscard]] fs::path recorded_folder() const { return scratch_ / "plain"; }

  [[nodiscard]] std::string link_as_recorded() const {
    return link_plainly(links_.files.front(), record_.linker,
                        {pack_, recorded_folder(), environment_},
                        {0, end_, true});
  }

  /// The recorded linker makes the program of the copies, unless it had that
  /// problem.
  void require_equal_link(const std::string& problem) {
    const fs::path folder = recorded_folder();
    if (!problem.empty()) require_time();
    if (needs_its_driver(folder / "link.log")) {
      throw OneLayout(
          "its objects are of -flto by GCC, which links them only by itself; "
          "add -fno-lto, or compile it by Clang");
    }
    if (!problem.empty()) {
      throw OneLayout("it cannot be linked again: " + problem +
                      "; build it again");
    }
    const fs::path output = folder / program_.filename();
    if (program_content(output) != program_content(program_)) {
      throw OneLayout(
          "its objects have changed since it was linked, or it was changed "
          "afterwards; build it again");
    }
    add_read(folder);
    map_ = read_link_map(output.string() + ".map");
  }

  /// A link that was ended proves nothing about the program.
  void require_time() const {
    if (std::chrono::steady_clock::now() < *end_) return;
    throw OneLayout("its links take longer than " + seconds_text(longest_) +
                    "; give a longer --budget");
  }

  /// Returns the folder where the linker's link finds the files beside the
  /// program.
  [[nodiscard]] fs::path around(const ShufflingLinker& linker) const {
    return folder_of_copies(program_, scratch_ / linker.name) / "0";
  }

  /// Links by a linker that need not be the program's; returns the problem.
  [[nodiscard]] std::string link_in_other_order(const LinkPack& links) const {
    const fs::path folder = around(links.linker) / place_of_copy(program_);
    return link_again(links, {pack_, folder, environment_}, {}, 1,
                      {0, end_, true});
  }

  /// Returns the problem of that link or, if it has none, of its result.
  std::string problem_of_other_order(const std::string& problem) {
    if (!problem.empty()) return "cannot be linked again: " + problem;
    const fs::path above = around(links_.linker);
    const fs::path folder = above / place_of_copy(program_);
    add_read(folder);
    const std::string link = (folder / program_.filename()).string();
    std::string other = other_piece(link + ".map");
    if (!other.empty()) return other;
    surround_copy(program_, above);
    return problem_of_workloads(link);
  }

  /// Returns how the link differs in its pieces: of several definitions of a
  /// name, and of libraries, linkers choose in different ways.
  [[nodiscard]] std::string other_piece(const fs::path& map) const {
    if (fs::equivalent(links_.linker.path, record_.linker)) return {};
    const auto other = difference(map_, read_link_map(map));
    const std::string& name = links_.linker.name;
    const std::string remedy = "; link it with -fuse-ld=" + name;
    if (other) {
      return "would have other definitions, linked by " +
             links_.linker.path.string() + ": " + *other + remedy;
    }
    // GNU's linker wraps references between objects only.
    const auto& words = record_.link.words;
    const bool is_wrapped =
        std::ranges::any_of(words, [](const std::string& word) {
          return word == "--wrap" || word == "-wrap" ||
                 word.starts_with("--wrap=");
        });
    if (is_wrapped) {
      return "is linked with --wrap, which " + links_.linker.path.string() +
             " takes otherwise" + remedy;
    }
    return {};
  }

  [[nodiscard]] std::string problem_of_workloads(const std::string& link) {
    const std::string own = workloads_of(catalogue(program_.string()));
    try {
      const workload::CatalogueAnswer answer = catalogue(link);
      if (!answer.failure.empty()) {
        return "fails when linked in another order: " + answer.failure;
      }
      if (workloads_of(answer) == own) return {};
    } catch (const UnusableProgram& error) {
      return "does not work when linked in another order: it " +
             error.problem();
    }
    return "has other workloads when linked in another order";
  }

  /// A program that starts slowly takes no time from its links.
  workload::CatalogueAnswer catalogue(const std::string& program) {
    const auto begin = std::chrono::steady_clock::now();
    workload::CatalogueAnswer answer = launcher_.catalogue(program);
    *end_ += std::chrono::steady_clock::now() - begin;
    return answer;
  }

  /// Notes the files that are not copied: they must not change before the
  /// copies are linked.
  void add_read(const fs::path& folder) {
    const fs::path list = folder / (program_.filename().string() + ".d");
    for (const fs::path& one : prerequisites(read_file(list), folder)) {
      if (!is_below(one, scratch_)) read_.insert(one);
    }
  }

  Launcher& launcher_;
  const std::vector<std::string>& environment_;
  const fs::path& program_;
  const LinkRecord& record_;
  fs::path scratch_;
  fs::path pack_;
  LinkPack links_;
  LinkMap map_;  ///< The program's.
  std::set<fs::path> read_;
  std::chrono::nanoseconds longest_;
  TimeLimit end_;
};

fs::path RecordedPrograms::kept_pack(const fs::path& program,
                                     const LinkRecord& record,
                                     const Linkers& linkers,
                                     std::chrono::nanoseconds longest) {
  std::string inputs = program.string() + '\0' + record.content + '\0' +
                       program_content(program);
  // Another spl-run may find what this one does not, or the other way round.
  inputs += '\0' + file_facts(fs::read_symlink("/proc/self/exe"));
  for (const ShufflingLinker& one : linkers) {
    inputs += '\0' + one.path.string() + '\0' + file_facts(one.path);
  }
  std::optional<PassingFolder> scratch;
  const auto make = [&] {
    scratch.emplace(cache_.folder() / "recorded");
    return Packing(launcher_, environment_, {program, record, scratch->path()},
                   longest)
        .files(linkers);
  };
  const fs::path files = cache_.find_or_store(
      content_id(inputs), "links of " + program.string(), make);
  if (scratch) cache_.trim();
  return files / kPack;
}

}  // namespace spl::runner
