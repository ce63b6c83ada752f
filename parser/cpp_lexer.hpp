#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

/// Tokens of C++, as far as a search for formulas needs them: without comments,
/// directives and code that is certainly disabled (`#if 0`).
namespace spl::parser {

struct CppToken {
  enum class Kind {
    kEnd,
    kWord,
    kNumber,
    kString,     ///< With its prefix and quotes; raw ones, too.
    kCharacter,  ///< Likewise.
    kSign,       ///< `::`, `->`, or one character.
    kIf,         ///< `#if` of any kind, with its line.
    kElse,       ///< `#else` or `#elif` of any kind, likewise.
    kEndIf       ///< Likewise.
  };
  Kind kind = Kind::kEnd;
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] std::string_view text(std::string_view whole) const {
    return whole.substr(begin, end - begin);
  }
};

/// A reader of tokens in order. Takes any bytes, in time proportional to their
/// number.
class CppLexer {
 public:
  explicit CppLexer(std::string_view text) : text_(text) {}

  [[nodiscard]] CppToken next();

 private:
  enum class Branch {
    kOpen,     ///< Perhaps compiled.
    kTaken,    ///< Compiled; its alternatives are not.
    kDisabled  ///< Not compiled.
  };

  /// Returns the next token, disabled or not; directives are kIf with their
  /// line.
  [[nodiscard]] CppToken raw_token();
  [[nodiscard]] CppToken take(CppToken::Kind kind, std::size_t end);
  [[nodiscard]] CppToken word(std::size_t begin);
  /// Keeps account of conditionals. Returns whether the token is also for
  /// callers.
  [[nodiscard]] bool follow_directive(CppToken& token);
  /// Skips to the `#endif` of the current conditional and returns it.
  CppToken skip_conditional();

  [[nodiscard]] std::size_t comment_end(std::size_t begin) const;
  [[nodiscard]] std::size_t number_end(std::size_t begin) const;
  [[nodiscard]] std::size_t quoted_end(std::size_t quote) const;
  /// Returns the end of a raw string, or 0 if none begins there.
  [[nodiscard]] std::size_t raw_string_end(std::size_t quote) const;
  [[nodiscard]] std::size_t directive_end(std::size_t begin) const;
  /// Returns the length of a backslash and a line end; 0 if there is none.
  [[nodiscard]] std::size_t splice_length(std::size_t at) const;
  [[nodiscard]] char character(std::size_t at) const {
    return at < text_.size() ? text_[at] : '\0';
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool line_begins_ = true;
  std::vector<Branch> branches_;  ///< The branches of open conditionals.
};

}  // namespace spl::parser
