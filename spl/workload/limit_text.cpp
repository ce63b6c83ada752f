#include "spl/workload/limit_text.hpp"

#include <cerrno>
#include <cstring>

namespace spl::workload {
namespace {

const char* remedy(int error) {
  switch (error) {
    case EAGAIN:
      return "; end other processes, or allow more (ulimit -u)";
    case EMFILE:
      return "; allow more in a process (ulimit -n)";
    case ENFILE:
      return "; allow more on this machine (sysctl fs.file-max)";
    case ENOMEM:
      return "; free some memory, or allow more (ulimit -v)";
    case EFBIG:
      return "; let files be larger (ulimit -f)";
    case ENOSPC:
    case EDQUOT:
      return "; free some space";
    default:
      return "";
  }
}

}  // namespace

std::string limit_text(int error) {
  return std::string(std::strerror(error)) + remedy(error);
}

}  // namespace spl::workload
