#include "runner/system/terminal_width.hpp"

#include <sys/ioctl.h>

namespace spl::runner {

std::size_t terminal_width(int descriptor) {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return kUsual;
  return size.ws_col == 0 ? kUsual : size.ws_col;
}

}  // namespace spl::runner
