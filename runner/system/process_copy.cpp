#include "runner/system/process_copy.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "runner/system/spawn.hpp"

namespace spl::runner {

ProcessCopy::ProcessCopy(const std::function<std::string(StopWatch&)>& work) {
  int ends[2] = {};
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  const Descriptor written(ends[1]);
  pipe_.reset(ends[0]);
  const pid_t self = getpid();
  child_ = fork();
  if (child_ > 0) spare_child(child_);
  if (child_ != 0) return;
  int status = 1;
  try {
    stop_with_parent();
    adopt_orphans();
    StopWatch watch(self);
    status = write_all(written.number(), work(watch));
  } catch (const std::exception&) {
    // Without an answer, the original does the work.
  }
  _exit(status);
}

std::string ProcessCopy::answer(StopWatch& watch) {
  if (child_ <= 0) return {};
  std::string text;
  std::array<char, 4096> part{};
  bool is_stopped = false;
  ssize_t size = 1;  // 0 at the end of the answer.
  while (size > 0) {
    if (!is_stopped && watch.signal() != 0) {
      is_stopped = true;
      kill(child_, SIGTERM);
    }
    pollfd ready[] = {{pipe_.number(), POLLIN, 0},
                      {watch.descriptor(), POLLIN, 0}};
    const nfds_t count = is_stopped ? 1 : 2;
    const auto most = static_cast<int>(watch.interval().count());
    const int found = poll(ready, count, most);
    if (found < 0 && errno != EINTR) break;
    if (found <= 0 || ready[0].revents == 0) continue;
    size = read(pipe_.number(), part.data(), part.size());
    if (size > 0) text.append(part.data(), static_cast<std::size_t>(size));
    if (size < 0 && errno == EINTR) size = 1;
  }
  if (size != 0) kill(child_, SIGKILL);
  spare_child(0);
  return reap(child_) == 0 ? text : std::string();
}

}  // namespace spl::runner
