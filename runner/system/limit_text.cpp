#include "runner/system/limit_text.hpp"

#include <sys/resource.h>

#include <cerrno>
#include <cstring>

namespace spl::runner {
namespace {

// Formulas may be nested, and files are read by parts of 64 kB.
constexpr rlim_t kSmallestStack = rlim_t{256} << 10;

}  // namespace

std::string limit_text(int error) {
  std::string reason = std::strerror(error);
  switch (error) {
    case EAGAIN:
      return reason + "; end other processes, or allow more (ulimit -u)";
    case EMFILE:
      return reason + "; allow more in a process (ulimit -n)";
    case ENFILE:
      return reason + "; allow more on this machine (sysctl fs.file-max)";
    case ENOMEM:
      return reason + "; free some memory, or allow more (ulimit -v)";
    default:
      return reason;
  }
}

std::string lacking_stack() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 ||
      limit.rlim_cur >= kSmallestStack) {
    return {};
  }
  return "the stack is limited to " + std::to_string(limit.rlim_cur >> 10) +
         " kB, which is too little; allow more (ulimit -s 8192)";
}

}  // namespace spl::runner
