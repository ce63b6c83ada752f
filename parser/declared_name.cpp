#include "parser/declared_name.hpp"

#include <algorithm>
#include <array>

#include "parser/cpp_lexer.hpp"

namespace spl::parser {
namespace {

using Kind = CppToken::Kind;

template <std::size_t Size>
bool is_one_of(std::string_view word,
               const std::array<std::string_view, Size>& words) {
  return std::ranges::find(words, word) != words.end();
}

constexpr std::array<std::string_view, 14> kTakesParentheses = {
    "alignas", "asm",         "decltype",      "explicit",      "noexcept",
    "throw",   "typeof",      "static_assert", "__attribute__", "__declspec",
    "_Pragma", "SPL_EXPECTS", "__typeof__",    "__asm__"};

// Words before `(` that are no names.
constexpr std::array<std::string_view, 47> kKeywords = {
    "auto",      "bool",         "char",    "char8_t",   "char16_t",
    "char32_t",  "class",        "const",   "consteval", "constexpr",
    "constinit", "delete",       "do",      "double",    "else",
    "enum",      "export",       "extern",  "float",     "for",
    "if",        "inline",       "int",     "long",      "mutable",
    "new",       "private",      "public",  "protected", "register",
    "return",    "short",        "signed",  "static",    "struct",
    "switch",    "thread_local", "typedef", "typename",  "union",
    "unsigned",  "using",        "virtual", "volatile",  "void",
    "wchar_t",   "while"};

constexpr std::array<std::string_view, 9> kFollowsFunction = {
    "const", "volatile", "noexcept", "override",     "final",
    "throw", "try",      "requires", "__attribute__"};

bool is_macro_name(std::string_view name) {
  return std::ranges::all_of(name, [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

/// A walk through the tokens of a head.
class Head {
 public:
  explicit Head(std::string_view text) : text_(text), lexer_(text) {
    advance();
  }

  [[nodiscard]] bool at_end() const { return token_.kind == Kind::kEnd; }
  [[nodiscard]] bool at_word() const { return token_.kind == Kind::kWord; }
  [[nodiscard]] std::string_view text() const { return token_.text(text_); }
  [[nodiscard]] bool at(std::string_view word) const {
    return !at_end() && text() == word;
  }

  /// Returns the text from the current token to that of another head.
  [[nodiscard]] std::string_view up_to(const Head& other) const {
    const std::size_t end = other.at_end() ? text_.size() : other.token_.begin;
    return text_.substr(token_.begin, end - token_.begin);
  }

  void advance() {
    do {
      token_ = lexer_.next();
    } while (token_.kind == Kind::kIf || token_.kind == Kind::kElse ||
             token_.kind == Kind::kEndIf);
  }

  /// Proceeds to after the bracket that closes the current one. Returns whether
  /// there is such a bracket.
  bool skip_group() {
    std::size_t depth = 0;
    do {
      if (at("(") || at("[") || at("{")) ++depth;
      if (at(")") || at("]") || at("}")) --depth;
      advance();
    } while (depth > 0 && !at_end());
    return depth == 0;
  }

  /// Proceeds to after the `>` that closes the current `<`.
  void skip_angles() {
    std::size_t depth = 0;
    do {
      if (at("(") || at("[") || at("{")) {
        skip_group();
        continue;
      }
      if (at("<")) ++depth;
      if (at(">")) --depth;
      advance();
    } while (depth > 0 && !at_end());
  }

 private:
  std::string_view text_;
  CppLexer lexer_;
  CppToken token_;
};

/// Whether a word behind another token ends a type, and is no name.
bool is_of_type(std::string_view word, std::string_view before) {
  constexpr std::array<std::string_view, 8> kBeforeTypes = {
      "(", ",", "::", "class", "const", "enum", "struct", "typename"};
  return is_one_of(word, kKeywords) || is_one_of(before, kBeforeTypes);
}

/// Returns parameters in their parentheses, without default values and names.
std::string parameters_text(std::string_view text) {
  std::string result;
  std::size_t depth = 0;
  bool is_in_value = false;
  std::string_view last;
  std::string_view name;  // The last token, if it may be one.
  for (Head head(text); !head.at_end(); head.advance()) {
    const std::string_view one = head.text();
    if (one == ")" || one == "]" || one == "}" || one == ">") --depth;
    const bool begins_value = depth == 1 && (one == "=" || one == "[");
    const bool is_end = depth == 0 || (depth == 1 && one == ",");
    if (begins_value || is_end) result.resize(result.size() - name.size());
    if (result.ends_with(' ')) result.pop_back();
    is_in_value = !is_end && (is_in_value || (depth == 1 && one == "="));
    if (one == "(" || one == "[" || one == "{" || one == "<") ++depth;
    name = {};
    if (is_in_value) continue;
    const bool is_word = head.at_word();
    if (is_word && !is_of_type(one, last)) name = one;
    const bool is_apart = result.ends_with(',') || (is_word && last != "::" &&
                                                    last != "(" && last != "<");
    result.append(is_apart ? " " : "").append(one);
    last = one;
  }
  return result == "(void)" ? "()" : result;
}

class FunctionHead {
 public:
  explicit FunctionHead(std::string_view text) : head_(text) {}

  std::optional<FunctionName> name() {
    while (!head_.at_end() && !head_.at("=") && !head_.at("{")) {
      if (head_.at_word()) {
        read_word();
      } else if (head_.at("(")) {
        if (read_parenthesis()) break;
      } else {
        read_sign();
      }
    }
    if (found_) found_->friendly = friendly_;
    return std::move(found_);
  }

 private:
  void forget() {
    path_.clear();
    global_ = joined_ = destructor_ = false;
  }

  void read_word() {
    const std::string_view word = head_.text();
    if (word == "friend") {
      friendly_ = true;
      head_.advance();
    } else if (word == "operator") {
      read_operator();
    } else if (word == "template") {
      head_.advance();
      if (head_.at("<")) head_.skip_angles();
    } else if (word == "requires") {
      skip_requires();
    } else if (is_one_of(word, kTakesParentheses)) {
      forget();
      head_.advance();
      if (head_.at("(")) head_.skip_group();
    } else if (is_one_of(word, kKeywords)) {
      forget();
      head_.advance();
    } else {
      begin_component();
      path_ += word;
      head_.advance();
    }
  }

  // Begins a component: the next word continues the path or begins another one.
  void begin_component() {
    if (joined_) {
      if (!path_.empty()) path_ += "::";
    } else {
      path_.clear();
      global_ = false;
    }
    if (destructor_) path_ += '~';
    joined_ = destructor_ = false;
  }

  // `operator[]`, `operator bool`, `operator""_km`.
  void read_operator() {
    begin_component();
    path_ += "operator";
    head_.advance();
    bool word_before = true;
    bool first = true;
    while (!head_.at_end() && (first || !head_.at("("))) {
      const bool call = first && head_.at("(");
      if (head_.at_word() && word_before) path_ += ' ';
      word_before = head_.at_word();
      path_ += head_.text();
      head_.advance();
      if (call && head_.at(")")) {
        path_ += ')';
        head_.advance();
      }
      if (head_.at("<") && word_before) head_.skip_angles();
      first = false;
    }
  }

  void skip_requires() {
    head_.advance();
    for (;;) {
      while (head_.at("!")) head_.advance();
      if (head_.at("(")) {
        head_.skip_group();
      } else if (head_.at("requires")) {
        head_.advance();
        if (head_.at("(")) head_.skip_group();
        if (head_.at("{")) head_.skip_group();
      } else {
        skip_concept();
      }
      if (!head_.at("&") && !head_.at("|")) break;
      while (head_.at("&") || head_.at("|")) head_.advance();
    }
    forget();
  }

  void skip_concept() {
    while (head_.at_word()) {
      head_.advance();
      if (head_.at("<")) head_.skip_angles();
      if (!head_.at("::")) return;
      head_.advance();
    }
  }

  void read_sign() {
    if (head_.at("::")) {
      if (path_.empty()) global_ = true;
      joined_ = true;
      head_.advance();
    } else if (head_.at("~")) {
      destructor_ = true;
      head_.advance();
    } else if (head_.at("<") && !path_.empty()) {
      head_.skip_angles();
    } else if (head_.at("[")) {
      head_.skip_group();
    } else {
      if (!head_.at(")")) forget();  // `(f)(int)`
      head_.advance();
    }
  }

  // Returns whether the name is certain.
  bool read_parenthesis() {
    if (path_.empty()) {  // around a declarator: `(*f(int))(int)`
      head_.advance();
      return false;
    }
    FunctionName name{path_, "", global_, false};
    forget();
    Head behind = head_;
    const Head parameters = head_;
    behind.advance();
    if (behind.at("*") || behind.at("&")) {  // `T (*f(int))(int)`
      head_.advance();
      return false;
    }
    const bool is_whole = head_.skip_group();
    if (is_whole) {
      name.parameters = parameters_text(parameters.up_to(head_)) + qualifiers();
    }
    const bool goes_on_otherwise =
        (head_.at_word() && !is_one_of(head_.text(), kFollowsFunction)) ||
        (head_.at("[") && is_macro_name(name.path)) || head_.at("(");
    // `MACRO(1) int f()`, and `f() MACRO(1)`.
    const bool after_macro = found_ && is_macro_name(found_->path);
    const bool trails = found_ && !after_macro && is_macro_name(name.path);
    if (!trails && (!found_ || after_macro || !goes_on_otherwise)) {
      found_ = std::move(name);
    }
    return !trails && !goes_on_otherwise;
  }

  /// Returns the qualifiers of a member function, which may distinguish
  /// overloads.
  [[nodiscard]] std::string qualifiers() const {
    Head behind = head_;
    std::string found;
    for (;; behind.advance()) {
      if (behind.at("const") || behind.at("volatile")) {
        found += ' ' + std::string(behind.text());
      } else if (behind.at("&")) {
        found += found.ends_with('&') ? "&" : " &";
      } else {
        return found;
      }
    }
  }

  Head head_;
  std::string path_;
  bool global_ = false;
  bool joined_ = false;
  bool destructor_ = false;
  bool friendly_ = false;
  std::optional<FunctionName> found_;
};

}  // namespace

std::optional<FunctionName> function_name(std::string_view head) {
  return FunctionHead(head).name();
}

std::optional<std::string> class_name(std::string_view text) {
  Head head(text);
  head.advance();
  std::string name;
  bool joined = false;
  while (!head.at_end() && !head.at(":") && !head.at("final")) {
    if (head.at("::")) {
      joined = true;
      head.advance();
    } else if (head.at_word()) {
      const bool takes_parentheses = is_one_of(head.text(), kTakesParentheses);
      if (joined && !name.empty()) name += "::";
      if (!joined) name.clear();
      if (!takes_parentheses) name += head.text();
      joined = false;
      head.advance();
      if (head.at("(")) {  // a macro in front of the name, or a function
        head.skip_group();
        if (!head.at_word() && !head.at("[") && !takes_parentheses) {
          return std::nullopt;
        }
      }
    } else if (head.at("[")) {
      head.skip_group();
    } else if (head.at("<") && !name.empty()) {
      head.skip_angles();
    } else {
      return std::nullopt;
    }
  }
  return name;
}

std::string namespace_name(std::string_view text) {
  Head head(text);
  head.advance();
  std::string name;
  bool joined = false;
  bool inlined = false;
  while (!head.at_end()) {
    if (head.at("[")) {
      head.skip_group();
      continue;
    }
    if (head.at("inline")) {
      inlined = true;
    } else if (head.at("::")) {
      joined = true;
      inlined = false;
    } else if (head.at_word() && !inlined) {
      if (!joined) name.clear();
      if (joined && !name.empty()) name += "::";
      name += head.text();
      joined = false;
    }
    head.advance();
  }
  return name;
}

}  // namespace spl::parser
