#include "spl/workload/lines.hpp"

#include <algorithm>
#include <utility>

namespace spl::workload {
namespace {

/// A value stays on its line: control characters and backslashes are escaped.
std::string escape(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string escaped;
  escaped.reserve(text.size());
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (character == '\\') {
      escaped += "\\\\";
    } else if (character == '\n') {
      escaped += "\\n";
    } else if (byte < 0x20 || byte == 0x7f) {
      escaped += {'\\', 'x', kDigits[byte / 16], kDigits[byte % 16]};
    } else {
      escaped += character;
    }
  }
  return escaped;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  std::size_t size = std::min(text.size(), kLongest);
  // Whether the byte continues a code point.
  const auto is_inside = [&](std::size_t at) {
    return at > 0 && at < text.size() &&
           (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
  };
  while (is_inside(size)) --size;
  return '"' + std::string(text.substr(0, size)) +
         (size < text.size() ? " ...\"" : "\"");
}

}  // namespace

// --- Writing ---------------------------------------------------------------

LineWriter::LineWriter(std::string_view first)
    : text_(std::string(first) + '\n') {}

void LineWriter::line(std::string_view key, std::string_view value) {
  text_.append(key).append(" ").append(escape(value)).append("\n");
}

void LineWriter::optional_line(std::string_view key, std::string_view value) {
  if (!value.empty()) line(key, value);
}

void LineWriter::boolean(std::string_view key, bool value) {
  line(key, value ? "yes" : "no");
}

std::string LineWriter::end() { return std::move(text_) + "end\n"; }

// --- Reading ---------------------------------------------------------------

LineReader::LineReader(std::string_view text, std::string_view first,
                       std::string_view advice)
    : rest_(text) {
  read_line();
  if (line_ != first) {
    fail("expected " + quoted(first) + ", found " + quoted(line_) +
         std::string(advice));
  }
  read_line();
}

void LineReader::expect(std::string_view key) {
  if (!at(key)) {
    fail("expected " + quoted(key) + ", found " +
         (over_ ? "the end of the text" : quoted(line_)));
  }
  read_line();
}

std::string LineReader::take(std::string_view key) {
  std::string value = at(key) ? unescape() : std::string();
  expect(key);
  return value;
}

std::string LineReader::take_optional(std::string_view key) {
  return at(key) ? take(key) : std::string();
}

std::string LineReader::take_filled(std::string_view key) {
  if (at(key) && value_.empty()) fail(quoted(key) + " has no value");
  return take(key);
}

bool LineReader::take_boolean(std::string_view key) {
  const bool value = value_ == "yes";
  if (at(key) && !value && value_ != "no") {
    fail_at("expected yes or no after ", key);
  }
  expect(key);
  return value;
}

std::uint64_t LineReader::take_count(std::string_view key) {
  if (at(key) && value_ == "0") fail(quoted(key) + " must be at least 1");
  return take_number<std::uint64_t>(key);
}

std::size_t LineReader::take_name(std::string_view key,
                                  const std::string_view* names,
                                  std::size_t count) {
  const std::string_view* end = names + count;
  const std::string_view* name = std::find(names, end, value_);
  if (at(key) && name == end) {
    fail("unknown " + std::string(key) + ' ' + quoted(value_));
  }
  expect(key);
  return static_cast<std::size_t>(name - names);
}

void LineReader::end() {
  if (at("end") && !value_.empty()) fail("found text after \"end\"");
  expect("end");
  if (!over_) fail("found a line after \"end\"");
}

void LineReader::read_line() {
  ++number_;
  over_ = rest_.empty();
  const std::size_t end = rest_.find('\n');
  if (end == std::string_view::npos && !over_) {
    fail("the text ends in the middle of a line");
  }
  line_ = rest_.substr(0, end);
  rest_.remove_prefix(over_ ? 0 : end + 1);
  const std::size_t space = line_.find(' ');
  key_ = line_.substr(0, space);
  value_ = space == std::string_view::npos ? std::string_view()
                                           : line_.substr(space + 1);
}

std::string LineReader::unescape() const {
  std::string text;
  for (std::size_t at = 0; at < value_.size(); ++at) {
    if (value_[at] != '\\') {
      text += value_[at];
      continue;
    }
    const char kind = ++at < value_.size() ? value_[at] : '\0';
    unsigned char byte = kind == 'n' ? '\n' : '\\';
    if (kind == 'x') {
      const char* digits = value_.data() + at + 1;
      if (value_.size() - at < 3 ||
          std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2) {
        fail("expected two hexadecimal digits after \\x");
      }
      at += 2;
    } else if (kind != 'n' && kind != '\\') {
      fail("expected \\\\, \\n or \\x after a backslash");
    }
    text += static_cast<char>(byte);
  }
  return text;
}

void LineReader::fail(const std::string& message) const {
  throw ProtocolError("line " + std::to_string(number_) + ": " + message);
}

void LineReader::fail_at(std::string_view message, std::string_view key) const {
  fail(std::string(message) + quoted(key) + ", found " + quoted(value_));
}

}  // namespace spl::workload
