#include "runner/system/terminal_text.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <iostream>
#include <random>

namespace spl::runner {
namespace {

struct Sign {
  std::string text;
  std::string_view sequence;
};

/// The control sequences, in the order of TerminalSign.
const std::array<Sign, 8>& signs() {
  static const auto all = [] {
    std::random_device random;
    const std::string drawn =
        fmt::format("\x1b{:08x}{:08x}", random(), random());
    return std::array<Sign, 8>{{{drawn + "g", "\033[32m"},
                                {drawn + "r", "\033[31m"},
                                {drawn + "y", "\033[33m"},
                                {drawn + "m", "\033[35m"},
                                {drawn + "b", "\033[1m"},
                                {drawn + "d", "\033[2m"},
                                {drawn + "p", "\033[0m"},
                                {drawn + "c", "\r\033[K"}}};
  }();
  return all;
}

/// Returns the sign with which the text begins; null for none.
const Sign* sign_of(std::string_view text) {
  for (const Sign& one : signs()) {
    if (text.starts_with(one.text)) return &one;
  }
  return nullptr;
}

/// Returns the text for a terminal; it goes on where the marks are.
std::string shown_in_log(std::string_view text, LogMarks& marks) {
  std::string result;
  std::size_t begin = 0;
  for (std::size_t at = text.find('\x1b'); at != std::string_view::npos;
       at = text.find('\x1b', at)) {
    const Sign* found = sign_of(text.substr(at));
    if (found == nullptr) {
      ++at;
      continue;
    }
    result += marks.broken(shown_text(text.substr(begin, at - begin)));
    result += found->sequence;
    if (found->text == to_text(TerminalSign::kClearLine)) marks.begin_line();
    begin = at += found->text.size();
  }
  return result + marks.broken(shown_text(text.substr(begin)));
}

}  // namespace

const std::string& to_text(TerminalSign sign) {
  return signs().at(static_cast<std::size_t>(sign)).text;
}

std::string terminal_text(std::string_view text) {
  LogMarks marks(LogMarks::Starts::kBroken);
  return shown_in_log(text, marks);
}

TerminalBuffer::int_type TerminalBuffer::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof())) {
    return traits_type::not_eof(character);
  }
  const char one = traits_type::to_char_type(character);
  return xsputn(&one, 1) == 1 ? character : traits_type::eof();
}

std::streamsize TerminalBuffer::xsputn(const char* text, std::streamsize size) {
  const std::string shown =
      shown_in_log({text, static_cast<std::size_t>(size)}, marks_);
  const auto whole = static_cast<std::streamsize>(shown.size());
  return output_->sputn(shown.data(), whole) == whole ? size : 0;
}

int TerminalBuffer::sync() { return output_->pubsync(); }

void print_notice(std::string_view line) {
  if (isatty(STDERR_FILENO) == 1) {
    std::cerr << to_text(TerminalSign::kClearLine);
  }
  std::cerr << message_text(line) << '\n' << std::flush;
}

}  // namespace spl::runner
