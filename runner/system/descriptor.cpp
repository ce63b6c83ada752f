#include "runner/system/descriptor.hpp"

#include <cerrno>
#include <cstddef>

namespace spl::runner {

int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = ::write(file, text.data(), text.size());
    if (size == 0) return EIO;
    if (size < 0 && errno != EINTR) return errno;
    if (size > 0) text.remove_prefix(static_cast<std::size_t>(size));
  }
  return 0;
}

}  // namespace spl::runner
