#include "runner/builds/compile_launcher.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>

#include "runner/system/process.hpp"

namespace spl::runner {
namespace {

constexpr int kNotFound = 127;  // As shells have it.

Command command(const std::vector<std::string>& words) {
  Command result;
  result.words = words;
  result.environment = own_environment();
  result.search_path = true;
  return result;
}

}  // namespace

int status(const Ending& ending) {
  return ending.kind == Ending::Kind::kExited ? ending.status
                                              : end_by(ending.status);
}

int execute_here(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments.front(), nullptr, nullptr,
                                 arguments.data(), environ);
  if (error != 0) {
    const Ending ending{Ending::Kind::kNotStarted, error, {}, {}};
    std::cerr << words.front() << ' ' << to_text(ending, {}) << '\n';
    return kNotFound;
  }
  int ended = 0;
  while (waitpid(child, &ended, 0) < 0 && errno == EINTR) {
  }
  return status(ending_of(ended));
}

Printed printed(const std::vector<std::string>& words) {
  Printed result;
  Command one = command(words);
  one.on_output = [&](std::string_view part) { result.text += part; };
  result.ending = execute(one);
  return result;
}

bool succeeded(const Ending& ending) {
  return ending.kind == Ending::Kind::kExited && ending.status == 0;
}

}  // namespace spl::runner
