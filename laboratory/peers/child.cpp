#include "laboratory/peers/child.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string_view>

namespace spl::bench {
namespace {

std::vector<char*> inherited_variables() {
  std::vector<char*> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with("SPL_")) {
      variables.push_back(*variable);
    }
  }
  variables.push_back(nullptr);
  return variables;
}

// Standard output of a child.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& path) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, path.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0644);
  }
  ~OutputFile() { posix_spawn_file_actions_destroy(&actions_); }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  [[nodiscard]] const posix_spawn_file_actions_t* actions() const {
    return &actions_;
  }

 private:
  posix_spawn_file_actions_t actions_;
};

[[noreturn]] void fail(const std::vector<std::string>& command) {
  std::string text = "this went wrong:";
  for (const std::string& word : command) text += " '" + word + '\'';
  throw std::runtime_error(text);
}

}  // namespace

double run_child(const std::vector<std::string>& command,
                 const std::filesystem::path& output,
                 const std::vector<int>& statuses) {
  std::vector<char*> arguments;
  for (const std::string& word : command) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  const std::vector<char*> variables = inherited_variables();
  const OutputFile file(output);
  const auto began = std::chrono::steady_clock::now();
  pid_t child = 0;
  int status = 0;
  if (posix_spawn(&child, command.front().c_str(), file.actions(), nullptr,
                  arguments.data(), variables.data()) != 0 ||
      waitpid(child, &status, 0) != child || !WIFEXITED(status) ||
      std::find(statuses.begin(), statuses.end(), WEXITSTATUS(status)) ==
          statuses.end()) {
    fail(command);
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began)
      .count();
}

}  // namespace spl::bench
