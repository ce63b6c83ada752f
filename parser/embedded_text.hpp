#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spl/logic/formula.hpp"

namespace spl::parser {

/// A text that is in string literals of a C++ source: what they say
/// together, and where each byte of it is.
class EmbeddedText {
 public:
  [[nodiscard]] const std::string& text() const { return text_; }

  /// The qualified name of the function declared next, if there is one.
  [[nodiscard]] const std::optional<std::string>& function() const {
    return function_;
  }
  /// What distinguishes that function from others of its name:
  /// `lib::find(int)`. Empty where that is not known.
  [[nodiscard]] const std::string& signature() const { return signature_; }
  void set_function(std::string name, std::string signature) {
    function_ = std::move(name);
    signature_ = std::move(signature);
  }

  /// Adds what a literal says: `literal` is all of it, with prefix and quotes,
  /// at `place` of the source.
  void add_literal(std::string_view literal, std::size_t place);

  /// The place in the source of a place in the text; after the last byte
  /// is the closing quote.
  [[nodiscard]] std::size_t place_in_source(std::size_t offset) const;

  /// The problem with its span in the source.
  [[nodiscard]] logic::Problem in_source(logic::Problem problem) const;

 private:
  // From here to the next piece both go on byte by byte.
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
