#include "runner/git/configured_files.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace spl::runner::git {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBlanks = " \t\r\f\v";

bool is_letter(unsigned char c) { return std::isalpha(c) != 0; }

std::string in_lower_case(std::string_view word) {
  std::string result(word);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return result;
}

/// Returns the word before a sign in lower case: the key of a value.
std::string key_before(std::string_view text, std::size_t sign) {
  const std::string_view before = text.substr(0, sign);
  const std::size_t last = before.find_last_not_of(kBlanks);
  if (last == before.npos) return {};
  std::size_t begin = last + 1;
  while (begin > 0 && is_letter(before[begin - 1])) --begin;
  return in_lower_case(before.substr(begin, last + 1 - begin));
}

/// Whether keys may be those of an include, as the headers up to them say.
class Section {
 public:
  explicit Section(std::string_view text) : text_(text) {}

  /// Returns that of the key that ends before a position; it never goes back.
  bool is_include_at(std::size_t end) {
    while (line_ < end) {
      const std::size_t next =
          std::min(text_.find('\n', line_), text_.size() - 1) + 1;
      read_headers(text_.substr(line_, next - line_));
      line_ = next;
    }
    return is_include_;
  }

 private:
  /// A line may have several headers.
  void read_headers(std::string_view line) {
    for (std::size_t at = line.find('['); at != line.npos;
         at = line.find('[', at + 1)) {
      const std::string_view name = line.substr(at + 1);
      const auto end = std::find_if_not(name.begin(), name.end(), is_letter);
      const std::string word =
          in_lower_case(name.substr(0, end - name.begin()));
      const bool is_first = line.find_first_not_of(kBlanks) == at;
      if (word == "include" || word == "includeif") {
        is_include_ = true;
        return;
      }
      if (is_first && !is_in_value()) is_include_ = false;
    }
  }

  /// What looks like a header may be the next line of a value.
  [[nodiscard]] bool is_in_value() const {
    const std::string_view before = text_.substr(0, line_);
    return before.ends_with("\\\n") || before.ends_with("\\\r\n");
  }

  std::string_view text_;
  std::size_t line_ = 0;  ///< The line that is read next.
  bool is_include_ = true;
};

/// Returns what an escaped letter stands for.
char escaped(char letter) {
  switch (letter) {
    case 't':
      return '\t';
    case 'n':
      return '\n';
    case 'b':
      return '\b';
    default:
      return letter;
  }
}

/// Reads a value without its quotes, up to the end of its line or a comment.
std::string value_at(std::string_view text, std::size_t at) {
  std::string value;
  std::size_t size = 0;  // Without blanks at its end that are not quoted.
  bool is_quoted = false;
  for (at = std::min(text.find_first_not_of(kBlanks, at), text.size());
       at < text.size() && text[at] != '\n'; ++at) {
    const char c = text[at];
    if (!is_quoted && (c == '#' || c == ';')) break;
    if (c == '"') {
      is_quoted = !is_quoted;
    } else if (c != '\\') {
      value += c;
      if (is_quoted || kBlanks.find(c) == kBlanks.npos) size = value.size();
    } else if (text.substr(at + 1).starts_with("\r\n")) {
      at += 2;
    } else if (++at < text.size() && text[at] != '\n') {
      value += escaped(text[at]);
      size = value.size();
    }
  }
  value.resize(size);
  return value;
}

fs::path path_of(const std::string& value, const fs::path& folder) {
  const char* home = std::getenv("HOME");
  if (home != nullptr && value.starts_with("~/")) {
    return fs::path(home) / value.substr(2);
  }
  return folder / value;
}

}  // namespace

std::vector<ConfiguredFile> configured_files(std::string_view configuration,
                                             const fs::path& folder) {
  std::vector<ConfiguredFile> result;
  Section section(configuration);
  for (std::size_t at = configuration.find('='); at != configuration.npos;
       at = configuration.find('=', at + 1)) {
    const std::string key = key_before(configuration, at);
    const bool is_included = section.is_include_at(at) && key == "path";
    const bool is_rules = key == "excludesfile" || key == "attributesfile";
    if (!is_included && !is_rules) continue;
    const std::string value = value_at(configuration, at + 1);
    std::error_code error;
    const fs::path from = is_included ? folder : fs::current_path(error);
    if (!value.empty()) result.push_back({path_of(value, from), is_included});
  }
  return result;
}

bool has_unclear_names(std::string_view configuration) {
  const std::string text = in_lower_case(configuration);
  if (text.find("include") == text.npos && text.find("sfile") == text.npos) {
    return false;
  }
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    const std::size_t last = line.find_last_not_of(kBlanks);
    const bool goes_on = last != line.npos && line[last] == '\\';
    const bool may_name =
        line.find("path") != line.npos || line.find("sfile") != line.npos;
    if (goes_on || (may_name && line.find('\\') != line.npos)) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace spl::runner::git
