// What reading formulas costs: parsing them against nlohmann::json::parse of
// the same formulas as an array of strings, and scanning C++ against
// `LC_ALL=C wc -w` of the same file; in turns.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "parser/cpp_scanner.hpp"
#include "parser/parser.hpp"
#include "laboratory/figure.hpp"

namespace {

constexpr int kRounds = 9;

template <typename Action>
double seconds(const Action& action) {
  const auto began = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began)
      .count();
}

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

/// Formulas of all kinds, of about 100 bytes.
std::vector<std::string> formulas(std::size_t count) {
  const char* kinds[] = {
      "for i in 10, 100, 500, 1000: linkedlist(i) > 1.05 * "
      "ArrayList.contains[randomSearch, factoryList](i)",
      "parse(n) + print(n) <= 1.1 * roundtrip(n) and 2 * sort(n * 10) - "
      "sort(n) <= 25 us + lookup@v1.2(n)",
      "for i in 1..1000 step *10, j in {1, 2, 3}: i < j => sort(i) <= sort(j) "
      "or not (copy(i) = move(j) within 5%)",
      "exists n in {100, 500, 1000, 5000, 10000}: rijndael(n) <= 0.9 * "
      "blowfish(n) && rijndael(n) <= 200 * copy(n)",
      "0.95 * std::lower_bound[sorted](n) < lib::find[sorted](n) < 1.05 * "
      "std::lower_bound[sorted](n)"};
  std::vector<std::string> result;
  for (std::size_t i = 0; i < count; ++i) {
    result.push_back("formula" + std::to_string(i) + ": " +
                     kinds[i % std::size(kinds)]);
  }
  return result;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

double parse_seconds(const std::string& text, std::size_t count) {
  std::size_t statements = 0;
  const double result = seconds([&] {
    const auto parsed = spl::parser::parse(text, spl::parser::TextKind::kFile);
    statements =
        parsed.problems.empty() ? parsed.document.statements.size() : 0;
  });
  require(statements == count, "a formula of the benchmark is wrong");
  return result;
}

bool compare_parsing() {
  constexpr std::size_t kCount = 10'000;
  const std::string text = joined(formulas(kCount));
  const std::string more = joined(formulas(10 * kCount));
  const std::string json = nlohmann::json(formulas(kCount)).dump();
  std::printf("%zu formulas have %zu bytes\n", kCount, text.size());
  std::vector<double> ratios;
  std::vector<double> growths;
  for (int round = 0; round < kRounds; ++round) {
    const double theirs = seconds([&] {
      require(nlohmann::json::parse(json).size() == kCount, "wrong JSON");
    });
    const double ours = parse_seconds(text, kCount);
    ratios.push_back(ours / theirs);
    growths.push_back(parse_seconds(more, 10 * kCount) / ours);
  }
  bool met = spl::bench::report("parse 10 000 formulas / nlohmann::json::parse",
                                spl::bench::median(ratios), 25);
  met &= spl::bench::report("parse 100 000 formulas / 10 000",
                            spl::bench::median(growths), 11);
  return met;
}

/// A source of classes, functions, comments and strings, with a formula in
/// each class.
std::string cpp_source(std::size_t size) {
  std::string source = "#include <vector>\n\n";
  for (int number = 0; source.size() < size; ++number) {
    const std::string name = "Container" + std::to_string(number);
    source +=
        "namespace library::detail {\n\n"
        "/// What a container of that kind does when somebody asks for more\n"
        "/// than it has; see the paper, section 3.\n"
        "template <class Value, class Allocator = std::allocator<Value>>\n"
        "class " +
        name +
        " final : public Base<Value> {\n public:\n"
        "  [[nodiscard, spl::expects(\"THIS(n) <= 1.1 * other(n)\")]]\n"
        "  const Value* find(const Value& value, int hint = -1) const {\n"
        "    for (std::size_t i = 0; i < values_.size(); ++i) {\n"
        "      if (values_[i] == value) return &values_[i];  // found\n"
        "    }\n"
        "    throw std::out_of_range(\"there is no such value in it: \" +\n"
        "                            to_text(value) + '\\n');\n"
        "  }\n\n"
        "  /* Not inline: the compiler should decide. */\n"
        "  void insert(Value value) { values_.push_back(std::move(value)); }\n"
        "\n private:\n"
        "#ifdef LIBRARY_CHECKS\n  std::size_t limit_ = 1'000'000;\n#endif\n"
        "  std::vector<Value, Allocator> values_{};\n};\n\n"
        "}  // namespace library::detail\n\n";
  }
  return source;
}

double count_words_seconds(const std::string& path) {
  std::string command[] = {"wc", "-w", path};
  char* arguments[] = {command[0].data(), command[1].data(), command[2].data(),
                       nullptr};
  return seconds([&] {
    pid_t child = 0;
    int status = 0;
    require(posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments,
                         environ) == 0 &&
                waitpid(child, &status, 0) == child && status == 0,
            "cannot run wc");
  });
}

bool compare_scanning() {
  constexpr std::size_t kSize = 25'000'000;
  const std::string source = cpp_source(kSize);
  char folder[] = "/tmp/spl-bench-XXXXXX";
  require(mkdtemp(folder) != nullptr, "cannot make a folder in /tmp");
  const std::string path = std::string(folder) + "/source.cpp";
  std::ofstream(path) << source;
  setenv("LC_ALL", "C", 1);
  // The words are counted into nowhere: standard output is for figures.
  std::fflush(stdout);
  const int out = dup(STDOUT_FILENO);
  require(std::freopen("/dev/null", "w", stdout) != nullptr, "no /dev/null");
  std::vector<double> ratios;
  std::size_t found = 0;
  for (int round = 0; round < kRounds; ++round) {
    const double theirs = count_words_seconds(path);
    const double ours = seconds([&] {
      std::ifstream stream(path, std::ios::binary);
      std::string text(kSize * 2, '\0');
      stream.read(text.data(), static_cast<std::streamsize>(text.size()));
      text.resize(static_cast<std::size_t>(stream.gcount()));
      found = spl::parser::scan(text).texts.size();
    });
    ratios.push_back(ours / theirs);
  }
  dup2(out, STDOUT_FILENO);
  std::remove(path.c_str());
  rmdir(folder);
  require(found > 10'000, "the scanner overlooks formulas");
  return spl::bench::report("scan 25 MB of C++ / LC_ALL=C wc -w",
                            spl::bench::median(ratios), 8);
}

}  // namespace

int main() {
  const bool parses = compare_parsing();
  return compare_scanning() && parses ? 0 : 1;
}
