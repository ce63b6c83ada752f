#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#if __cplusplus >= 202002L
#define SPL_INTERNAL_CONSTEVAL consteval
#else
#define SPL_INTERNAL_CONSTEVAL
#endif

namespace spl::composed {

/// Throws std::invalid_argument.
[[noreturn]] void refuse(const std::string& reason, std::string_view text);

/// The name of a method or variable, an identifier. C++20 checks literals when
/// it compiles; other names that are none throw std::invalid_argument.
class Name {
 public:
  /// Takes a literal, and the place of the call.
  template <std::size_t kSize>
  SPL_INTERNAL_CONSTEVAL Name(const char (&literal)[kSize],
                              const char* file = __builtin_FILE(),
                              int line = __builtin_LINE())
      : text_(checked({literal, kSize - 1})), file_(file), line_(line) {}
  /// Takes a text that exists as long as this object.
  template <class Text,
            class = std::enable_if_t<
                !std::is_array_v<Text> &&
                std::is_convertible_v<const Text&, std::string_view>>>
  Name(const Text& text, const char* file = __builtin_FILE(),
       int line = __builtin_LINE())
      : text_(checked(text)), file_(file), line_(line) {}

  /// Returns the name.
  [[nodiscard]] std::string text() const { return std::string(text_); }
  [[nodiscard]] const char* file() const { return file_; }
  [[nodiscard]] int line() const { return line_; }

 private:
  static constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  static constexpr bool is_identifier(std::string_view text) {
    if (text.empty() || !is_letter(text[0])) return false;
    for (const char c : text) {
      if (!is_letter(c) && !(c >= '0' && c <= '9')) return false;
    }
    return true;
  }

  // Compilers quote the line of the call, which is no constant expression.
  static constexpr std::string_view checked(std::string_view text) {
    if (!is_identifier(text)) {
      refuse("SPL: a name is an identifier, such as sort_2, unlike ", text);
    }
    return text;
  }

  std::string_view text_;
  const char* file_;
  int line_;
};

}  // namespace spl::composed
