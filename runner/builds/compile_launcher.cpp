#include "runner/builds/compile_launcher.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <stdexcept>

#include "runner/builds/compiled_files.hpp"
#include "runner/builds/compiler_wrappers.hpp"
#include "runner/layouts/response_file.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/descriptor.hpp"
#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"
#include "runner/system/new_file.hpp"
#include "runner/system/process.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

/// Adds the compiler and what the dependencies name to the files that the build
/// read. Throws FileError.
void record_reads(const fs::path& compiler, const std::string& dependencies,
                  const fs::path& reads) {
  std::error_code error;
  std::string text = compiler.string() + '\0';
  if (!dependencies.empty() && fs::exists(dependencies, error)) {
    for (const fs::path& path :
         prerequisites(read_file(dependencies), fs::current_path())) {
      text += path.string() + '\0';
    }
  }
  const fs::path list = reads / "files";
  const Descriptor file(open_to_append(list));
  // Written at once, so that the paths of several compilers do not mix.
  const ssize_t size =
      file.number() < 0 ? -1 : ::write(file.number(), text.data(), text.size());
  if (size != static_cast<ssize_t>(text.size())) {
    throw FileError(disk_error("write", list, size < 0 ? errno : ENOSPC));
  }
}

/// Returns the words that make an object, if possible of an earlier build.
std::vector<std::string> making_object(const std::vector<std::string>& words,
                                       const CompilerCall& call,
                                       const fs::path& reads) {
  const auto objects = variable(kObjects);
  if (!objects) return words;
  return through_ccache(words, call, {*objects, reads}).value_or(words);
}

/// Returns the file that -MF names in any command.
std::string dependencies_of(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "-MF") return words[i + 1];
  }
  return "";
}

/// Returns whether this is a check of the compiler by CMake or Meson, whose
/// folder has a random name, or by a script that Autoconf made: its objects are
/// never asked for again, or faster made than found.
bool is_configuring(const CompilerCall& call) {
  const std::string folder = fs::current_path().string();
  const auto is_check = [](const std::string& source) {
    return fs::path(source).filename().string().starts_with("conftest.") ||
           source.find("/meson-private/") != std::string::npos;
  };
  return folder.find("/CMakeFiles/CMakeScratch/") != std::string::npos ||
         folder.find("/CMakeFiles/CMakeTmp") != std::string::npos ||
         folder.find("/meson-private/") != std::string::npos ||
         std::ranges::any_of(call.sources, is_check);
}

/// Returns the words with the flags of a file before the arguments.
std::vector<std::string> with_flags(std::vector<std::string> words,
                                    const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return words;
  const std::vector<std::string> flags = command_words(read_file(file));
  words.insert(words.begin() + 1, flags.begin(), flags.end());
  return words;
}

/// Links with the flags of the linker or, where they are of no use, without: a
/// build is no worse off for them.
int link(const std::vector<std::string>& words, const CompilerCall& call,
         const fs::path& flags) {
  const std::vector<std::string> flagged = with_flags(words, flags);
  if (flagged == words || call.is_partial || call.reads_input) {
    return execute_here(words);
  }
  const Printed done = printed(flagged);
  if (!succeeded(done.ending)) return execute_here(words);
  std::cerr << done.text << std::flush;
  return 0;
}

/// Returns the words with the compiler itself in place of its wrapper.
std::vector<std::string> without_wrapper(std::vector<std::string> words,
                                         const fs::path& wrappers) {
  const fs::path compiler = words.front();
  if (compiler.parent_path() == wrappers) {
    const auto real =
        in_search_path(compiler.filename().string(), own_environment());
    if (real) words.front() = fs::absolute(*real).string();
  }
  return words;
}

/// Returns the command for each of several sources that it compiles, since an
/// object of an earlier build is known by one.
std::vector<std::vector<std::string>> by_source(
    const std::vector<std::string>& words, const CompilerCall& call) {
  const bool are_given =
      std::ranges::all_of(call.sources, [&](const auto& source) {
        return std::ranges::count(words, source) == 1;
      });
  if (call.sources.size() < 2 || !call.output.empty() || !are_given ||
      !dependencies_of(words).empty()) {
    return {words};
  }
  std::vector<std::vector<std::string>> result;
  for (const std::string& source : call.sources) {
    result.push_back(words);
    std::erase_if(result.back(), [&](const std::string& word) {
      return word != source &&
             std::ranges::find(call.sources, word) != call.sources.end();
    });
  }
  return result;
}

/// Returns the call with the words of its files of words.
CompilerCall call_of(const std::vector<std::string>& words) {
  std::vector<std::string> all;
  try {
    for (const std::string& word : words) append_words(word, all);
  } catch (const std::runtime_error&) {
    return compiler_call(words);
  }
  return compiler_call(all);
}

}  // namespace

int compile(const std::vector<std::string>& given) {
  const auto reads = variable(kReads);
  if (!reads) return execute_here(given);
  const fs::path folder = *reads;
  const fs::path build_slot = folder.parent_path();
  leave_wrappers(build_slot / kCompilers);
  const auto plain = without_wrapper(given, build_slot / kCompilers);
  const CompilerCall call = call_of(plain);
  if (call.makes == CompilerCall::Makes::kNothing) return execute_here(plain);
  try {
    const bool compiles = !call.sources.empty() || call.reads_input;
    const std::vector<std::string> words =
        compiles ? with_flags(plain, folder / kCompilerFlags) : plain;
    const bool is_check = is_configuring(call);
    const bool links = call.makes == CompilerCall::Makes::kLinked;
    const auto compiler = in_search_path(words.front(), own_environment());
    int result = 0;
    const auto execute = [&](const std::vector<std::string>& executed) {
      const int ending = links ? link(executed, call, folder / kLinkerFlags)
                               : execute_here(executed);
      if (ending != 0) result = ending;
      record_reads(compiler ? fs::absolute(*compiler) : fs::path(),
                   dependencies_of(executed), folder);
    };
    if (links || is_check) {
      execute(words);
    } else {
      for (const auto& part : by_source(words, call)) {
        execute(making_object(part, call_of(part), folder));
      }
    }
    if (result == 0 && !is_check) {
      note_compiled(call, fs::current_path(), build_slot, folder / kCode);
    }
    return result;
  } catch (const FileError& error) {
    // Without the list nobody would know when the program is out of date.
    std::cerr << "spl-run: error: " << error.what() << '\n';
    return 1;
  }
}

}  // namespace spl::runner
