// Everything that a workload can do wrong, each under the name of its fault.

#include <fcntl.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <spl/workload.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

/// Sanitizers would catch it, and report more than the system does.
void leave_to_the_system(int signal) { std::signal(signal, SIG_DFL); }

[[gnu::noinline]] int recurse(int depth) {
  volatile char room[4096];
  room[0] = static_cast<char>(depth);
  const int deeper = depth < 0 ? 0 : recurse(depth + 1);
  return deeper + room[0];
}

void work() {
  std::vector<int> numbers(1000, 1);
  spl::keep(numbers);
}

}  // namespace

SPL_WORKLOAD(fine, (int n), spl::values(10, 100)) {
  while (spl.needs_more()) {
    for (int i = 0; i < n; ++i) spl::keep(i);
  }
}

SPL_WORKLOAD(segfault, ()) {
  leave_to_the_system(SIGSEGV);
  while (spl.needs_more()) {
    std::puts("looking up the table");
    std::fflush(stdout);
    int* volatile nowhere = nullptr;
    *nowhere = 1;
  }
}

SPL_WORKLOAD(stack_overflow, ()) {
  leave_to_the_system(SIGSEGV);
  while (spl.needs_more()) spl::keep(recurse(0));
}

SPL_WORKLOAD(abort, ()) {
  leave_to_the_system(SIGABRT);
  while (spl.needs_more()) std::abort();
}

SPL_WORKLOAD(uncaught_exception, ()) {
  while (spl.needs_more()) throw std::runtime_error("no such table");
}

SPL_WORKLOAD(exception_that_is_a_terminals, ()) {
  while (spl.needs_more()) {
    throw std::runtime_error("no \x1b[2J\u202etable\nformula1: holds");
  }
}

SPL_WORKLOAD(uncaught_exception_of_a_thread, ()) {
  leave_to_the_system(SIGABRT);
  while (spl.needs_more()) {
    std::thread([] { throw std::runtime_error("no such row"); }).join();
  }
}

SPL_WORKLOAD(exit, (int status)) {
  while (spl.needs_more()) std::exit(status);
}

SPL_WORKLOAD(infinite_loop, ()) {
  while (spl.needs_more()) {
    while (true) spl::clobber();
  }
}

SPL_WORKLOAD(long_sleep, ()) {
  while (spl.needs_more()) sleep(3600);
}

/// As sudo does, where this program is root's and set-user-ID.
SPL_WORKLOAD(sleep_of_root, ()) {
  if (setresuid(0, 0, 0) != 0) spl.fail("cannot become root");
  while (spl.needs_more()) sleep(3600);
}

SPL_WORKLOAD(child_of_root, ()) {
  int ends[2] = {-1, -1};
  if (pipe(ends) != 0) spl.fail("cannot make a pipe");
  if (fork() == 0) {
    if (setresuid(0, 0, 0) == 0 && write(ends[1], "x", 1) == 1) sleep(3600);
    _exit(0);
  }
  close(ends[1]);
  char is_root = 0;
  if (read(ends[0], &is_root, 1) != 1) spl.fail("its child is not root");
  while (spl.needs_more()) work();
}

/// Takes a name that is taken as long as this process or a child of it lives;
/// whether it was free.
bool is_alone(const std::string& name) {
  const char* mark = std::getenv("MARK");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string taken = name + (mark == nullptr ? "" : mark);
  taken.copy(address.sun_path + 1, sizeof address.sun_path - 2);
  const int held = socket(AF_UNIX, SOCK_STREAM, 0);
  return bind(held, reinterpret_cast<const sockaddr*>(&address),
              sizeof address) == 0;
}

/// Is measured well, but its child does not end with it.
SPL_WORKLOAD(child_left_behind, ()) {
  if (!is_alone("child")) spl.fail("the last run's child still lives");
  if (fork() == 0) {
    sleep(3600);
    _exit(0);
  }
  while (spl.needs_more()) work();
}

SPL_WORKLOAD(session_left_behind, ()) {
  if (!is_alone("session")) spl.fail("the last run's child still lives");
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      std::signal(SIGTERM, SIG_IGN);
      sleep(3600);
    }
    _exit(0);
  }
  while (spl.needs_more()) work();
}

/// It joins the group of what executes it.
SPL_WORKLOAD(other_group, ()) {
  if (setpgid(0, getppid()) != 0) spl.fail("cannot leave its group");
  while (true) pause();
}

SPL_WORKLOAD(closed_streams, ()) {
  for (int stream = 0; stream < 3; ++stream) close(stream);
  while (spl.needs_more()) work();
}

/// 8 MB in each of three observations.
SPL_WORKLOAD(much_output, ()) {
  const std::string line(1000, 'x');
  while (spl.needs_more()) {
    for (int i = 0; i < 8000; ++i) std::puts(line.c_str());
  }
}

SPL_WORKLOAD(bad_alloc, ()) {
  while (spl.needs_more()) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    throw std::bad_alloc();  // They end the process themselves.
#else
    const volatile std::size_t size = static_cast<std::size_t>(-1) / 4;
    spl::keep(::operator new(size));
#endif
  }
}

/// Its child ends it, as the system does when memory runs out.
SPL_WORKLOAD(killed_from_outside, ()) {
  const pid_t self = getpid();
  while (spl.needs_more()) {
    const pid_t child = fork();
    if (child == 0) {
      kill(self, SIGKILL);
      _exit(0);
    }
    waitpid(child, nullptr, 0);
    pause();
  }
}

SPL_WORKLOAD(no_loop, ()) {}

SPL_WORKLOAD(loop_left_early, ()) {
  if (spl.needs_more()) return;
}

SPL_WORKLOAD(second_loop, ()) {
  while (spl.needs_more()) work();
  while (spl.needs_more()) work();
}

SPL_WORKLOAD(second_start, ()) {
  while (spl.needs_more()) {
    spl.start();
    work();
    spl.start();
    spl.stop();
  }
}

SPL_WORKLOAD(stop_alone, ()) {
  while (spl.needs_more()) spl.stop();
}

SPL_WORKLOAD(start_outside_the_loop, ()) {
  spl.start();
  while (spl.needs_more()) work();
}

SPL_WORKLOAD(nothing_delimited, ()) {
  while (spl.needs_more()) {
    spl.start();
    spl.stop();
  }
}

SPL_WORKLOAD(empty_body, ()) {
  while (spl.needs_more()) {
  }
}

SPL_WORKLOAD(changed_folder, ()) {
  std::filesystem::current_path("/");
  while (spl.needs_more()) work();
}

SPL_WORKLOAD(drawn_addresses, ()) {
  while (spl.needs_more()) {
    if ((personality(0xffffffff) & ADDR_NO_RANDOMIZE) != 0) {
      spl.fail("its addresses are not drawn");
    }
    work();
  }
}

SPL_WORKLOAD(wrong_result, ()) {
  while (spl.needs_more()) spl.fail("the table has 3 rows instead of 4");
}

/// From its second iteration on there is no program any more.
SPL_WORKLOAD(program_deleted, ()) {
  const auto self = std::filesystem::read_symlink("/proc/self/exe");
  while (spl.needs_more()) work();
  std::filesystem::remove(self);
}

/// Another build takes its place.
SPL_WORKLOAD(program_replaced, ()) {
  const auto self = std::filesystem::read_symlink("/proc/self/exe");
  while (spl.needs_more()) work();
  const std::string copy = self.string() + ".new";
  std::filesystem::copy_file(self, copy);
  std::filesystem::rename(copy, self);
}
