#include "parser/cpp_scanner.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "parser/cpp_lexer.hpp"
#include "parser/declared_name.hpp"

namespace spl::parser {
namespace {

using Kind = CppToken::Kind;

constexpr std::size_t kNowhere = std::string_view::npos;

/// Longer or more deeply nested heads declare no function that a formula names.
constexpr std::size_t kLongestHead = 1 << 14;
constexpr std::size_t kDeepestName = 256;

/// The part of the current declaration or statement that was read.
struct Head {
  std::size_t begin = kNowhere;      ///< The first token.
  std::size_t class_key = kNowhere;  ///< The last class key.
  std::size_t namespace_key = kNowhere;
  bool is_inline = false;  ///< For a namespace.
  std::size_t depth = 0;   ///< The depth of `(` and `[`.
  /// The first of the unnamed texts before or in it.
  std::size_t first_text = 0;
  /// The next brace belongs to a requires-expression.
  bool in_expression = false;
};

/// A block in braces.
struct Block {
  enum class Kind { kNamespace, kClass, kBody, kTransparent };
  Kind kind = Kind::kTransparent;
  bool expression = false;  ///< The head goes on after it.
  std::string name;
  std::size_t parent = 0;
  Head outer;
};

class Scanner {
 public:
  explicit Scanner(std::string_view source) : source_(source), lexer_(source) {
    blocks_.emplace_back();  // the file
  }

  ScannedSource scan() && {
    advance();
    while (token_.kind != Kind::kEnd) read_token();
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::string_view text() const { return token_.text(source_); }
  [[nodiscard]] bool at(std::string_view it) const {
    return token_.kind != Kind::kString && text() == it;
  }
  [[nodiscard]] bool at_sign(char sign) const {
    return token_.kind == Kind::kSign && source_[token_.begin] == sign &&
           token_.end == token_.begin + 1;
  }

  enum class Texts {
    kPossible,  ///< Other tokens may be there.
    kExpected   ///< Other tokens are a problem.
  };

  // --- Tokens ----------------------------------------------------------------

  // Proceeds to the next token that is no directive. Each branch of a
  // conditional starts with the state before the conditional; the code after it
  // goes on from its last branch.
  void advance() {
    previous_ = token_;
    for (;;) {
      token_ = lexer_.next();
      if (token_.kind == Kind::kIf) {
        conditionals_.push_back({block_, head_, kept_});
        kept_ = blocks_.size();
      } else if (token_.kind == Kind::kElse && !conditionals_.empty()) {
        block_ = conditionals_.back().block;
        head_ = conditionals_.back().head;
      } else if (token_.kind == Kind::kEndIf && !conditionals_.empty()) {
        kept_ = conditionals_.back().kept;
        conditionals_.pop_back();
      } else {
        return;
      }
    }
  }

  void read_token() {
    if (token_.kind == Kind::kWord) {
      read_word();
    } else if (token_.kind == Kind::kSign) {
      read_sign();
    } else {
      take();
    }
  }

  // Takes the token into the head.
  void take() {
    if (head_.begin == kNowhere) head_.begin = token_.begin;
    advance();
  }

  void read_word() {
    const std::string_view word = text();
    switch (word[0]) {
      case 'S':
        if (word == "SPL_EXPECTS" || word == "SPL_EXPECT" ||
            word == "SPL_ASSERT") {
          read_macro(word == "SPL_EXPECTS" ? Texts::kExpected
                                           : Texts::kPossible);
          return;
        }
        break;
      case 'c':
      case 's':
      case 'u':
        if (head_.depth == 0 &&
            (word == "class" || word == "struct" || word == "union")) {
          const std::string_view before = previous_.text(source_);
          if (before != "enum" && before != "<" && before != ",") {
            head_.class_key = token_.begin;
          }
        }
        break;
      case 'n':
        if (word == "namespace" && head_.depth == 0) {
          head_.namespace_key = token_.begin;
          head_.is_inline = previous_.text(source_) == "inline";
        }
        break;
      case 'r':
        if (word == "requires" && head_.depth == 0) {
          const std::string_view before = previous_.text(source_);
          head_.in_expression = before == "requires" || before == "&" ||
                                before == "|" || before == "=" || before == "!";
        }
        break;
      default:
        break;
    }
    take();
  }

  void read_sign() {
    switch (source_[token_.begin]) {
      case '(':
        ++head_.depth;
        take();
        break;
      case '[':
        ++head_.depth;
        take();
        if (at_sign('[') && previous_.end == token_.begin) read_attributes();
        break;
      case ')':
      case ']':
        if (head_.depth > 0) --head_.depth;
        take();
        break;
      case ';':
        end_statement();
        break;
      case '{':
        open_block();
        break;
      case '}':
        close_block();
        break;
      default:
        take();
        break;
    }
  }

  // --- Blocks ----------------------------------------------------------------

  void begin_head() {
    head_ = {};
    head_.first_text = unnamed_.size();
  }

  // A `;` alone, as after SPL_EXPECTS("..."), is no declaration.
  void end_statement() {
    if (head_.begin != kNowhere) {
      name_texts();
      begin_head();
    }
    advance();
  }

  void open_block() {
    Block block;
    block.parent = block_;
    classify(block);
    // A brace makes the name known, so that no part of the source is read for
    // names more often than its requires-expressions nest.
    const bool nested = blocks_[block_].expression;
    block.expression = head_.in_expression && !nested;
    if (!block.expression) name_texts();
    if (block.expression || head_.depth > 0) block.outer = head_;
    block.outer.in_expression = false;
    blocks_.push_back(std::move(block));
    block_ = blocks_.size() - 1;
    begin_head();
    advance();
  }

  void classify(Block& block) const {
    const auto head_from = [&](std::size_t key) {
      return source_.substr(key, token_.begin - key);
    };
    const std::string_view before = previous_.text(source_);
    if (head_.namespace_key != kNowhere && head_.depth == 0) {
      block.kind = Block::Kind::kNamespace;
      if (!head_.is_inline) {
        block.name = namespace_name(head_from(head_.namespace_key));
      }
      return;
    }
    if (previous_.kind == Kind::kString || before == "export") return;
    block.kind = Block::Kind::kBody;
    if (head_.class_key == kNowhere || head_.depth > 0) return;
    if (auto name = class_name(head_from(head_.class_key))) {
      block.kind = Block::Kind::kClass;
      block.name = *std::move(name);
    }
  }

  void close_block() {
    unnamed_.resize(std::min(unnamed_.size(), head_.first_text));
    if (block_ > 0) {
      const std::size_t closed = block_;
      head_ = blocks_[closed].outer;
      block_ = blocks_[closed].parent;
      // Blocks to which a conditional may return are kept.
      if (closed + 1 == blocks_.size() && closed >= kept_) blocks_.pop_back();
      if (head_.begin == kNowhere) begin_head();
    } else {
      begin_head();
    }
    advance();
  }

  // --- Names -----------------------------------------------------------------

  // Gives the waiting texts the function that the head declares.
  void name_texts() {
    const std::size_t first = std::min(unnamed_.size(), head_.first_text);
    if (first == unnamed_.size()) return;
    if (const auto name = declared_function()) {
      for (std::size_t i = first; i < unnamed_.size(); ++i) {
        result_.texts[unnamed_[i]].set_function(
            name->path,
            name->parameters.empty() ? "" : name->path + name->parameters);
      }
    }
    unnamed_.resize(first);
  }

  std::optional<FunctionName> declared_function() const {
    const bool none =
        head_.begin == kNowhere || head_.namespace_key != kNowhere;
    if (none || token_.begin - head_.begin > kLongestHead) return std::nullopt;
    auto name =
        function_name(source_.substr(head_.begin, token_.begin - head_.begin));
    if (!name) return std::nullopt;
    return qualified(*std::move(name));
  }

  // Adds the names of the surrounding blocks, unless one is the body of a
  // function, in which formulas can name nothing.
  std::optional<FunctionName> qualified(FunctionName function) const {
    bool in_namespace = false;
    std::size_t depth = 0;
    for (std::size_t i = block_; i > 0; i = blocks_[i].parent) {
      const Block& block = blocks_[i];
      if (++depth > kDeepestName) return std::nullopt;
      if (block.kind == Block::Kind::kBody && !in_namespace) {
        return std::nullopt;
      }
      if (block.kind == Block::Kind::kNamespace) in_namespace = true;
      const bool skipped =
          function.global ||
          (function.friendly && block.kind == Block::Kind::kClass);
      if (block.name.empty() || skipped) continue;
      function.path.insert(0, block.name + "::");
    }
    return function;
  }

  // --- Formulas --------------------------------------------------------------

  // SPL_EXPECTS("...") by itself begins no declaration.
  void read_macro(Texts texts) {
    const CppToken macro = token_;
    if (texts == Texts::kPossible) {
      take();
    } else {
      advance();
    }
    if (!at_sign('(')) return;
    advance();
    ++head_.depth;
    read_texts(texts, macro.text(source_));
    if (!at_sign(')')) return;
    --head_.depth;
    advance();
  }

  // Reads attributes from the second `[` on. read_sign() reads closing
  // brackets.
  void read_attributes() {
    ++head_.depth;
    take();
    std::string scope;
    if (at("using")) {
      advance();
      scope = text();
      advance();
      if (!at_sign(':')) return;
      advance();
    }
    while (token_.kind == Kind::kWord) {
      read_attribute(scope);
      while (at_sign('.')) advance();
      if (!at_sign(',')) return;
      while (at_sign(',')) advance();
    }
  }

  void read_attribute(std::string scope) {
    const CppToken begin = token_;
    std::string name(text());
    advance();
    if (at("::")) {
      advance();
      scope = std::exchange(name, std::string(text()));
      if (token_.kind == Kind::kWord) advance();
    }
    if (scope != "spl") {
      if (at_sign('(')) skip_group();
      return;
    }
    if (name != "expects") {
      problem("there is no attribute \"spl::" + name +
                  "\"; did you mean \"spl::expects\"?",
              begin);
      if (at_sign('(')) skip_group();
      return;
    }
    if (!at_sign('(')) {
      problem(
          "\"spl::expects\" takes a formula: "
          "[[spl::expects(\"THIS <= 5 us\")]]",
          begin);
      return;
    }
    advance();
    read_texts(Texts::kExpected, "spl::expects");
    ++head_.depth;
    close_group();
  }

  // Reads the literals of an argument and stops at any other token.
  void read_texts(Texts texts, std::string_view taker) {
    const CppToken first = token_;
    EmbeddedText found;
    bool plain = true;
    while (token_.kind == Kind::kString && plain) {
      const char prefix = source_[token_.begin];
      plain = prefix == '"' || prefix == 'R' || text().substr(0, 2) == "u8";
      if (plain) {
        found.add_literal(text(), token_.begin);
        advance();
      }
    }
    // Settings may follow in an assertion.
    const bool is_end =
        at_sign(')') || (texts == Texts::kPossible && at_sign(','));
    const bool complete = plain && is_end && token_.begin > first.begin &&
                          previous_.kind == Kind::kString;
    if (complete) {
      if (texts == Texts::kExpected) unnamed_.push_back(result_.texts.size());
      result_.texts.push_back(std::move(found));
    } else if (texts == Texts::kExpected) {
      const bool at_end = token_.kind == Kind::kEnd;
      problem('"' + std::string(taker) +
                  "\" takes a formula as plain string literals and nothing "
                  "else; found " +
                  (at_end ? "the end of the file" : shown(text())),
              token_);
    }
  }

  static std::string shown(std::string_view part) {
    constexpr std::size_t kMost = 40;
    const char quote = part.find('"') == part.npos ? '"' : '\'';
    std::string text(part.substr(0, std::min(part.find('\n'), kMost)));
    return quote + text + quote;
  }

  void skip_group() {
    advance();
    ++head_.depth;
    close_group();
  }

  // Proceeds to after the `)` of an attribute's arguments; stops if they cannot
  // go on.
  void close_group() {
    std::size_t open = 1;
    while (open > 0 && token_.kind != Kind::kEnd && !at_sign(';') &&
           !at_sign('{') && !at_sign('}')) {
      if (at_sign('(')) ++open;
      if (at_sign(')')) --open;
      advance();
    }
    if (open == 0) --head_.depth;
  }

  void problem(std::string message, const CppToken& token) {
    result_.problems.push_back({std::move(message), {token.begin, token.end}});
  }

  struct Conditional {
    std::size_t block;
    Head head;
    std::size_t kept;
  };

  std::string_view source_;
  CppLexer lexer_;
  CppToken token_;
  CppToken previous_;
  Head head_;
  std::size_t block_ = 0;
  std::vector<Block> blocks_;
  std::vector<Conditional> conditionals_;
  /// Blocks from here on may be removed when they close.
  std::size_t kept_ = 1;
  std::vector<std::size_t> unnamed_;  ///< Texts that wait for their function.
  ScannedSource result_;
};

}  // namespace

ScannedSource scan(std::string_view source) {
  // Most sources have no formula, which this finds quickly.
  if (source.find("spl") == source.npos && source.find("SPL_") == source.npos) {
    return {};
  }
  return Scanner(source).scan();
}

}  // namespace spl::parser
