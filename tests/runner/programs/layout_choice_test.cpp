#include "runner/programs/layout_choice.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Key;

ProgramCatalogue programs(const std::vector<ProgramLinks>& links) {
  ProgramCatalogue result;
  for (const ProgramLinks& one : links) {
    const std::string path = "program" + std::to_string(result.programs.size());
    result.programs.push_back({path, {}, {}, one});
  }
  return result;
}

LayoutChoice choice(const std::vector<ProgramLinks>& links,
                    std::optional<std::size_t> wanted) {
  Settings settings;
  settings.layouts = wanted;
  return chosen_layouts(programs(links), settings, 7);
}

TEST(WantedLayouts, AreFreshOnesOfWhatCanBeLinked) {
  const auto two = choice({{"x", {}, ""}, {"y", {}, ""}}, std::nullopt);
  EXPECT_THAT(two.wanted.programs,
              ElementsAre(Key("program0"), Key("program1")));
  EXPECT_EQ(two.wanted.fixed, 0U);
  EXPECT_EQ(two.wanted.seed, 7U);
  EXPECT_THAT(two.warnings, IsEmpty());
}

TEST(WantedLayouts, AreFreshOnesOfASingleBuild) {
  const auto one = choice({{"x", {}, ""}}, std::nullopt);
  EXPECT_THAT(one.wanted.programs, ElementsAre(Key("program0")));
  EXPECT_EQ(one.wanted.fixed, 0U);
  EXPECT_THAT(one.warnings, IsEmpty());
  EXPECT_THAT(one.single, IsEmpty());
}

TEST(WantedLayouts, AreNoneWhereOneIsAskedFor) {
  const auto one =
      choice({{"x", {}, "bad"}, {"y", {}, ""}, {"", {"l", "m"}, ""}}, 1);
  EXPECT_THAT(one.wanted.programs, IsEmpty());
  EXPECT_THAT(one.warnings, IsEmpty());
  EXPECT_THAT(one.single, IsEmpty());
}

TEST(WantedLayouts, AreFixedOnesWhereTheyAreAskedFor) {
  const auto fixed = choice({{"x", {}, ""}}, 6);
  EXPECT_THAT(fixed.wanted.programs, ElementsAre(Key("program0")));
  EXPECT_EQ(fixed.wanted.fixed, 6U);
}

TEST(WantedLayouts, AreOfWhatCanBeLinked) {
  const auto some = choice(
      {{"x", {}, "@v1 comes out identical from all links"}, {"y", {}, ""}},
      std::nullopt);
  EXPECT_THAT(some.wanted.programs, ElementsAre(Key("program1")));
  EXPECT_THAT(
      some.warnings,
      ElementsAre(
          "@v1 comes out identical from all links, so that it is measured in "
          "one layout; a difference may come from layouts, not from sources"));
  EXPECT_THAT(some.single, ElementsAre("program0"));
}

TEST(WantedLayouts, AreOfAllAlikeWhereSomeAreGiven) {
  const auto both = choice({{"x", {}, ""}, {"", {"a", "b"}, ""}}, std::nullopt);
  EXPECT_THAT(both.wanted.programs,
              ElementsAre(Key("program0"), Key("program1")));
  EXPECT_EQ(both.wanted.fixed, 2U);
}

TEST(WantedLayouts, SaysOnceWhichProgramsHaveOne) {
  ProgramCatalogue all = programs({{}, {}, {"", {"a", "b"}, ""}, {}});
  std::vector<std::string> asked;
  add_recorded_links(all, {"program0", "program1", "program2"},
                     [&](const std::string& program) {
                       asked.push_back(program);
                       return ProgramLinks{{}, {}, "no " + program};
                     });
  EXPECT_THAT(asked, ElementsAre("program0", "program1"));
  Settings settings;
  settings.layouts = 5;
  const auto two = chosen_layouts(all, settings, 7);
  EXPECT_THAT(two.single, ElementsAre("program0", "program1"));
  EXPECT_THAT(
      two.warnings,
      ElementsAre(
          "program2 has 2 layouts, not 5; spl_layouts(TARGET N) in its "
          "CMakeLists.txt sets how many",
          "a difference may come from layouts, not from code: programs are "
          "measured in one layout (program0: no program0; program1: no "
          "program1); give -s layouts=1 if the question is about this layout"));
}

TEST(WantedLayouts, AreFreshOnesOfWhatWasRecorded) {
  ProgramCatalogue all = programs({{}, {"mine", {}, ""}});
  add_recorded_links(all, {"program0", "program1"}, [](const std::string&) {
    return ProgramLinks{"recorded", {}, ""};
  });
  EXPECT_EQ(all.programs[0].links.pack, "recorded");
  EXPECT_EQ(all.programs[1].links.pack, "mine");
  EXPECT_TRUE(all.programs[0].one_layout.empty());
}

TEST(WantedLayouts, AreTheGivenOnesOfAProgramThatHasThem) {
  const ProgramLinks three{"", {"a", "b", "c"}, ""};
  EXPECT_EQ(choice({three}, std::nullopt).wanted.fixed, 3U);
  EXPECT_EQ(choice({three}, 2).wanted.fixed, 2U);
  const auto more = choice({three}, 5);
  EXPECT_EQ(more.wanted.fixed, 3U);
  EXPECT_THAT(more.warnings,
              ElementsAre("program0 has 3 layouts, not 5; spl_layouts(TARGET "
                          "N) in its CMakeLists.txt sets how many"));
}

TEST(WantedLayouts, TellsWhereTheOptionHasNoEffect) {
  EXPECT_THAT(
      choice({{"", {}, ""}}, 5).warnings,
      ElementsAre("-s layouts=5 has no effect: spl-run links again what it "
                  "builds itself and what is linked to spl::workload; for "
                  "other programs there is spl_layouts(TARGET N) in CMake"));
}

TEST(WantedLayouts, AreTheBuildsOfWhatWasBuiltSeveralTimes) {
  Settings settings;
  settings.builds = 2;
  const auto some = chosen_layouts(
      programs({{"", {"a", "b"}, ""}, {"", {}, "@v1 comes out identical"}}),
      settings, 7);
  EXPECT_THAT(some.wanted.programs, ElementsAre(Key("program0")));
  EXPECT_EQ(some.wanted.fixed, 2U);
  EXPECT_THAT(
      some.warnings,
      ElementsAre(
          "@v1 comes out identical, so that it is measured in one build; a "
          "difference may come from layouts, not from sources"));
}

TEST(WantedLayouts, FindsGivenLinksBesideTheProgram) {
  const TemporaryFolder folder;
  const std::string program = folder.write("bin/program", "").string();
  const auto found = [&] { return given_links(program, own_rights()).paths; };
  EXPECT_THAT(found(), IsEmpty());
  const std::string link = folder.write("bin/layouts/1", "").string();
  folder.write("bin/program.layouts", "layouts/1\n");
  EXPECT_THAT(found(), ElementsAre(link));
  folder.write("bin/program.layouts", "layouts/1\nlayouts/2\n");
  try {
    (void)found();
    FAIL() << "a link that is not there was taken";
  } catch (const ProgramError& error) {
    EXPECT_EQ(std::string(error.what()),
              program + ".layouts names " +
                  (folder.path() / "bin/layouts/2").string() +
                  ", which is not there; is it built?");
  }
}

TEST(WantedLayouts, AreAtMostAThousand) {
  const TemporaryFolder folder;
  const std::string program = folder.write("program", "").string();
  std::string list;
  for (int i = 0; i < 1001; ++i) list += "program\n";
  folder.write("program.layouts", list);
  EXPECT_THAT(
      [&] { (void)given_links(program, own_rights()); },
      ::testing::ThrowsMessage<ProgramError>(
          program + ".layouts names more than 1000 links; build fewer"));
}

TEST(WantedLayouts, AreNoLinksThatAnotherUserCouldHaveWritten) {
  const TemporaryFolder folder;
  const auto program = folder.write("bin/program", "");
  const auto link = folder.write("bin/layouts/1", "");
  const auto list = folder.write("bin/program.layouts", "layouts/1\n");
  const auto found = [&] { return given_links(program, own_rights()); };
  const auto expect_ignored = [&](const std::string& why) {
    EXPECT_THAT(found().paths, IsEmpty());
    EXPECT_EQ(found().distrust,
              "another user could have written its layouts: " + why +
                  "; build it in a folder of your own");
  };
  const std::filesystem::path parent = list.parent_path();
  std::filesystem::permissions(parent, std::filesystem::perms(01777));
  expect_ignored(parent.string() +
                 " can be written by all users (chmod go-w '" +
                 parent.string() + "')");
  std::filesystem::permissions(parent, std::filesystem::perms(0755));
  EXPECT_EQ(found().distrust, "");
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  for (const auto& one : {list, link, link.parent_path()}) {
    ASSERT_EQ(chown(one.c_str(), 54321, 0), 0);
    expect_ignored(one.string() + " belongs to user 54321");
    ASSERT_EQ(chown(one.c_str(), 0, 0), 0);
  }
}

TEST(WantedLayouts, TellWhyLinksAreIgnoredUnlessOthersAreMade) {
  auto of = programs({{}});
  of.programs[0].one_layout = "its own are ignored";
  add_recorded_links(of, {of.programs[0].path}, [](const std::string&) {
    return ProgramLinks{{}, {}, "its link was not recorded"};
  });
  EXPECT_EQ(of.programs[0].one_layout, "its own are ignored");
  add_recorded_links(of, {of.programs[0].path}, [](const std::string&) {
    return ProgramLinks{"pack", {}, ""};
  });
  EXPECT_EQ(of.programs[0].one_layout, "");
}

}  // namespace
}  // namespace spl::runner
