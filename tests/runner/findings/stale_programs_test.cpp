#include "runner/findings/stale_programs.hpp"

#include <gmock/gmock.h>

#include <chrono>

#include "tests/runner/ninja_log_content.hpp"
#include "tests/runner/sample_report.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const logic::Performance kBuilt{"sort", "", "", "", {}};

class StalePrograms : public ::testing::Test {
 protected:
  /// The file's path; it was written so many seconds after the program.
  std::string write(const std::string& name, int seconds) {
    const fs::path path = folder_.write(name, "text");
    fs::last_write_time(path, time_ + std::chrono::seconds(seconds));
    return path.string();
  }

  /// sort, and its generator, registered there.
  void register_at(const std::string& sort, const std::string& generator) {
    catalogue_.programs = {{program_, {}, {}}};
    catalogue_.catalogue.entries = {
        {logic::Entry::Kind::kMethod, "sort", {}, "", {}, program_, sort},
        {logic::Entry::Kind::kGenerator, "g", {}, "", {}, program_, generator}};
  }

  std::vector<std::string> warnings() const {
    return to_texts(
        stale_programs({{"sort", "g", "", "", {}}}, catalogue_, report_));
  }

  [[nodiscard]] std::string older_than(const std::string& sources) const {
    return program_ + " is older than " + sources +
           ": old code may be measured; build the program again";
  }

  static std::string near(const std::string& path) {
    return fs::proximate(path).string();
  }

  TemporaryFolder folder_;
  fs::file_time_type time_ = fs::file_time_type::clock::now();
  std::string program_ = write("build/bin/program", 0);
  ProgramCatalogue catalogue_;
  Report report_;
};

TEST_F(StalePrograms, AreOlderThanWhatRegistersTheirWorkloads) {
  const std::string sort = write("src/sort.cpp", 1);
  write("src/draw.cpp", -1);
  register_at(sort + ":7", "../src/draw.cpp:3");
  EXPECT_THAT(warnings(), ElementsAre(older_than(near(sort))));
  const std::string draw = write("src/draw.cpp", 1);
  EXPECT_THAT(warnings(),
              ElementsAre(older_than(near(draw) + " and 1 other source")));
  const Warnings of_one = stale_programs({kBuilt}, catalogue_, report_);
  EXPECT_THAT(to_texts(of_one), ElementsAre(older_than(near(sort))));
  EXPECT_TRUE(of_one[0].rest.starts_with(" is older than "));
  write("src/sort.cpp", 0);
  write("src/draw.cpp", 0);
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(StalePrograms, AreOlderThanAHeaderThatTheirBuildNoted) {
  register_at("sort.cpp:7", "draw.cpp:3");
  std::string record;
  for (const std::string& word :
       {std::string("ld"), (folder_.path() / "build").string(),
        std::string("sort.o")}) {
    record += word + '\0';
  }
  folder_.write("build/bin/program.link/record", record);
  folder_.write("build/.ninja_deps", ninja_log({{"sort.o", {"../sort.hpp"}}}));
  const std::string header = write("sort.hpp", 1);
  EXPECT_THAT(warnings(), ElementsAre(older_than(near(header))));
  write("sort.hpp", 0);
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(StalePrograms, AreNotKnownWhereSourcesAreNot) {
  register_at("/no/such/sort.cpp:7", "draw.cpp:3");
  EXPECT_THAT(warnings(), IsEmpty());
  register_at(write("src/sort.cpp", 1) + ":7", "draw.cpp:3");
  fs::remove(program_);
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(StalePrograms, AreNoneThatWereBuiltForThis) {
  register_at(write("src/sort.cpp", 1) + ":7", "draw.cpp:3");
  report_.revisions.emplace_back();
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(StalePrograms, AreOlderThanTheFunctionThatAFormulaIsAbout) {
  register_at("sort.cpp:7", "draw.cpp:3");
  report_.outcome = outcome_of({FormulaReport()});
  FormulaReport& formula = formulas_in(report_).front();
  formula.file = write("src/sort.hpp", 1);
  formula.written = "THIS(10) <= 5 us";
  formula.relations.emplace_back().performances = {kBuilt};
  EXPECT_THAT(warnings(), ElementsAre(older_than(near(formula.file))));
  formula.written.clear();
  EXPECT_THAT(warnings(), IsEmpty());
  formula.written = "THIS(10) <= 5 us";
  formula.file = write("src/sort.hpp", -1);
  EXPECT_THAT(warnings(), IsEmpty());
}

}  // namespace
}  // namespace spl::runner
