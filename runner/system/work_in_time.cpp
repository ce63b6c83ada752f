#include "runner/system/work_in_time.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>

#include "runner/system/descriptor.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/number_text.hpp"
#include "runner/system/process.hpp"

namespace spl::runner {
namespace {

using Clock = std::chrono::steady_clock;

constexpr char kReturned = '+';
constexpr char kThrew = '-';

/// Does the work in the child, which has one thread, and none of its parent's
/// locks but those that fork() frees.
[[noreturn]] void do_work(const std::function<std::string()>& work,
                          int channel) {
  // A process that waits for the end of an output must not wait for a child
  // that is left.
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    dup2(null, stream);
  }
  constexpr unsigned kFirst = STDERR_FILENO + 1;
  const auto kept = static_cast<unsigned>(channel);
  if (kept > kFirst) (void)close_range(kFirst, kept - 1, 0);
  (void)close_range(kept + 1, ~0U, 0);
  std::string answer(1, kReturned);
  try {
    answer += work();
  } catch (const std::exception& error) {
    answer = kThrew + error_text(error);
  }
  (void)write_all(channel, answer);
  _exit(0);
}

/// Returns all that is written to the channel; nothing if that does not end in
/// time.
std::optional<std::string> read_before(Clock::time_point end, int channel) {
  std::string text;
  std::array<char, 65'536> part;
  while (true) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    if (left.count() <= 0) return std::nullopt;
    pollfd ready{channel, POLLIN, 0};
    const int count = poll(&ready, 1, static_cast<int>(left.count()));
    if (count < 0 && errno != EINTR) return std::nullopt;
    if (count <= 0) continue;
    const ssize_t size = read(channel, part.data(), part.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(size));
  }
}

}  // namespace

std::string work_in_time(const std::function<std::string()>& work,
                         std::chrono::nanoseconds patience) {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) throw FileError(limit_text(errno));
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  const pid_t child = fork();
  if (child < 0) throw FileError(limit_text(errno));
  if (child == 0) do_work(work, writing.number());
  writing.reset(-1);
  const auto answer = read_before(
      Clock::now() + std::chrono::duration_cast<Clock::duration>(patience),
      reading.number());
  (void)end_child(child, std::chrono::milliseconds(100));
  if (!answer) {
    throw FolderSilent("did not answer within " + seconds_text(patience));
  }
  if (answer->empty()) throw FileError("was ended");
  if (answer->front() == kThrew) throw FileError(answer->substr(1));
  return answer->substr(1);
}

}  // namespace spl::runner
