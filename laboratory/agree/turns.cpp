#include "laboratory/agree/turns.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <thread>

namespace spl::bench {
namespace {

/// A machine's lock, held but for the turns of one command.
class Turns {
 public:
  Turns(const std::string& path, const std::string& command)
      : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    struct stat facts {};
    if (flock(file_, LOCK_EX) != 0 || fstat(file_, &facts) != 0) {
      throw std::runtime_error("cannot lock " + path);
    }
    inode_ = ':' + std::to_string(facts.st_ino) + ' ';
    child_ =
        std::make_unique<Child>("SPL_MACHINE_LOCK='" + path + "' " + command);
    await([](const Seen& seen) { return seen.is_awaited; });
  }
  ~Turns() { close(file_); }
  Turns(const Turns&) = delete;
  Turns& operator=(const Turns&) = delete;

  /// Returns whether the command goes on.
  bool take() {
    if (child_->has_ended()) return false;
    flock(file_, LOCK_UN);
    await([](const Seen& seen) { return seen.is_held; });
    flock(file_, LOCK_EX);
    return await([](const Seen& seen) { return seen.is_awaited; });
  }

 private:
  struct Seen {
    bool is_held = false;
    bool is_awaited = false;
  };

  /// Waits for what only the command can do; false if the command ends.
  template <typename Is>
  bool await(Is&& is) {
    while (!is(seen())) {
      if (child_->has_ended()) return false;
      std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
    return true;
  }

  [[nodiscard]] Seen seen() const {
    Seen result;
    std::ifstream locks("/proc/locks");
    for (std::string line; std::getline(locks, line);) {
      if (line.find(inode_) == std::string::npos) continue;
      const bool waits = line.find("->") != std::string::npos;
      (waits ? result.is_awaited : result.is_held) = true;
    }
    return result;
  }

  int file_;
  std::string inode_;
  std::unique_ptr<Child> child_;
};

}  // namespace

Child::Child(const std::string& command) {
  const std::string text = "exec env " + command;
  const char* const words[] = {"sh", "-c", text.c_str(), nullptr};
  if (posix_spawn(&pid_, "/bin/sh", nullptr, nullptr,
                  const_cast<char* const*>(words), environ) != 0) {
    throw std::runtime_error("cannot start " + command);
  }
}

void Child::wait() {
  if (pid_ > 0) waitpid(pid_, nullptr, 0);
  pid_ = 0;
}

bool Child::has_ended() {
  if (pid_ > 0 && waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = 0;
  return pid_ == 0;
}

void take_turns(const std::vector<std::string>& commands,
                const std::string& folder) {
  std::vector<std::unique_ptr<Turns>> all;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    all.push_back(std::make_unique<Turns>(folder + "/lock" + std::to_string(i),
                                          commands[i]));
  }
  for (bool any = true; any;) {
    any = false;
    for (const auto& one : all) any |= one->take();
  }
}

}  // namespace spl::bench
