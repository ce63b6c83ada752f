#include "runner/system/notice.hpp"

#include <unistd.h>

#include <iostream>

#include "runner/system/foreign_text.hpp"
#include "runner/system/terminal_text.hpp"

namespace spl::runner {

void print_notice(std::string_view line) {
  if (isatty(STDERR_FILENO) == 1) {
    std::cerr << to_text(TerminalSign::kClearLine);
  }
  std::cerr << message_text(line) << '\n' << std::flush;
}

}  // namespace spl::runner
