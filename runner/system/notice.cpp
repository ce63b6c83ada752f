#include "runner/system/notice.hpp"

#include <unistd.h>

#include <iostream>

namespace spl::runner {

void tell(std::string_view line) {
  if (isatty(STDERR_FILENO) == 1) std::cerr << "\r\033[K";
  std::cerr << line << '\n' << std::flush;
}

}  // namespace spl::runner
