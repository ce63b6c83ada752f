#include "runner/store/exchange.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "runner/store/accepted.hpp"
#include "runner/store/experiment_writer.hpp"
#include "runner/store/opening.hpp"
#include "runner/store/schema.hpp"
#include "runner/system/files.hpp"
#include "tests/runner/store/sample_experiment.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using Access = Database::Access;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kSome(40, 'a');
const std::string kOtherCommit(40, 'b');

class ExchangeTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::unique_ptr<Database> store(const std::string& name) const {
    std::vector<std::string> warnings;
    return open_store({folder_.path() / name, true}, "", warnings);
  }
  [[nodiscard]] fs::path file(const std::string& name) const {
    return folder_.path() / name;
  }

  TemporaryFolder folder_;
};

TEST_F(ExchangeTest, AddsWhatIsMissingAndTwiceNothing) {
  const auto ours = store("ours");
  const auto theirs = store("theirs");
  keep_sample(*ours, 1, 2);
  keep_sample(*theirs, 2, 3);
  const Imported first = import_store(*ours, file("theirs"));
  EXPECT_EQ(first.experiments, 1);
  EXPECT_EQ(first.runs, 6);
  const auto before = contents(*ours);
  const Imported second = import_store(*ours, file("theirs"));
  EXPECT_EQ(second.experiments, 0);
  EXPECT_EQ(second.runs, 0);
  EXPECT_EQ(contents(*ours), before);
}

TEST_F(ExchangeTest, AddsTheRestOfAnExperimentThatWasUnderWay) {
  const auto ours = store("ours");
  const auto theirs = store("theirs");
  ExperimentWriter writer(*theirs, experiment_on(1));
  const auto series = sample_series();
  writer.keep(series, {run_of(0, 0)});
  EXPECT_EQ(import_store(*ours, file("theirs")).runs, 1);
  writer.keep(series, {run_of(0, 1), run_of(1, 1)});
  writer.keep({sample_formula()}, {});
  EXPECT_EQ(import_store(*ours, file("theirs")).runs, 2);
  EXPECT_EQ(contents(*ours), contents(*theirs));
}

TEST_F(ExchangeTest, AddsNothingToAnExperimentThatHasEndedHere) {
  const auto ours = store("ours");
  const auto theirs = store("theirs");
  keep_sample(*ours, 1, 2);
  const auto before = contents(*ours);
  import_store(*theirs, file("ours"));
  theirs->execute(
      "INSERT INTO run SELECT series, kind, block + 1, position, seed, "
      "environment_size, layout, iterations, warmup, net, kept, seconds, "
      "warmup_seconds, counted_seconds, first_call, count, mean, trimmed, "
      "median, deviation, observations, failure FROM run WHERE block = 1; "
      "INSERT INTO formula SELECT NULL, experiment, number + 1, label, file, "
      "line, text, 'violated' FROM formula");
  EXPECT_EQ(import_store(*ours, file("theirs")).runs, 0);
  EXPECT_EQ(contents(*ours), before);
}

TEST_F(ExchangeTest, TakesNoOtherNameForWhatIsMeasuredHere) {
  const auto ours = store("ours");
  for (const char* change :
       {"UPDATE performance SET text = 'x(1)' WHERE text = 'a(10)'",
        "UPDATE build SET compiler = 'x'", "UPDATE build SET optimized = 0",
        "UPDATE host SET name = 'x'", "UPDATE host SET processors = 77"}) {
    fs::remove(file("theirs"));
    {
      const auto theirs = store("theirs");
      keep_sample(*theirs, 1, 1);
      theirs->execute(change);
    }
    try {
      (void)import_store(*ours, file("theirs"));
      ADD_FAILURE() << change;
    } catch (const DatabaseError& error) {
      EXPECT_THAT(error.what(), HasSubstr(file("theirs").string() +
                                          " has the UUID of something else "
                                          "beside "))
          << change;
    }
    EXPECT_EQ(ours->integer("SELECT count(*) FROM host"), 0);
  }
}

TEST_F(ExchangeTest, AddsAcceptedChangesOnce) {
  const AcceptedChange both{kSome, "parse", "checks more", "2026-01-01"};
  const AcceptedChange other{kOtherCommit, "print", "adds colours",
                             "2026-01-02"};
  const auto ours = store("ours");
  const auto theirs = store("theirs");
  accept(*ours, both);
  accept(*theirs, both);
  accept(*theirs, other);
  EXPECT_EQ(import_store(*ours, file("theirs")).accepted, 1);
  EXPECT_EQ(import_store(*ours, file("theirs")).accepted, 0);
  EXPECT_THAT(accepted_changes(*ours), ::testing::ElementsAre(both, other));
  EXPECT_EQ(contents(*ours), contents(*theirs));
}

TEST_F(ExchangeTest, MakesEqualStoresInWhateverOrder) {
  const char* const names[] = {"one", "two", "three"};
  int day = 1;
  for (const char* name : names) {
    const auto made = store(name);
    for (int i = 0; i < 2; ++i) keep_sample(*made, day++, 2);
  }
  // Each store has a part of another one, too.
  import_store(*store("three"), file("one"));
  std::vector<int> order{0, 1, 2};
  std::vector<std::string> first;
  do {
    const std::string name =
        "merged" + std::to_string(order[0]) + std::to_string(order[1]);
    const auto merged = store(name);
    for (const int i : order) import_store(*merged, file(names[i]));
    const auto now = contents(*merged);
    if (first.empty()) first = now;
    EXPECT_EQ(now, first) << name;
  } while (std::next_permutation(order.begin(), order.end()));
  // 6 experiments of 2 blocks of 2 runs.
  EXPECT_EQ(std::ranges::count_if(
                first, [](const auto& row) { return row.starts_with("run|"); }),
            24);
}

TEST_F(ExchangeTest, ImportsNothingOfAStoreWithAView) {
  const auto ours = store("ours");
  {
    const auto theirs = store("theirs");
    keep_sample(*theirs, 1, 1);
    theirs->execute(
        "PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; "
        "ALTER TABLE experiment RENAME TO real; "
        "CREATE VIEW experiment AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL "
        "SELECT n + 1 FROM c) SELECT n AS id, randomblob(16) AS uuid, "
        "'x' AS begun, 'v' AS version, 1 AS seed FROM c");
  }
  EXPECT_THROW((void)import_store(*ours, file("theirs")), SchemaError);
  EXPECT_EQ(ours->integer("SELECT count(*) FROM experiment"), 0);
}

TEST_F(ExchangeTest, ExportsAFileOfItsOwn) {
  const auto ours = store("ours");
  keep_sample(*ours, 1, 2);
  export_store(*ours, file("exported"));
  EXPECT_EQ(contents(*open_existing_store(file("exported"), Access::kRead)),
            contents(*ours));
  EXPECT_FALSE(fs::exists(file("exported-wal")));
  keep_sample(*ours, 2, 2);
  export_store(*ours, file("exported"));
  EXPECT_EQ(contents(*open_existing_store(file("exported"), Access::kRead)),
            contents(*ours));
}

TEST_F(ExchangeTest, ReplacesNoOtherFileByAnExport) {
  const auto ours = store("ours");
  const auto report = folder_.write("report.json", std::string(1000, 'x'));
  EXPECT_THROW(export_store(*ours, report), DatabaseError);
  EXPECT_EQ(read_file(report), std::string(1000, 'x'));
}

TEST_F(ExchangeTest, WritesNothingIntoWhatIsImported) {
  const auto ours = store("ours");
  const auto theirs = store("theirs");
  keep_sample(*theirs, 2, 3);
  // As a process leaves it that was killed; the name would mean other things in
  // an address.
  const fs::path left = file("100%?mode=rwc#'left");
  for (const char* part : {"", "-wal"}) {
    fs::copy_file(theirs->file().string() + part, left.string() + part);
  }
  const std::string before = read_file(left);
  const std::string log = read_file(left.string() + "-wal");
  ASSERT_FALSE(log.empty());
  EXPECT_EQ(import_store(*ours, left).runs, 6);
  EXPECT_TRUE(read_file(left) == before);
  EXPECT_TRUE(read_file(left.string() + "-wal") == log);
}

TEST_F(ExchangeTest, NamesAJournalThatKeepsAStoreFromBeingRead) {
  const auto ours = store("ours");
  keep_sample(*open_store_alone(file("theirs")), 2, 3);
  const std::string journal =
      folder_.write("theirs-journal", std::string(5000, 'x'));
  try {
    (void)import_store(*ours, file("theirs"));
    ADD_FAILURE();
  } catch (const DatabaseError& error) {
    EXPECT_EQ(error.what(),
              file("theirs").string() + " cannot be read alone: " + journal +
                  " is of a change that did not end, or no journal; measure "
                  "with that store once, which takes the change back, or "
                  "remove the journal");
  }
}

// A repository may have a log at a place where stores are exported.
TEST_F(ExchangeTest, ExportsNothingThatWouldBeReadWithALogOfOthers) {
  const auto ours = store("ours");
  for (const char* part : {"-wal", "-journal", "-shm"}) {
    const std::string beside = folder_.write(std::string("out") + part, "x");
    try {
      export_store(*ours, file("out"));
      ADD_FAILURE() << part;
    } catch (const FileError& error) {
      EXPECT_EQ(error.what(),
                beside +
                    " would be read with what is exported; remove it, or "
                    "name another place");
    }
    EXPECT_FALSE(fs::exists(file("out")));
    fs::remove(beside);
  }
}

TEST_F(ExchangeTest, LeavesNothingBesideWhatIsImported) {
  const auto ours = store("ours");
  keep_sample(*store("theirs"), 2, 3);
  fs::create_directory(file("elsewhere"));
  const fs::path copy = file("elsewhere") / "copy.db";
  fs::copy_file(file("theirs"), copy);
  EXPECT_EQ(import_store(*ours, copy).runs, 6);
  const fs::directory_iterator all(file("elsewhere"));
  EXPECT_EQ(std::distance(begin(all), end(all)), 1);
}

TEST_F(ExchangeTest, ImportsNothingOfADamagedOrForeignFile) {
  const auto ours = store("ours");
  keep_sample(*ours, 1, 2);
  const auto before = contents(*ours);
  keep_sample(*store("theirs"), 2, 50);
  {
    std::fstream damaged(file("theirs"),
                         std::ios::in | std::ios::out | std::ios::binary);
    damaged.seekp(16384);
    damaged << std::string(4096, 'x');
  }
  try {
    (void)import_store(*ours, file("theirs"));
    ADD_FAILURE() << "nothing was thrown";
  } catch (const DatabaseError& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr(file("theirs").string() + " is damaged: "),
                      HasSubstr("Page"), Not(HasSubstr("***"))));
  }
  Database(file("foreign"), Access::kCreate).execute("CREATE TABLE t (a)");
  EXPECT_THROW(import_store(*ours, file("foreign")), SchemaError);
  try {
    (void)import_store(*ours, file("none"));
    ADD_FAILURE() << "nothing was thrown";
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(), "there is no store " + file("none").string() +
                                " to import; history export PATH writes one");
  }
  EXPECT_EQ(contents(*ours), before);
}

}  // namespace
}  // namespace spl::runner
