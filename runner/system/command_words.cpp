#include "runner/system/command_words.hpp"

#include <unistd.h>

#include <algorithm>

namespace spl::runner {
namespace {

constexpr std::string_view kSpace = " \t\n\r\f\v";
constexpr std::string_view kEscapable = "\"\\$`";

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  std::vector<std::string> words() {
    while (skip_space()) words_.push_back(word());
    return std::move(words_);
  }

 private:
  bool skip_space() {
    while (!text_.empty() && is_space(text_.front())) text_.remove_prefix(1);
    return !text_.empty();
  }

  std::string word() {
    std::string result;
    while (!text_.empty() && !is_space(text_.front())) {
      const char next = take();
      if (next == '\'') {
        result += up_to_quote();
      } else if (next == '"') {
        add_double_quoted(result);
      } else if (next == '\\') {
        if (text_.empty()) throw WordError("nothing after its last \\");
        result += take();
      } else {
        result += next;
      }
    }
    return result;
  }

  std::string up_to_quote() {
    const std::size_t end = text_.find('\'');
    if (end == std::string_view::npos) throw WordError("a ' without another");
    std::string result(text_.substr(0, end));
    text_.remove_prefix(end + 1);
    return result;
  }

  void add_double_quoted(std::string& result) {
    while (!text_.empty() && text_.front() != '"') {
      const char next = take();
      const bool escapes = next == '\\' && !text_.empty() &&
                           kEscapable.find(text_.front()) != kEscapable.npos;
      result += escapes ? take() : next;
    }
    if (text_.empty()) throw WordError("a \" without another");
    text_.remove_prefix(1);
  }

  char take() {
    const char next = text_.front();
    text_.remove_prefix(1);
    return next;
  }

  static bool is_space(char one) { return kSpace.find(one) != kSpace.npos; }

  std::string_view text_;
  std::vector<std::string> words_;
};

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') ||
         std::string_view("_-./=:,+@%").find(c) != std::string_view::npos;
}

}  // namespace

std::vector<std::string> command_words(std::string_view command) {
  return Splitter(command).words();
}

std::string to_text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    if (!word.empty() && std::ranges::all_of(word, is_plain)) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
    text += '\'';
  }
  return text;
}

namespace {

namespace fs = std::filesystem;

std::string search_path(const std::vector<std::string>& environment) {
  constexpr std::string_view kBeginning = "PATH=";
  for (const std::string& variable : environment) {
    if (variable.starts_with(kBeginning)) {
      return variable.substr(kBeginning.size());
    }
  }
  return {};
}

}  // namespace

std::optional<fs::path> in_search_path(
    const std::string& program, const std::vector<std::string>& environment) {
  if (program.find('/') != std::string::npos) return program;
  const std::string folders = search_path(environment);
  for (std::size_t at = 0; at < folders.size();) {
    const std::size_t end = std::min(folders.find(':', at), folders.size());
    fs::path path = fs::path(folders.substr(at, end - at)) / program;
    if (access(path.c_str(), X_OK) == 0) return path;
    at = end + 1;
  }
  return std::nullopt;
}

}  // namespace spl::runner
