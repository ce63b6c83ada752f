// Any bytes as names, messages and formulas of others, through every report and
// every message: none commands what shows a log or a terminal, or is a line of
// its own that looks like one of a report.
#include <sys/mman.h>
#include <unistd.h>

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "tests/fuzz/application.hpp"
#include "tests/fuzz/places.hpp"
#include "tests/fuzz/require.hpp"

namespace {

using nlohmann::json;

/// An empty folder to work in while it lives: what lies around the fuzzer, as a
/// repository and its objects, would be looked at in each run. libFuzzer's own
/// paths are relative, so that it needs its folder back.
class EmptyFolder {
 public:
  EmptyFolder() {
    static const Place place;
    std::filesystem::current_path(place.path);
  }
  ~EmptyFolder() { std::filesystem::current_path(before_); }
  EmptyFolder(const EmptyFolder&) = delete;
  EmptyFolder& operator=(const EmptyFolder&) = delete;

 private:
  struct Place {
    Place() {
      std::string name =
          std::filesystem::temp_directory_path() / "spl texts XXXXXX";
      require(mkdtemp(name.data()) != nullptr, "there is no folder");
      path = name;
    }
    ~Place() {
      std::error_code error;
      std::filesystem::remove_all(path, error);
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    std::filesystem::path path;
  };

  std::filesystem::path before_ = std::filesystem::current_path();
};

bool is_space(char c) {
  return c == ' ' || c == '\t' || static_cast<unsigned char>(c) >= 0x80;
}

/// Whether a viewer of logs would take a part of the line as a command.
bool is_command(std::string_view line) {
  std::size_t begin = 0;
  while (begin < line.size() && is_space(line[begin])) ++begin;
  if (line.substr(begin).starts_with("::") ||
      line.find("<CTest") != line.npos || line.find("<Dart") != line.npos) {
    return true;
  }
  for (std::size_t at = line.find("##"); at != line.npos;
       at = line.find("##", at + 1)) {
    std::size_t end = at + 2;
    while (end < line.size() &&
           std::isalnum(static_cast<unsigned char>(line[end])) != 0) {
      ++end;
    }
    if (end < line.size() && line[end] == '[') return true;
  }
  return false;
}

enum class Kind { kLines, kPage, kAnnotations };

void check(const std::string& output, Kind kind) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const bool is_ours =
        kind == Kind::kAnnotations &&
        (line.starts_with("::error ") || line.starts_with("::warning "));
    require(is_ours || !is_command(line), "a command of a log");
    for (const char c : line) {
      require(static_cast<unsigned char>(c) >= ' ' || c == '\t',
              "a control character");
    }
    // Pages have texts in blocks of their own.
    require(kind != Kind::kLines || !line.starts_with("formula9: holds"),
            "a line of another report");
  }
}

void run(const std::vector<std::string>& arguments, Kind kind = Kind::kPage) {
  const Printed all = printed(arguments);
  check(all.out, Kind::kLines);
  check(all.err, Kind::kLines);
  check(all.report, kind);
}

/// Through every report, and none.
void through_reports(std::vector<std::string> arguments) {
  run(arguments);
  for (const char* format : {"json", "html", "csv", "markdown", "junit",
                             "github", "google-benchmark"}) {
    const std::string output(format);
    arguments.insert(arguments.end(), {"-o", output + ":-"});
    run(arguments, output == "github" ? Kind::kAnnotations : Kind::kPage);
    arguments.resize(arguments.size() - 2);
  }
}

std::string text_of(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

// Two texts, with a zero byte between them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\0');
  const std::string one = text.substr(0, end);
  const std::string two = end == text.npos ? one : text.substr(end + 1);
  const MemoryFile timed(
      text_of({{"results",
                {{{"command", one}, {"times", {1, 2, 3}}},
                 {{"command", two}, {"times", {1, 2, 4}}}}}}));
  const MemoryFile failed(text_of({{"benchmarks",
                                    {{{"name", "a"},
                                      {"run_name", "a"},
                                      {"run_type", "iteration"},
                                      {"iterations", 1},
                                      {"real_time", 1},
                                      {"cpu_time", 1},
                                      {"time_unit", "ns"},
                                      {"error_occurred", true},
                                      {"error_message", two}}}}}));
  const MemoryFile formula(one);
  const EmptyFolder folder;
  run({"--data", timed.name(), "list"});
  through_reports({"--data", timed.name(), "-e", "\"" + one + "\"() <= 1 ms"});
  through_reports(
      {"--data", timed.name(), "-e", one + ": \"" + two + "\"() < 1 ms"});
  through_reports({"--data", failed.name(), "-e", "a() <= 1 ms"});
  through_reports({"--data", timed.name(), formula.name()});
  run({"check", "--offline", "-e", one});
  if (!two.empty() && two.size() < 200 && two.find('/') == two.npos &&
      two.find('\0') == two.npos && two != "." && two != "..") {
    std::ofstream(two) << std::ifstream(timed.name()).rdbuf();
    through_reports({"--data", two, "-e", "\"" + one + "\"() <= 1 ms"});
    std::filesystem::remove(two);
  }
  std::error_code error;
  if (std::filesystem::is_directory(one, error)) return 0;  // "/" has no end.
  run({"check", "--offline", one});
  run({"--data", one, "-e", "a() <= 1 ms"});
  return 0;
}
