#include "parser/parameter_types.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "parser/cpp_lexer.hpp"

namespace spl::parser {
namespace {

using Kind = CppToken::Kind;

struct Part {
  std::string_view text;
  bool is_word = false;
};
using Parts = std::vector<Part>;

Parts parts_of(std::string_view text) {
  Parts parts;
  CppLexer lexer(text);
  for (CppToken token = lexer.next(); token.kind != Kind::kEnd;
       token = lexer.next()) {
    const bool is_directive = token.kind == Kind::kIf ||
                              token.kind == Kind::kElse ||
                              token.kind == Kind::kEndIf;
    if (is_directive) continue;
    parts.push_back({token.text(text),
                     token.kind == Kind::kWord || token.kind == Kind::kNumber});
  }
  return parts;
}

std::string spaced(const Parts& parts) {
  std::string text;
  bool word_before = false;
  for (const Part& part : parts) {
    const bool is_apart = (part.is_word && word_before) || text.ends_with(',');
    if (is_apart) text += ' ';
    text += part.text;
    word_before = part.is_word;
  }
  return text;
}

// Words that are no parameter names.
constexpr std::array<std::string_view, 15> kOfTypes = {
    "auto",    "bool",  "char",   "char16_t", "char32_t",
    "char8_t", "const", "double", "float",    "int",
    "long",    "short", "signed", "unsigned", "void"};

// Words that are no type by themselves.
constexpr std::array<std::string_view, 6> kBeforeTypes = {
    "class", "const", "enum", "struct", "typename", "volatile"};

template <std::size_t Size>
bool is_one_of(std::string_view word,
               const std::array<std::string_view, Size>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether the last part is the name of the parameter, not of its type.
bool ends_with_name(const Parts& parts) {
  if (parts.size() < 2 || !parts.back().is_word) return false;
  const bool is_of_type =
      is_one_of(parts.back().text, kOfTypes) || parts.back().text == "volatile";
  const Part& before = parts[parts.size() - 2];
  if (is_of_type || before.text == "::") return false;
  if (before.text != "const" && before.text != "volatile") {
    return !is_one_of(before.text, kBeforeTypes);
  }
  // `const T`, but `T const t`.
  return std::any_of(parts.begin(), parts.end() - 1, [](const Part& part) {
    return !is_one_of(part.text, kBeforeTypes);
  });
}

Parts without_attributes(const Parts& parts) {
  Parts result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool begins = i + 1 < parts.size() && parts[i].text == "[" &&
                        parts[i + 1].text == "[";
    if (!begins) {
      result.push_back(parts[i]);
      continue;
    }
    std::size_t depth = 0;
    for (; i < parts.size(); ++i) {
      if (parts[i].text == "[") ++depth;
      if (parts[i].text == "]" && --depth == 0) break;
    }
  }
  return result;
}

std::string type_of(Parts parameter) {
  const auto behind =
      std::find_if(parameter.begin(), parameter.end(),
                   [](const Part& part) { return part.text == "["; });
  Parts bounds(behind, parameter.end());
  parameter.erase(behind, parameter.end());
  if (ends_with_name(parameter)) parameter.pop_back();
  parameter.insert(parameter.end(), bounds.begin(), bounds.end());
  return spaced(parameter);
}

/// The parts between commas.
class Parameters {
 public:
  void read(const Part& part) {
    if (part.text == "," && depth_ == 0) {
      end();
      return;
    }
    const bool opens = part.text == "(" || part.text == "[" ||
                       part.text == "{" || part.text == "<";
    const bool closes = part.text == ")" || part.text == "]" ||
                        part.text == "}" || part.text == ">";
    if (opens) ++depth_;
    if (closes && depth_ > 0) --depth_;
    in_value_ = in_value_ || (depth_ == 0 && part.text == "=");
    if (!in_value_) parameter_.push_back(part);
  }

  void end() {
    if (!parameter_.empty()) types_.push_back(type_of(std::move(parameter_)));
    parameter_.clear();
    in_value_ = false;
  }

  [[nodiscard]] std::string text() const {
    if (types_ == std::vector<std::string>{"void"}) return "()";
    std::string text;
    for (const std::string& type : types_) {
      text += (text.empty() ? "" : ", ") + type;
    }
    return '(' + text + ')';
  }

 private:
  Parts parameter_;
  std::vector<std::string> types_;
  std::size_t depth_ = 0;
  bool in_value_ = false;
};

}  // namespace

std::string parameter_types(std::string_view parameters) {
  const Parts parts = without_attributes(parts_of(parameters));
  Parameters result;
  for (std::size_t i = 1; i + 1 < parts.size(); ++i) result.read(parts[i]);
  result.end();
  return result.text();
}

std::string spaced_tokens(std::string_view text) {
  return spaced(parts_of(text));
}

}  // namespace spl::parser
