#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

/// Evaluations of which one at a time does anything.
namespace spl::bench {

/// A shell command, at work until this object has waited for its end.
class Child {
 public:
  explicit Child(const std::string& command);
  ~Child() { wait(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void wait();
  [[nodiscard]] bool has_ended();

 private:
  pid_t pid_;
};

/// Runs the commands to their ends. Each measures with a machine's lock of its
/// own, a file below the folder, and all are held here: a command that waits
/// for its lock gets the lock for one block, and the next command's turn comes
/// when the first waits again. So no block is torn apart, and no command
/// decides or measures beside another.
void take_turns(const std::vector<std::string>& commands,
                const std::string& folder);

}  // namespace spl::bench
