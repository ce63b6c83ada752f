#include "runner/builds/compiler_call.hpp"

#include <limits.h>

#include <algorithm>

#include "runner/builds/compiler_wrappers.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/text_file.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

/// What make prints: "make[1]: Entering directory '/tmp/build'".
constexpr std::string_view kEnters = ": Entering directory '";
constexpr std::string_view kLeaves = ": Leaving directory '";

bool is_end(const std::string& word) {
  return word == "&&" || word == "||" || word == ";" || word == "|";
}

bool is_compiler_with_path(const std::string& word) {
  return word.starts_with('/') &&
         is_compiler_name(fs::path(word).filename().string());
}

/// Returns the calls of a line, each a compiler with its arguments.
std::vector<Words> calls_of(const std::string& line) {
  Words words;
  try {
    words = command_words(line);
  } catch (const WordError&) {
    return {};  // Text that is no command.
  }
  std::vector<Words> result;
  const auto next = [&](auto at) {
    return std::find_if(at, words.end(), is_compiler_with_path);
  };
  for (auto at = next(words.begin()); at != words.end();) {
    const auto end = std::find_if(at, words.end(), is_end);
    result.emplace_back(at, end);
    at = next(end);
  }
  return result;
}

}  // namespace

void read_printed_calls(std::string_view log, const fs::path& build,
                        const OnCall& on_call) {
  std::vector<fs::path> folders{build};
  for (std::size_t at = 0, end = 0; at < log.size(); at = end + 1) {
    end = std::min(log.find('\n', at), log.size());
    const std::string line(log.substr(at, end - at));
    if (const auto enters = line.find(kEnters); enters != line.npos) {
      const std::size_t begin = enters + kEnters.size();
      folders.emplace_back(
          line.substr(begin, line.rfind('\'') - begin).substr(0, PATH_MAX));
    } else if (line.find(kLeaves) != line.npos && folders.size() > 1) {
      folders.pop_back();
    } else if (line.find('/') != line.npos) {
      for (const Words& words : calls_of(line)) {
        const CompilerCall call = compiler_call(words);
        // A line may name many sources in a long folder.
        if (call.sources.size() > kMostText / PATH_MAX) continue;
        on_call(call, folders.back());
      }
    }
  }
}

}  // namespace spl::runner
