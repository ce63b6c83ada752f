#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

#include "runner/system/foreign_text.hpp"

/// Texts on a terminal or in a log. Nearly every text contains foreign names,
/// paths and messages, so every text passes here, and only here characters are
/// escaped that cannot be shown or would command what shows a log
/// (foreign_text.hpp).
namespace spl::runner {

/// An action of a terminal.
enum class TerminalSign {
  kGreen,
  kRed,
  kYellow,
  kMagenta,
  kBold,
  kDim,
  kPlain,
  kClearLine
};

/// Returns the text that stands for a sign. It contains a number drawn for this
/// process, so that no foreign text contains it.
[[nodiscard]] const std::string& to_text(TerminalSign sign);

/// Returns the text for a terminal, from the start of a line on: its signs, and
/// nothing else, become control sequences.
[[nodiscard]] std::string terminal_text(std::string_view text);

/// Writes a message to standard error at once, in place of a progress line.
void print_notice(std::string_view line);

/// A buffer that passes its text on as terminal_text(). Signs and code points
/// must be written in one piece.
class TerminalBuffer : public std::streambuf {
 public:
  /// `output` outlives it.
  explicit TerminalBuffer(std::streambuf* output) : output_(output) {}

 protected:
  int_type overflow(int_type character) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;

 private:
  std::streambuf* output_;
  LogMarks marks_{LogMarks::Starts::kBroken};
};

/// Makes a stream write terminal_text(), as long as this object lives.
class TerminalStream {
 public:
  explicit TerminalStream(std::ostream& stream)
      : stream_(stream), before_(stream.rdbuf()), buffer_(before_) {
    stream.rdbuf(&buffer_);
  }
  ~TerminalStream() { stream_.rdbuf(before_); }
  TerminalStream(const TerminalStream&) = delete;
  TerminalStream& operator=(const TerminalStream&) = delete;

  /// Returns the buffer to which the stream wrote before.
  [[nodiscard]] std::streambuf* plain() const { return before_; }

 private:
  std::ostream& stream_;
  std::streambuf* before_;
  TerminalBuffer buffer_;
};

}  // namespace spl::runner
