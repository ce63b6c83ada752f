#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

/// What people read on a terminal or in a log. Names, paths and messages of
/// others are part of nearly every text, so all of it passes here, and here
/// alone signs that cannot be shown are escaped (foreign_text.hpp).
namespace spl::runner {

/// What a terminal is to do, or to show in place of what it would do.
enum class TerminalSign {
  kGreen,
  kRed,
  kYellow,
  kPlain,
  kClearLine,
  kLineFeed
};

/// Stands for it in a text. It holds a number that is drawn for this process,
/// so that no text of others contains it.
[[nodiscard]] const std::string& to_text(TerminalSign sign);

/// A name or path of others in a line of ours, which it does not end.
[[nodiscard]] std::string foreign_name(std::string_view name);

/// The text as it is written: its signs are control sequences, and nothing else
/// in it is one.
[[nodiscard]] std::string terminal_text(std::string_view text);

/// Passes on what is written to it as terminal_text(). Signs and code points
/// are written in one piece.
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
};

/// While this lives, the stream writes terminal_text().
class TerminalStream {
 public:
  explicit TerminalStream(std::ostream& stream)
      : stream_(stream), before_(stream.rdbuf()), buffer_(before_) {
    stream.rdbuf(&buffer_);
  }
  ~TerminalStream() { stream_.rdbuf(before_); }
  TerminalStream(const TerminalStream&) = delete;
  TerminalStream& operator=(const TerminalStream&) = delete;

  /// What the stream wrote to before.
  [[nodiscard]] std::streambuf* plain() const { return before_; }

 private:
  std::ostream& stream_;
  std::streambuf* before_;
  TerminalBuffer buffer_;
};

}  // namespace spl::runner
