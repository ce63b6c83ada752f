// What revisions cost: from the start until the first run where nothing is to
// be built, against git status and bare starts of the programs; and, for each
// library that is given, its revision and the twenty before through a build
// slot against clean builds.
//
//   bench_revisions [--library RECIPE CLONE[@REVISION]]...
//
// RECIPE is a project file that says how CLONE is built.
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "laboratory/figure.hpp"
#include "runner/builds/build_hash.hpp"
#include "runner/builds/builder.hpp"
#include "runner/formulas/project_file.hpp"
#include "runner/git/content_id.hpp"
#include "runner/git/git_repository.hpp"
#include "runner/layouts/tool.hpp"
#include "runner/session/application.hpp"
#include "runner/system/files.hpp"
#include "runner/system/process.hpp"

namespace {

namespace fs = std::filesystem;
using namespace spl::runner;
using Seconds = std::chrono::duration<double>;

constexpr int kRounds = 41;
constexpr int kRevisions = 20;
constexpr const char* kChild = "SPL_BENCH_UNTIL_FIRST_RUN";

/// What all children that have ended took of the processors, in seconds. What
/// else the machine does at the same time does not count.
double children_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) +
           1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Seconds of the processors that a command takes; -1 if it does not exit with
/// the wanted status, where there is one.
double seconds(std::vector<std::string> words, const fs::path& folder,
               const std::string& variable = "NONE=",
               std::optional<int> wanted = std::nullopt) {
  std::vector<std::string> environment = spl::runner::own_environment();
  environment.push_back(variable);
  const double before = children_seconds();
  const Ending ending = run_tool({std::move(words), folder, environment,
                                  "/dev/null", std::chrono::minutes(10), -1});
  if (wanted &&
      (ending.kind != Ending::Kind::kExited || ending.status != *wanted)) {
    return -1;
  }
  return children_seconds() - before;
}

/// Ends this process where the first run would be started.
class EndingLauncher : public Launcher {
 public:
  explicit EndingLauncher(std::string answer) : answer_(std::move(answer)) {}

  spl::workload::CatalogueAnswer catalogue(
      const std::string& program) override {
    spl::workload::Request request;
    request.result_path = answer_;
    std::vector<std::string> environment = spl::runner::own_environment();
    environment.push_back(std::string(spl::workload::kVariable) + '=' +
                          spl::workload::encode(request));
    (void)run_tool({{program},
                    "/",
                    environment,
                    "/dev/null",
                    std::chrono::minutes(1),
                    -1});
    return spl::workload::decode_catalogue_answer(read_file(answer_));
  }
  void prepare(const Placement&) override {}
  BlockResult measure(const Block&) override { _exit(0); }
  std::vector<HostRecord> hosts() override { return {}; }

 private:
  std::string answer_;
};

class SteadyClock : public Clock {
 public:
  double seconds() override {
    return Seconds(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
};

/// The child: spl-run until its first run, in the project's folder.
int run_until_first_run(const fs::path& folder) {
  EndingLauncher launcher(folder / "../answer");
  SteadyClock clock;
  const World world{
      .launcher = launcher,
      .clock = clock,
      .environment = [](const std::string&) { return std::nullopt; },
      .context = {},
      .out = std::cout,
      .err = std::cerr,
      .json = std::cout,
      .make_builder =
          [&](const BuildRecipe& recipe, std::uint64_t limit) {
            return std::make_unique<CachedBuilder>(
                BuildSite{recipe, spl::runner::own_environment(),
                          folder / "../cache"},
                limit, 2);
          }};
  // The second commit adds a comment, which may leave the program as it was.
  return run_application(
      {"-e", "work(1) <= work@HEAD~1(1)", "-s", "measure-identical"}, world);
}

void git(const fs::path& folder, const std::vector<std::string>& words) {
  std::vector<std::string> command{"git", "-c", "user.name=Ann", "-c",
                                   "user.email=ann@example.org"};
  command.insert(command.end(), words.begin(), words.end());
  seconds(std::move(command), folder);
}

/// A repository with a workload and a few hundred other files.
void make_project(const fs::path& folder) {
  fs::create_directories(folder / "more");
  for (int i = 0; i < 300; ++i) {
    std::ofstream(folder / "more" / std::to_string(i)) << i << '\n';
  }
  std::ofstream(folder / "work.cpp")
      << "#include <spl/workload.hpp>\n"
         "SPL_WORKLOAD(work, (int n), spl::values(1)) {\n"
         "  while (spl.needs_more()) spl::keep(n);\n}\n";
  std::ofstream(folder / "spl.json")
      << R"({ "revisions": { "configure": [], "build": [")" SPL_BENCH_COMPILER
         R"(", "-O2", "-std=c++17", "-I)" SPL_BENCH_PROJECT
         R"(", "{source}/work.cpp", ")" SPL_BENCH_SPL_WORKLOAD_MAIN
         R"(", ")" SPL_BENCH_SPL_WORKLOAD
         R"(", "-o", "work"], "program": "{build}/work" } })";
  git(folder, {"init", "--quiet"});
  git(folder, {"add", "--all"});
  git(folder, {"commit", "--quiet", "-m", "One"});
  std::ofstream(folder / "work.cpp", std::ios::app) << "// Two\n";
  git(folder, {"commit", "--quiet", "-a", "-m", "Two"});
}

bool nothing_to_build(const fs::path& scratch) {
  const fs::path folder = scratch / "project";
  make_project(folder);
  const std::string child = kChild + ('=' + folder.string());
  const std::string self = fs::read_symlink("/proc/self/exe");
  seconds({self}, folder, child);  // Builds.
  std::vector<std::string> programs;
  for (const auto& one : fs::directory_iterator(scratch / "cache/programs")) {
    if (one.is_directory()) programs.push_back(one.path() / "files/work");
  }
  if (programs.size() != 2) {
    std::cerr << "two programs should have been built\n";
    return false;
  }
  if (seconds({self}, folder, child, 0) < 0) {
    std::cerr << "the first run was not reached\n";
    return false;
  }
  std::vector<double> ratios;
  for (int i = 0; i < kRounds; ++i) {
    const double ours = seconds({self}, folder, child);
    double others = seconds({"git", "status"}, folder);
    for (const std::string& program : programs) {
      others += seconds({program}, folder);
    }
    ratios.push_back(ours / others);
  }
  return spl::bench::report("nothing to build / git status and bare starts",
                            spl::bench::median(ratios), 3);
}

struct Build {
  double seconds = 0;
  std::string program;  ///< The hash of its bytes.
};

Build built(const fs::path& slots, const BuildOrder& order,
            Repository& repository, const BuildSite& site) {
  const auto began = std::chrono::steady_clock::now();
  BuildSlot build_slot(slots);
  const SlotBuild build =
      build_in(build_slot, order,
               [&](const TreeFile& file) { return repository.content(file); },
               site, {slots / "log", 2});
  return {Seconds(std::chrono::steady_clock::now() - began).count(),
          file_id(build.programs.front())};
}

/// At the same path, with nothing that other builds left.
Build built_clean(const fs::path& slots, const BuildOrder& order,
                  Repository& repository, const BuildSite& site) {
  const fs::path kept = site.cache.string() + ".kept";
  const bool is_kept = fs::exists(site.cache);
  if (is_kept) fs::rename(site.cache, kept);
  Build build = built(slots, order, repository, site);
  fs::remove_all(site.cache);
  if (is_kept) fs::rename(kept, site.cache);
  return build;
}

/// A library whose revisions are built.
struct Library {
  fs::path recipe;
  fs::path clone;
  std::string last = "HEAD";

  [[nodiscard]] std::string name() const { return clone.filename(); }
};

/// Where and how a library is built: without ccache.
BuildSite site_of(const Library& library, const fs::path& scratch) {
  BuildSite site{
      parse_project_file(library.recipe, read_file(library.recipe)).recipe,
      spl::runner::own_environment(),
      scratch / ("lanes-cache-" + library.name()), SPL_BENCH_SPL_RUN};
  for (const char* name :
       {"CMAKE_C_COMPILER_LAUNCHER=", "CMAKE_CXX_COMPILER_LAUNCHER="}) {
    std::erase_if(site.environment, [&](const std::string& variable) {
      return variable.starts_with(name);
    });
  }
  return site;
}

/// The revisions to build, oldest first.
std::vector<BuildOrder> orders_of(const Library& library,
                                  Repository& repository) {
  const Revision end = repository.resolve(library.last);
  const Revision start =
      repository.resolve(end.id + '~' + std::to_string(kRevisions));
  std::vector<BuildOrder> orders;
  for (const Revision& revision : repository.path(start, end)) {
    orders.push_back({revision, repository.tree(revision)});
  }
  return orders;
}

bool lanes_against_clean_builds(const fs::path& scratch,
                                const Library& library) {
  const BuildSite site = site_of(library, scratch);
  const auto repository = open_repository(library.clone);
  const std::vector<BuildOrder> orders = orders_of(library, *repository);
  double clean = 0;
  double reused = 0;
  int different = 0;
  std::set<std::string> programs;
  const fs::path slots = build_slots(site);
  for (const BuildOrder& order : orders) {
    const Build alone = built_clean(slots, order, *repository, site);
    const Build after = built(slots, order, *repository, site);
    clean += alone.seconds;
    reused += after.seconds;
    programs.insert(alone.program);
    different += after.program == alone.program ? 0 : 1;
  }
  std::printf(
      "  %s, %zu revisions, %zu programs: clean %.1f s, in one slot "
      "%.1f s\n",
      library.name().c_str(), orders.size(), programs.size(), clean, reused);
  const bool fast =
      spl::bench::report("clean builds / builds in one slot", clean / reused, 3,
                         spl::bench::Goal::kAtLeast);
  const bool equal = spl::bench::report(
      "programs that differ from those built clean", different, 0);
  return fast && equal;
}

/// The libraries of the command line; nothing where it is wrong.
std::optional<std::vector<Library>> libraries(
    const std::vector<std::string>& words) {
  if (words.size() % 3 != 0) return std::nullopt;
  std::vector<Library> result;
  for (std::size_t i = 0; i < words.size(); i += 3) {
    if (words[i] != "--library") return std::nullopt;
    const std::string& clone = words[i + 2];
    const std::size_t at = clone.rfind('@');
    Library library{fs::absolute(words[i + 1]),
                    fs::absolute(clone.substr(0, at))};
    if (at != std::string::npos) library.last = clone.substr(at + 1);
    result.push_back(std::move(library));
  }
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  if (const char* folder = std::getenv(kChild)) {
    return run_until_first_run(folder);
  }
  const auto chosen = libraries({argv + 1, argv + argc});
  if (!chosen) {
    std::fputs(
        "usage: bench_revisions [--library RECIPE CLONE[@REVISION]]...\n",
        stderr);
    return 2;
  }
  char name[] = "/tmp/spl-bench-XXXXXX";
  if (mkdtemp(name) == nullptr) return 1;
  const fs::path scratch = name;
  bool ok = nothing_to_build(scratch);
  for (const Library& library : *chosen) {
    ok = lanes_against_clean_builds(scratch, library) && ok;
  }
  if (chosen->empty()) {
    std::puts(
        "  build slots are measured with --library RECIPE CLONE, see "
        "laboratory/builds.md");
  }
  fs::remove_all(scratch);
  return ok ? 0 : 1;
}
