#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "spl/workload/protocol_error.hpp"

/// The texts that processes exchange: a first line with kind and version, lines
/// of a key and its value, and "end". Values may hold any bytes. The format is
/// in laboratory/worker-protocol.md, "Lines".
namespace spl::workload {

class LineWriter {
 public:
  explicit LineWriter(std::string_view first);

  void line(std::string_view key, std::string_view value);
  void optional_line(std::string_view key, std::string_view value);
  void boolean(std::string_view key, bool value);
  template <class Number>
  void number(std::string_view key, Number value) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    line(key, std::string_view(digits, static_cast<std::size_t>(end - digits)));
  }

  /// Returns the text; nothing can be written afterwards.
  [[nodiscard]] std::string end();

 private:
  std::string text_;
};

/// A reader of lines in their order: the line that is taken must come next. All
/// functions but at() throw ProtocolError. The text must
/// outlive the reader.
class LineReader {
 public:
  /// The advice ends the message if the first line is another one.
  LineReader(std::string_view text, std::string_view first,
             std::string_view advice = {});

  [[nodiscard]] bool at(std::string_view key) const { return key_ == key; }

  std::string take(std::string_view key);
  std::string take_optional(std::string_view key);
  std::string take_filled(std::string_view key);
  bool take_boolean(std::string_view key);
  /// Returns a finite number.
  template <class Number>
  Number take_number(std::string_view key) {
    Number number{};
    if (at(key)) {
      const char* end = value_.data() + value_.size();
      const auto [stop, error] = std::from_chars(value_.data(), end, number);
      bool is_read = error == std::errc() && stop == end;
      if constexpr (std::is_floating_point_v<Number>) {
        is_read = is_read && std::isfinite(number);
      }
      if (!is_read) fail_at("expected a number after ", key);
    }
    expect(key);
    return number;
  }
  /// Returns a number of at least 1.
  std::uint64_t take_count(std::string_view key);
  /// Returns the index of the value in `names`.
  template <std::size_t kCount>
  std::size_t take_name(std::string_view key,
                        const std::string_view (&names)[kCount]) {
    return take_name(key, names, kCount);
  }
  void end();

 private:
  /// Proceeds to the next line if this one has the key.
  void expect(std::string_view key);
  std::size_t take_name(std::string_view key, const std::string_view* names,
                        std::size_t count);
  void read_line();
  [[nodiscard]] std::string unescape() const;
  [[noreturn]] void fail(const std::string& message) const;
  /// Throws MESSAGE "KEY", found "VALUE".
  [[noreturn]] void fail_at(std::string_view message,
                            std::string_view key) const;

  std::string_view rest_;
  std::string_view line_;
  std::string_view key_;
  std::string_view value_;
  std::size_t number_ = 0;
  bool over_ = false;
};

}  // namespace spl::workload
