#include "runner/layouts/link_pack.hpp"
#include "runner/git/git_repository.hpp"

#include <gmock/gmock.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "runner/builds/builder.hpp"
#include "runner/layouts/layouts.hpp"
#include "runner/layouts/link_series.hpp"
#include "runner/layouts/tool.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/git_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

/// A program of two functions, a static and a shared library, built by a shell
/// script as a make file would do it.
class LinkPackTest : public ::testing::Test {
 protected:
  LinkPackTest() {
    site_.recipe.project = git_.path();
    site_.recipe.configure = {};
    site_.recipe.build = {"sh", "{source}/make.sh", "{source}"};
    site_.recipe.programs = {"{build}/program"};
    site_.recipe.timeout = std::chrono::minutes(1);
    site_.recipe.keeps_links = true;
    site_.environment = {std::string("PATH=") + std::getenv("PATH"),
                         "HOME=/home/somebody"};
    site_.cache = git_.around().path() / "the cache";
    site_.guard = SPL_RUN;
    git_.write("main.cpp",
               "int one(); int two(); int three(int);\n"
               "int four() { return three(4); }\n"
               "int main() { return one() + two() + four(); }\n");
    git_.write("static.cpp",
               "int one() { return 1; }\nint two() { return 2; }\n");
    git_.write("shared.cpp",
               "int five() { return 5; }\nint six() { return 6; }\n"
               "int three(int n) { return n + five() * six(); }\n");
    write_make("", "");
  }

  /// Flags hold quotes, as the cache has a space in its name.
  void write_make(const std::string& compiler_flags,
                  const std::string& linker_flags) {
    git_.write("make.sh", R"(set -e
source=$1
compile() { eval "g++ )" + compiler_flags +
                              R"( -fPIC -c \"$source/$1.cpp\" -o $1.o"; }
link() { eval "g++ )" + linker_flags +
                              R"( $*"; }
for part in main static shared; do compile $part; done
rm -f libstatic.a
ar cr libstatic.a static.o
link -shared shared.o -o libshared.so
link main.o -L. -lstatic libshared.so "'-Wl,-rpath,\$ORIGIN'" -o program
)");
    git_.commit("Make");
  }

  /// HEAD~1 and HEAD, each in a build slot of its own.
  std::vector<Built> build_both() {
    CachedBuilder builder(site_, 1'000'000'000, 2);
    const auto repository = open_repository(git_.path());
    std::vector<BuildOrder> orders;
    for (const char* name : {"HEAD~1", "HEAD"}) {
      const Revision revision = repository->resolve(name);
      orders.push_back({revision, repository->tree(revision)});
    }
    return builder.build(
        orders, [&](const TreeFile& file) { return repository->content(file); },
        {});
  }

  Built build() {
    CachedBuilder builder(site_, 1'000'000'000, 1);
    const auto repository = open_repository(git_.path());
    const Revision head = repository->resolve("HEAD");
    return builder
        .build({{head, repository->tree(head)}},
               [&](const TreeFile& file) { return repository->content(file); },
               {})
        .front();
  }

  [[nodiscard]] fs::path linked(const Built& built, std::uint32_t seed,
                                const std::string& name) const {
    fs::path folder = git_.around().path() / name;
    const std::string problem = link_again(
        read_link_pack(built.links), {built.links, folder, site_.environment},
        built.links.parent_path(), seed);
    EXPECT_EQ(problem, "");
    return folder;
  }

  static int status(const fs::path& program) {
    return WEXITSTATUS(std::system(("'" + program.string() + "'").c_str()));
  }

  GitFolder git_;
  BuildSite site_;
};

TEST_F(LinkPackTest, LinksProgramsAndLibrariesWithoutTheirBuild) {
  const Built built = build();
  ASSERT_EQ(built.failure, "");
  EXPECT_EQ(built.links_problem, "");
  fs::remove_all(site_.cache / "lanes");
  const fs::path first = linked(built, 5, "first");
  const fs::path again = linked(built, 5, "again");
  const fs::path other = linked(built, 6, "other");
  for (const char* name : {"program", "libshared.so"}) {
    EXPECT_EQ(read_file(first / name), read_file(again / name)) << name;
    EXPECT_NE(read_file(first / name), read_file(other / name)) << name;
  }
  EXPECT_EQ(status(built.programs[0].path), 37);
  EXPECT_EQ(status(first / "program"), 37);
  EXPECT_EQ(status(other / "program"), 37);
}

TEST_F(LinkPackTest, LinksWhatOneCommandHasCompiledAndLinked) {
  git_.write("make.sh",
             "set -e\n"
             "g++ \"$1/main.cpp\" \"$1/static.cpp\" "
             "\"$1/shared.cpp\" -o program\n");
  git_.commit("One command");
  for (const std::string temporary : {"", "/temporary files"}) {
    if (!temporary.empty()) {
      const std::string folder = git_.around().path().string() + temporary;
      fs::create_directory(folder);
      site_.environment.push_back("TMPDIR=" + folder);
      git_.commit("Again");
      fs::remove_all(site_.cache);
    }
    const Built built = build();
    ASSERT_EQ(built.failure, "");
    EXPECT_EQ(built.links_problem, "");
    fs::remove_all(site_.cache / "lanes");
    const fs::path first = linked(built, 5, "first" + temporary);
    const fs::path other = linked(built, 6, "other" + temporary);
    EXPECT_NE(read_file(first / "program"), read_file(other / "program"));
    EXPECT_EQ(status(other / "program"), status(built.programs.front().path));
  }
}

TEST_F(LinkPackTest, PassesCircularLinksAndFilesThatNameThemselves) {
  git_.write("make.sh", R"(set -e
source=$1
ln -s libloop.a libloop.a
g++ -c "$source/main.cpp" "$source/static.cpp" "$source/shared.cpp"
printf 'main.o "@%s/words"' "$PWD" > words
g++ "-Wl,@$PWD/words" -o broken || true
g++ main.o static.o shared.o -L. -o program
)");
  git_.commit("Loops");
  const Built built = build();
  ASSERT_EQ(built.failure, "");
  EXPECT_EQ(status(linked(built, 5, "first") / "program"), 37);
}

TEST_F(LinkPackTest, KeepsObjectsOfTheLastLinkOnly) {
  const std::string one_command =
      "g++ \"$1/main.cpp\" \"$1/static.cpp\" "
      "\"$1/shared.cpp\" -o program\n";
  git_.write("make.sh", "set -e\n" + one_command + one_command);
  git_.commit("Twice");
  ASSERT_EQ(build().links_problem, "");
  std::size_t objects = 0;
  for (const auto& one :
       fs::recursive_directory_iterator(site_.cache / "lanes")) {
    const bool is_kept = one.path().parent_path().filename() == ".spl-links";
    objects += is_kept && one.path().extension() == ".o" ? 1 : 0;
  }
  EXPECT_EQ(objects, 3U);
}

TEST_F(LinkPackTest, DoesNotShowWhereAProgramWasBuilt) {
  git_.write(
      "static.cpp",
      "int one() { return 1; }\nint two() { return *__FILE__ ? 2 : 1; }\n"
      "const char* file() { return __FILE__; }\n");
  git_.commit("Name a file");
  git_.write("notes", "of no matter");
  git_.commit("Note");
  const std::vector<Built> built = build_both();
  ASSERT_EQ(built[0].failure, "");
  ASSERT_EQ(built[1].failure, "");
  EXPECT_EQ(built[0].programs[0].content, built[1].programs[0].content);
  EXPECT_THAT(read_file(built[0].programs[0].path),
              HasSubstr("./source/static.cpp"));
}

// The library counts, whatever the program is.
TEST_F(LinkPackTest, TellsProgramsWithOtherLibrariesApart) {
  git_.write("shared.cpp",
             "int five() { return 4; }\nint six() { return 6; }\n"
             "int three(int n) { return n + five() * six(); }\n");
  git_.commit("Four");
  const std::vector<Built> built = build_both();
  ASSERT_EQ(built[0].failure, "");
  EXPECT_EQ(read_file(built[0].programs[0].path),
            read_file(built[1].programs[0].path));
  EXPECT_NE(built[0].programs[0].content, built[1].programs[0].content);
}

TEST_F(LinkPackTest, GivesEachBlockALinkOfItsOwn) {
  const Built built = build();
  const std::string& program = built.programs[0].path;
  const WantedLayouts wanted{{{program, {built.links, {}, ""}}}, 42, 0};
  std::string before;
  {
    const auto layouts = make_layouts(wanted, site_.cache, site_.environment);
    const Layout first = layouts->layout(program, {0});
    EXPECT_TRUE(first.name);
    EXPECT_EQ(layouts->layout(program, {0}).program, first.program);
    EXPECT_EQ(layouts->layout("another", {0}).program, "another");
    EXPECT_FALSE(layouts->layout("another", {0}).name);
    before = read_file(first.program);
    const Layout second = layouts->layout(program, {1});
    EXPECT_NE(second.name, first.name);
    EXPECT_NE(read_file(second.program), before);
    EXPECT_EQ(status(second.program), 37);
    EXPECT_FALSE(fs::exists(first.program));
  }
  fs::remove_all(built.links.string() + ".pool");
  const auto layouts = make_layouts(wanted, site_.cache, site_.environment);
  EXPECT_EQ(read_file(layouts->layout(program, {0}).program), before);
}

TEST_F(LinkPackTest, MakesLinksAheadAsFarAsTheyArePlanned) {
  const Built built = build();
  const std::string& program = built.programs[0].path;
  const WantedLayouts wanted{{{program, {built.links, {}, ""}}}, 42, 0};
  const auto layouts = make_layouts(wanted, site_.cache, site_.environment);
  EXPECT_EQ(layouts->ready(program), 0U);
  const auto ahead_of = [&](std::size_t block, std::size_t end) {
    LayoutWish wish{block, end};
    wish.first_look = 5;
    return layouts->layout(program, wish);
  };
  const Layout first = ahead_of(0, 12);
  EXPECT_EQ(layouts->ready(program), 5U);
  EXPECT_GT(first.ahead, 0);
  EXPECT_LT(first.ahead, first.seconds);
  EXPECT_NEAR(layouts->link_seconds(program), first.seconds - first.ahead,
              first.seconds / 4);
  std::set<std::uint64_t> names{*first.name};
  double ahead = first.ahead;
  for (std::size_t block = 1; block < 5; ++block) {
    const Layout layout = ahead_of(block, 12);
    EXPECT_LT(layout.seconds, first.seconds / 5);  // To remove the last.
    EXPECT_EQ(status(layout.program), 37);
    ahead += layout.ahead;
    names.insert(*layout.name);
    // A block is not charged twice for the same link.
    EXPECT_EQ(ahead_of(block, 12).ahead, 0);
  }
  EXPECT_LT(ahead, first.seconds / 4);
  EXPECT_EQ(names.size(), 5U);
  EXPECT_GT(ahead_of(5, 7).seconds, 0);
  EXPECT_EQ(layouts->ready(program), 7U);
}

// Those of a first look of three parts.
TEST_F(LinkPackTest, MakesTwelveLinksAtFirstUnlessALookNeedsFewer) {
  const Built built = build();
  const std::string& program = built.programs[0].path;
  const WantedLayouts wanted{{{program, {built.links, {}, ""}}}, 42, 0};
  const auto layouts = make_layouts(wanted, site_.cache, site_.environment);
  (void)layouts->layout(program, {0, 20});
  EXPECT_EQ(layouts->ready(program), statistics::kFewestUnits);
}

TEST_F(LinkPackTest, DrawsFromThePoolAndRenewsIt) {
  const Built built = build();
  const std::string& program = built.programs[0].path;
  WantedLayouts wanted{{{program, {built.links, {}, ""}}}, 42, 0};
  const auto names_of = [&](std::size_t count) {
    const auto layouts = make_layouts(wanted, site_.cache, site_.environment);
    std::vector<std::uint64_t> names;
    for (std::size_t block = 0; block < count; ++block) {
      const Layout layout = layouts->layout(program, {block, count});
      names.push_back(*layout.name);
      EXPECT_EQ(status(layout.program), 37);
    }
    return names;
  };
  const auto sorted = [](std::vector<std::uint64_t> names) {
    std::ranges::sort(names);
    return names;
  };
  const LinkPool pool(built.links);
  const std::vector<std::uint64_t> made = names_of(12);
  const auto kept = pool.seeds();
  EXPECT_EQ(sorted(made), std::vector<std::uint64_t>(kept.begin(), kept.end()));
  // With the same seed, too, a block is given no link that another has.
  const std::vector<std::uint64_t> more = names_of(13);
  const std::vector<std::uint64_t> drawn(more.begin(), more.end() - 1);
  EXPECT_EQ(sorted(drawn), sorted(made));
  EXPECT_NE(drawn, made);
  EXPECT_EQ(std::ranges::count(made, more.back()), 0);
  EXPECT_EQ(pool.seeds().size(), 11U);  // Two of 13 went, for 12 were drawn.
  wanted.seed = 43;
  const std::vector<std::uint64_t> other = names_of(11);
  EXPECT_EQ(pool.seeds().size(), 9U);
  wanted.seed = 44;
  EXPECT_NE(names_of(9), std::vector(other.begin(), other.begin() + 9));
}

TEST_F(LinkPackTest, IsDrawnFromByTwoAtOnce) {
  const Built built = build();
  const std::string& program = built.programs[0].path;
  WantedLayouts wanted{{{program, {built.links, {}, ""}}}, 42, 0};
  (void)make_layouts(wanted, site_.cache, site_.environment)
      ->layout(program, {0, 5});
  const auto one = make_layouts(wanted, site_.cache, site_.environment);
  wanted.seed = 43;
  auto other = make_layouts(wanted, site_.cache, site_.environment);
  EXPECT_EQ(one->ready(program), 5U);
  const Layout first = one->layout(program, {0, 5});
  for (std::size_t block = 0; block < 5; ++block) {
    EXPECT_EQ(status(other->layout(program, {block, 5}).program), 37);
  }
  other.reset();
  LinkPool(built.links).retire(99);
  EXPECT_EQ(status(first.program), 37);
  // Links that left the pool are made again.
  const Layout second = one->layout(program, {1, 5});
  EXPECT_NE(second.name, first.name);
  EXPECT_EQ(status(second.program), 37);
}

TEST_F(LinkPackTest, EndsLinksThatAreNotDoneInTime) {
  const Built built = build();
  const std::string& program = built.programs[0].path;
  const WantedLayouts wanted{{{program, {built.links, {}, ""}}}, 42, 0};
  const auto layouts = make_layouts(wanted, site_.cache, site_.environment);
  const Layout late = layouts->layout(program, {0, 5, 0});
  EXPECT_TRUE(late.is_missing);
  EXPECT_EQ(late.program, program);
  EXPECT_FALSE(late.name);
  EXPECT_EQ(layouts->ready(program), 0U);
  EXPECT_EQ(LinkPool(built.links).seeds().size(), 0U);
  EXPECT_FALSE(layouts->layout(program, {0, 5}).is_missing);
}

/// Links that end who started them, from the fifth file on.
void write_deadly(const fs::path& script, const std::string& linker) {
  write_file(script, R"(#!/bin/sh
echo >>"$0.count"
[ $(wc -l <"$0.count") -lt 5 ] || { kill -9 $PPID; exit 1; }
exec )" + linker + R"( "$@"
)");
  fs::permissions(script, fs::perms::owner_all);
}

void replace_linker(const fs::path& pack, const fs::path& script) {
  const std::string linker = read_link_pack(pack).linker.path.string();
  std::string facts = read_file(pack / kPackFacts);
  facts.replace(facts.find(linker), linker.size(), script.string());
  write_file(pack / kPackFacts, facts);
}

TEST_F(LinkPackTest, LeavesAPoolThatIsSoundWhereItIsKilled) {
  const Built built = build();
  const std::string& program = built.programs[0].path;
  const WantedLayouts wanted{{{program, {built.links, {}, ""}}}, 42, 0};
  const fs::path script = git_.around().path() / "deadly";
  const std::string linker = read_link_pack(built.links).linker.path.string();
  write_deadly(script, linker);
  replace_linker(built.links, script);
  const pid_t child = fork();
  if (child == 0) {
    (void)make_layouts(wanted, site_.cache, site_.environment)
        ->layout(program, {0, 5});
    _exit(0);
  }
  int how = 0;
  ASSERT_EQ(waitpid(child, &how, 0), child);
  ASSERT_TRUE(WIFSIGNALED(how));
  fs::remove(script);
  fs::create_symlink(linker, script);
  const auto layouts = make_layouts(wanted, site_.cache, site_.environment);
  const std::size_t whole = layouts->ready(program);
  EXPECT_EQ(whole, LinkPool(built.links).seeds().size());
  for (std::size_t block = 0; block < 6; ++block) {
    EXPECT_EQ(status(layouts->layout(program, {block, 6}).program), 37);
  }
}

TEST_F(LinkPackTest, LeavesOutDebugInformationAndKeepsWhatProgramsSee) {
  write_make("-g", "-rdynamic");
  const Built built = build();
  ASSERT_EQ(built.links_problem, "");
  EXPECT_THAT(read_file(built.programs[0].path), HasSubstr(".debug_info"));
  const fs::path link = linked(built, 5, "first") / "program";
  EXPECT_THAT(read_file(link), Not(HasSubstr(".debug_info")));
  EXPECT_EQ(status(link), 37);
  const auto symbols = [](const fs::path& path) {
    const fs::path list = path.string() + ".symbols";
    EXPECT_EQ(std::system(("nm -D --format=just-symbols '" + path.string() +
                           "' | sort >'" + list.string() + "'")
                              .c_str()),
              0);
    return read_file(list);
  };
  EXPECT_THAT(symbols(link), HasSubstr("_Z4fourv"));
  EXPECT_EQ(symbols(link), symbols(built.programs[0].path));
}

TEST_F(LinkPackTest, KeepsFixedLinks) {
  const Built built = build();
  const std::string& program = built.programs[0].path;
  const WantedLayouts wanted{{{program, {built.links, {}, ""}}}, 42, 0};
  const auto layouts = make_layouts(wanted, site_.cache, site_.environment);
  const auto of_two = [&](std::size_t block) {
    LayoutWish wish{block, block + 1};
    wish.layouts = 2;
    return layouts->layout(program, wish);
  };
  const Layout first = of_two(0);
  const Layout second = of_two(1);
  EXPECT_NE(first.name, second.name);
  EXPECT_EQ(of_two(2).program, first.program);
  // Blocks of others, with links of their own, take none of these away.
  EXPECT_NE(layouts->layout(program, {3}).program, second.program);
  EXPECT_NE(layouts->layout(program, {4}).program, second.program);
  EXPECT_EQ(of_two(3).program, second.program);
  EXPECT_EQ(status(first.program), 37);
}

TEST_F(LinkPackTest, RemovesLinksAndWhatAKilledProcessLeft) {
  const Built built = build();
  const std::string& program = built.programs[0].path;
  const WantedLayouts wanted{{{program, {built.links, {}, ""}}}, 42, 0};
  const fs::path abandoned = site_.cache / "fresh" / "abandoned";
  fs::create_directories(abandoned);
  write_file(abandoned / "lock", "");
  std::string link;
  {
    const auto layouts = make_layouts(wanted, site_.cache, site_.environment);
    link = layouts->layout(program, {0}).program;
    EXPECT_TRUE(fs::exists(link));
    EXPECT_FALSE(fs::exists(abandoned));
    // One that is at work is left alone.
    const auto others = make_layouts(wanted, site_.cache, site_.environment);
    (void)others->layout(program, {0});
    EXPECT_TRUE(fs::exists(link));
  }
  EXPECT_FALSE(fs::exists(link));
}

TEST_F(LinkPackTest, TellsThatLinksComeOutIdentical) {
  // A linker that puts sections where it likes.
  const auto mold = in_search_path("ld.mold", site_.environment);
  ASSERT_TRUE(mold);
  const fs::path tools = git_.around().path() / "tools";
  fs::create_directories(tools);
  write_file(tools / "ld.mold",
             "#!/bin/sh\nfor word; do\n  shift\n"
             "  case $word in --shuffle-sections*) ;;\n"
             "  *) set -- \"$@\" \"$word\" ;;\n  esac\ndone\n"
             "exec " +
                 mold->string() + " \"$@\"\n");
  fs::permissions(tools / "ld.mold", fs::perms::owner_all);
  site_.environment[0] = "PATH=" + tools.string() + ":" + std::getenv("PATH");
  EXPECT_EQ(build().links_problem,
            "comes out identical from all links; let its build find compilers "
            "in PATH, where spl-run adds -ffunction-sections");
}

TEST_F(LinkPackTest, TellsThatTheLinkerWasNotUsed) {
  write_make("", "-fuse-ld=bfd");
  EXPECT_THAT(build().links_problem,
              ::testing::MatchesRegex(
                  "was not linked by .*/ld\\.(mold|lld); let its build find "
                  "compilers in PATH, where spl-run adds the linker"));
}

TEST_F(LinkPackTest, TellsThatThereIsNoLinker) {
  const fs::path tools = git_.around().path() / "tools";
  fs::create_directories(tools);
  for (const char* name : {"sh", "g++", "ar", "as", "ld", "rm", "cat"}) {
    const auto path = in_search_path(name, site_.environment);
    ASSERT_TRUE(path) << name;
    fs::create_symlink(*path, tools / name);
  }
  site_.environment = {"PATH=" + tools.string()};
  write_make("", "");
  const Built built = build();
  EXPECT_EQ(built.failure, "");
  EXPECT_EQ(built.links_problem,
            "cannot be linked in another order: there is neither mold nor lld "
            "in PATH; install mold");
  EXPECT_EQ(status(built.programs.at(0).path), 37);
}

TEST_F(LinkPackTest, TellsWhyALinkFails) {
  const Built built = build();
  for (const auto& entry : fs::recursive_directory_iterator(built.links)) {
    if (entry.path().extension() == ".o") write_file(entry.path(), "x");
  }
  const WantedLayouts wanted{
      {{built.programs[0].path, {built.links, {}, ""}}}, 1, 0};
  const auto layouts = make_layouts(wanted, site_.cache, site_.environment);
  try {
    (void)layouts->layout(built.programs[0].path, {0});
    FAIL() << "linked";
  } catch (const LayoutError& error) {
    EXPECT_THAT(error.what(), HasSubstr(built.programs[0].path +
                                        " cannot be linked again: "));
    EXPECT_THAT(error.what(), HasSubstr("exited with status 1"));
  }
}

TEST_F(LinkPackTest, HasRoomInLogsForWhatIsSaidOfAFullDisk) {
  const fs::path log = git_.around().path() / "log";
  (void)run_tool({{"true"},
                  git_.path(),
                  site_.environment,
                  log,
                  std::chrono::minutes(1),
                  -1});
  struct stat facts {};
  ASSERT_EQ(stat(log.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_size, 0);
  EXPECT_GT(facts.st_blocks, 0);
}

// What mold says is read as well as what the system says.
TEST_F(LinkPackTest, TellsThatTheDiskIsFull) {
  const fs::path full = git_.around().path() / "full";
  write_file(full,
             "#!/bin/sh\necho 'mold: failed to write to an output file. Disk "
             "full?'; exit 1\n");
  fs::permissions(full, fs::perms::owner_all);
  const Built built = build();
  LinkPack links = read_link_pack(built.links);
  links.linker.path = full;
  const fs::path folder = git_.around().path() / "first";
  EXPECT_EQ(link_again(links, {built.links, folder, site_.environment},
                       built.links.parent_path(), 5),
            "the disk is full: cannot write below " + folder.string() +
                ": No space left on device; free some space, or keep fewer "
                "built programs with -s cache-limit=SIZE");
}

TEST_F(LinkPackTest, LinksNothingWhereLinksAreNotAskedFor) {
  site_.recipe.keeps_links = false;
  const Built built = build();
  EXPECT_EQ(built.links, fs::path());
  EXPECT_EQ(built.links_problem, "");
  EXPECT_FALSE(fs::exists(site_.cache / "linkers"));
}

TEST_F(LinkPackTest, LinksByLldToo) {
  if (!in_search_path("ld.lld", site_.environment)) {
    GTEST_SKIP() << "there is no lld";
  }
  const ShufflingLinker lld{"lld",
                            *in_search_path("ld.lld", site_.environment)};
  EXPECT_EQ(shuffle_option(lld, 7), "--shuffle-sections=.text*=7");
  EXPECT_EQ(shuffle_option({"mold", "/usr/bin/mold"}, 7),
            "--shuffle-sections=7");
  site_.recipe = with_linker(site_.recipe, site_.environment, site_.cache);
  site_.recipe.keeps_links = false;  // What follows stays as it is.
  site_.recipe.linker = lld;
  site_.recipe.linker_flags = recording_flags(lld, site_.cache);
  const Built built = build();
  EXPECT_EQ(built.failure, "");
  EXPECT_EQ(built.links_problem, "");
  EXPECT_NE(read_file(linked(built, 5, "first") / "program"),
            read_file(linked(built, 6, "other") / "program"));
  EXPECT_EQ(status(linked(built, 8, "third") / "program"), 37);
}

}  // namespace
}  // namespace spl::runner
