// Reports of all formats on scripted observations, compared with the files in
// tests/runner/data/formats.
#include "runner/reports/formats.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/settings/output.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/files.hpp"
#include "tests/golden_file.hpp"
#include "tests/runner/golden_report.hpp"
#include "tests/runner/reports/means_world.hpp"
#include "tests/runner/sample_world.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::HasSubstr;

/// The words that ask for a format; the page of `document` has a command.
std::vector<std::string> asking_for(const std::string& format,
                                    const std::string& path,
                                    std::vector<std::string> arguments) {
  if (format == kDocumentFormat) {
    arguments.insert(arguments.begin(), {"document", path});
  } else {
    arguments.insert(arguments.end(), {"-o", format + ":" + path});
  }
  arguments.insert(arguments.end(), {"-p", "sample"});
  return arguments;
}

std::string written(const std::string& format,
                    const std::vector<std::string>& arguments) {
  SampleWorld world(kMeans);
  (void)world.run(asking_for(format, "-", arguments));
  return world.out;
}

TEST(Formats, HaveNoLineThatANameBegins) {
  Report report;
  parser::Diagnostic error;
  error.file = "a\nformula9: holds";
  error.line = error.column = 1;
  error.message = "there is only \"b\nformula9: holds\"";
  report.errors = {error};
  for (const Format& one : formats()) {
    const std::optional<std::string> text = one.write(report);
    EXPECT_TRUE(!text || text->find("\nformula9") == text->npos)
        << one.name << ": " << *text;
  }
}

class EveryFormat : public ::testing::TestWithParam<std::string> {
 protected:
  void expect_file(const std::string& name, const std::string& content) {
    expect_golden(
        std::string(SPL_TEST_DATA) + "/formats/" + GetParam() + '/' + name,
        content);
  }
};

TEST_P(EveryFormat, IsAsOnFile) {
  const std::string held = written(GetParam(), {"-e", "a(1) < b(1)"});
  if (GetParam() == "google-benchmark") {  // It has times alone.
    return expect_report("formats/google-benchmark/held", held);
  }
  expect_file("held", held);
  expect_file("formulas", written(GetParam(), kFormulas));
  expect_file("errors", written(GetParam(), {"-e", "a(1) <", "-e", "x < b"}));
}

TEST_P(EveryFormat, KnowsItsOwnFiles) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "report").string();
  SampleWorld world(kMeans);
  const std::vector<std::string> arguments =
      asking_for(GetParam(), path, kFormulas);
  EXPECT_EQ(world.run(arguments), 1);
  const std::string first = read_file(path);
  EXPECT_NE(first, "");
  EXPECT_EQ(world.run(arguments), 1) << world.err;
  folder.write("report", "mine\n");
  EXPECT_EQ(world.run(arguments), 2);
  EXPECT_THAT(world.err, HasSubstr(path + ": this file holds something else; "
                                          "remove it, or name another"));
  EXPECT_EQ(read_file(path), "mine\n");
}

TEST(Formats, KnowNoFilesOfOthersThatLookAlike) {
  const TemporaryFolder folder;
  for (const auto& [kind, text] :
       {std::pair("json", R"({"schema": "app", "version": "1.2"})"),
        std::pair("json", R"({"version": "1.2", "schema": 1})"),
        std::pair("github", "::error in my notes\n")}) {
    const std::string path = folder.write("file", text).string();
    SampleWorld world(kMeans);
    EXPECT_EQ(world.run(asking_for(kind, path, kFormulas)), 2) << text;
    EXPECT_EQ(read_file(path), text);
  }
}

std::vector<std::string> of_formulas() {
  std::vector<std::string> result;
  for (const Format& one : formats()) {
    // Tables are about times, and report_test.cpp has JSON.
    const bool is_tested_elsewhere =
        one.name == "csv" || one.name == "html" || one.name == "json";
    if (is_tested_elsewhere) continue;
    result.emplace_back(one.name);
  }
  return result;
}

INSTANTIATE_TEST_SUITE_P(Formats, EveryFormat,
                         ::testing::ValuesIn(of_formulas()),
                         [](const auto& format) {
                           std::string name = format.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(Formats, AreThoseOfOutputs) {
  EXPECT_EQ(formats().size(), output_formats().size() + 1);  // And a document.
  for (const Format& one : formats()) {
    if (one.name == kDocumentFormat) continue;
    ASSERT_NE(find_format(one.name), nullptr) << one.name;
    EXPECT_EQ(parse_output(std::string(one.name) + ":a.txt"),
              (Output{std::string(one.name), "a.txt"}));
  }
}

TEST(Formats, AreToldByTheNamesOfFiles) {
  const std::pair<const char*, Output> rows[] = {
      {"out/report.html", {"html", "out/report.html"}},
      {"report.json", {"json", "report.json"}},
      {"summary.md", {"markdown", "summary.md"}},
      {"times.csv", {"csv", "times.csv"}},
      {"junit.xml", {"junit", "junit.xml"}},
      {"github", {"github", "-"}},
      {"x/google-benchmark.json",
       {"google-benchmark", "x/google-benchmark.json"}},
      {"json:-", {"json", "-"}},
      {"c:/x.md", {"markdown", "c:/x.md"}}};
  for (const auto& [text, output] : rows) {
    EXPECT_EQ(parse_output(text), output) << text;
  }
  for (const char* text : {"report", "-", "json:", "html"}) {
    EXPECT_THROW((void)parse_output(text), SettingError) << text;
  }
}

}  // namespace
}  // namespace spl::runner
