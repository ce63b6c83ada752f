#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

/// C++ cut into tokens as far as finding formulas takes: comments, directives
/// and code that is disabled for certain (`#if 0`) are gone.
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

/// Reads tokens in order. Takes any bytes; time proportional to their number.
class CppLexer {
 public:
  explicit CppLexer(std::string_view text) : text_(text) {}

  [[nodiscard]] CppToken next();

 private:
  enum class Branch {
    kOpen,     ///< Whether it is compiled is not known.
    kTaken,    ///< It is, and its alternatives are not.
    kDisabled  ///< It is not.
  };

  /// The next token, disabled or not; directives are kIf with their line.
  [[nodiscard]] CppToken raw_token();
  [[nodiscard]] CppToken take(CppToken::Kind kind, std::size_t end);
  [[nodiscard]] CppToken word(std::size_t begin);
  /// Keeps account of conditionals; whether the token is one for others, too.
  [[nodiscard]] bool follow_directive(CppToken& token);
  /// To the `#endif` of the conditional at hand, which is returned.
  CppToken skip_conditional();

  [[nodiscard]] std::size_t comment_end(std::size_t begin) const;
  [[nodiscard]] std::size_t number_end(std::size_t begin) const;
  [[nodiscard]] std::size_t quoted_end(std::size_t quote) const;
  /// 0 if no raw string begins there.
  [[nodiscard]] std::size_t raw_string_end(std::size_t quote) const;
  [[nodiscard]] std::size_t directive_end(std::size_t begin) const;
  /// Of a backslash in front of a line's end; 0 if there is none.
  [[nodiscard]] std::size_t splice_length(std::size_t at) const;
  [[nodiscard]] char character(std::size_t at) const {
    return at < text_.size() ? text_[at] : '\0';
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool line_begins_ = true;
  std::vector<Branch> branches_;  ///< Of the conditionals that are open.
};

}  // namespace spl::parser
