#include "runner/reports/terminal/wrapped_text.hpp"

#include <algorithm>
#include <cwchar>
#include <iterator>

#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

/// Lets this thread read UTF-8 while it exists, whatever the user's locale is.
class InUtf8 {
 public:
  InUtf8() {
    static const locale_t kUtf8 =
        newlocale(LC_CTYPE_MASK, "C.UTF-8", static_cast<locale_t>(nullptr));
    if (kUtf8 != nullptr) before_ = uselocale(kUtf8);
  }
  InUtf8(const InUtf8&) = delete;
  InUtf8& operator=(const InUtf8&) = delete;
  ~InUtf8() {
    if (before_ != nullptr) uselocale(before_);
  }

 private:
  locale_t before_ = nullptr;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a word, and what punctuation it may end with, is a unit.
bool is_unit(std::string_view word) {
  constexpr std::string_view kUnits[] = {"%", "ns", "us", "ms", "s", "min"};
  const std::size_t last = word.find_last_not_of(".,;:)");
  word = word.substr(0, last == word.npos ? 0 : last + 1);
  return std::ranges::find(kUnits, word) != std::end(kUnits);
}

std::size_t end_of_word(std::string_view line, std::size_t begin) {
  return std::min(line.find(' ', begin), line.size());
}

/// Returns where a word ends that begins there. A number and its unit are one.
std::size_t end_of_unbroken(std::string_view line, std::size_t begin) {
  const std::size_t end = end_of_word(line, begin);
  if (end + 1 >= line.size() || !is_digit(line[end - 1])) return end;
  const std::size_t next = end_of_word(line, end + 1);
  return is_unit(line.substr(end + 1, next - end - 1)) ? next : end;
}

/// Appends a line of text, broken at blanks.
void wrap_line(std::string_view line, const Wrapping& how, std::string& text) {
  std::size_t column = 0;
  bool is_first = true;
  // Blanks before the first word are its own.
  std::size_t begin = 0;
  while (begin < line.size()) {
    const std::size_t word = line.find_first_not_of(' ', begin);
    if (word == std::string_view::npos) break;
    const std::size_t end = end_of_unbroken(line, word);
    const std::size_t size = columns_of(line.substr(word, end - word));
    const std::size_t blanks = word - begin;
    const bool is_last = end == line.size();
    const std::size_t room = is_last ? 0 : columns_of(how.end);
    if (!is_first && column + blanks + size + room > how.width) {
      text += how.end;
      text += '\n' + std::string(how.indent, ' ');
      column = how.indent;
    } else {
      text.append(blanks, ' ');
      column += blanks;
    }
    text += line.substr(word, end - word);
    column += size;
    begin = end;
    is_first = false;
  }
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  const bool is_ascii = std::ranges::all_of(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (is_ascii) return text.size();
  const InUtf8 locale;
  std::size_t columns = 0;
  std::mbstate_t state{};
  while (!text.empty()) {
    wchar_t c = 0;
    const std::size_t size = std::mbrtowc(&c, text.data(), text.size(), &state);
    const bool is_valid = size > 0 && size <= text.size();
    const int width = is_valid ? wcwidth(c) : 1;
    columns += static_cast<std::size_t>(std::max(width, 0));
    text.remove_prefix(is_valid ? size : 1);
    if (!is_valid) state = {};
  }
  return columns;
}

std::string wrapped(std::string_view text, const Wrapping& wrapping) {
  std::string result;
  for (;;) {
    const std::size_t end = text.find('\n');
    wrap_line(text.substr(0, end), wrapping, result);
    if (end == std::string_view::npos) return result;
    result += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string wrapped_lines(std::string_view text, std::size_t width) {
  constexpr std::size_t kMore = 4;
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    const std::size_t indent = std::min(line.find_first_not_of(' '), end);
    result += wrapped(line, {width, indent + kMore});
    text.remove_prefix(end);
  }
  return result;
}

namespace {

using Rows = std::vector<Columns::Row>;

/// The last cell of a row with fewer columns may be longer than others.
std::vector<std::size_t> widths_of(const Rows& rows, std::size_t columns) {
  std::vector<std::size_t> widths(columns);
  for (const Columns::Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool is_sentence = i + 1 == row.size() && row.size() < columns;
      if (!is_sentence) widths[i] = std::max(widths[i], columns_of(row[i]));
    }
  }
  return widths;
}

/// Returns how many columns fit side by side, the first always.
std::size_t columns_beside(const Rows& rows, std::size_t width) {
  std::size_t most = rows.front().size();
  const std::vector<std::size_t> widths = widths_of(rows, most);
  for (const Columns::Row& row : rows) {
    if (row.size() < widths.size()) continue;  // It ends with a sentence.
    std::size_t end = 0;
    for (std::size_t i = 0; i < most; ++i) {
      const bool is_last = i + 1 == row.size();
      end += 2 + (is_last ? columns_of(row[i]) : widths[i]);
      if (i > 0 && end > width) most = i;
    }
  }
  return most;
}

}  // namespace

std::string Columns::text(std::size_t width) const {
  if (rows_.size() == 1) return {};
  const std::size_t beside = columns_beside(rows_, width);
  Rows fitting = rows_;
  for (Row& row : fitting) row.resize(std::min(row.size(), beside));
  const auto lines = aligned(fitting, std::string(beside, 'l'));
  std::string text;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    text += "  " + lines[i] + '\n';
    if (i > 0) text += below(rows_[i], beside, width);
  }
  return text;
}

std::string Columns::below(const Row& row, std::size_t first,
                           std::size_t width) const {
  if (first >= row.size()) return {};
  constexpr std::size_t kIndent = 4;
  std::string text(kIndent, ' ');
  for (std::size_t i = first; i < row.size(); ++i) {
    text += rows_.front()[i] + ' ' + row[i];
    if (i + 1 < row.size()) text += "; ";
  }
  return wrapped(text, {width, kIndent}) + '\n';
}

std::vector<std::string> aligned(const Rows& rows, std::string_view form) {
  const std::vector<std::size_t> widths = widths_of(rows, form.size());
  std::vector<std::string> lines;
  for (const Columns::Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t size = columns_of(row[i]);
      if (std::max(widths[i], size) == 0) continue;
      const std::string blanks(widths[i] > size ? widths[i] - size : 0, ' ');
      line += (form[i] == 'r' ? blanks + row[i] : row[i] + blanks) + "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(line);
  }
  return lines;
}

std::string left_out_text(const std::string& what,
                          const std::vector<LeftOut>& all) {
  if (all.empty()) return {};
  std::string text = what + ':';
  for (const LeftOut& one : all) {
    text += (&one == &all.front() ? " " : ", ") + foreign_name(one.name) +
            " (" + foreign_text(one.reason) + ')';
  }
  return text + '\n';
}

}  // namespace spl::runner
