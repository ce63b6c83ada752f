#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spl/logic/formula.hpp"

namespace spl::parser {

/// A text in string literals of a C++ source, with the place of each byte.
class EmbeddedText {
 public:
  [[nodiscard]] const std::string& text() const { return text_; }

  /// Returns the qualified name of the function declared next, if there is one.
  [[nodiscard]] const std::optional<std::string>& function() const {
    return function_;
  }
  /// Returns the signature that distinguishes that function from others of its
  /// name, such as `lib::find(int)`; empty if unknown.
  [[nodiscard]] const std::string& signature() const { return signature_; }
  void set_function(std::string name, std::string signature) {
    function_ = std::move(name);
    signature_ = std::move(signature);
  }

  /// Adds the text of a literal, given with prefix and quotes, at `place` of
  /// the source.
  void add_literal(std::string_view literal, std::size_t place);

  /// Returns the place in the source of a place in the text. After the last
  /// byte it is the closing quote.
  [[nodiscard]] std::size_t place_in_source(std::size_t offset) const;

  /// Returns the problem with its span in the source.
  [[nodiscard]] logic::Problem in_source(logic::Problem problem) const;

 private:
  // From here to the next piece, text and source have the same bytes.
  struct Piece {
    std::size_t offset;
    std::size_t place;
  };

  void begin_piece(std::size_t place) {
    pieces_.push_back({text_.size(), place});
  }
  std::size_t add_escape(std::string_view escape);

  std::string text_;
  std::optional<std::string> function_;
  std::string signature_;
  std::vector<Piece> pieces_;
};

}  // namespace spl::parser
