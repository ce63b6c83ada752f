#include "runner/formulas/misplaced.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "runner/formulas/misspelt.hpp"
#include "runner/settings/plain_error.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

bool exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool is_program(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return false;
  std::string begin(4, '\0');
  regular_file(path).read(begin.data(), 4);
  return begin ==
         "\x7f"
         "ELF";
}

void require_file(const std::string& file) {
  if (is_program(file)) {
    throw PlainError(
        fmt::format("{} is a program: spl-run times -p {} lists what it holds",
                    file, file));
  }
  const bool is_word = file.find_first_of("./:@ ") == std::string::npos;
  if (!is_word || exists(file)) return;
  const std::string meant = command_meant(file);
  throw PlainError(
      fmt::format("there is neither a command nor a file \"{}\"{}", file,
                  meant.empty() ? "; spl-run --help shows the commands"
                                : "; did you mean " + meant + "?"));
}

}  // namespace

void require_project_file(const CommandLine& line) {
  const std::string& name = line.config;
  if (name.find('=') == std::string::npos || exists(name)) return;
  throw PlainError(
      fmt::format("-c names the project file; a setting is -s {}", name));
}

void require_understood(const CommandLine& line) {
  for (const std::string& file : line.files) require_file(file);
  for (const Assignment& one : line.assignments) {
    const bool is_file = one.option == "filter" &&
                         one.value.ends_with(".spl") && exists(one.value);
    if (!is_file) continue;
    throw PlainError(fmt::format(
        "-f selects labels; a formula file is named alone: spl-run {}",
        one.value));
  }
}

std::string note_of_folder(const CommandLine& line) {
  const std::string word = line.command.substr(0, line.command.find(' '));
  std::error_code error;
  if (word.empty() || !fs::is_directory(word, error)) return {};
  return fmt::format("{} is the command; for the folder write ./{}", word,
                     word);
}

}  // namespace spl::runner
