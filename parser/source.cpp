#include "parser/source.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "parser/lexeme.hpp"
#include "spl/logic/name.hpp"

namespace spl::parser {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

Lines::Lines(std::string_view text) : size_(text.size()) {
  const bool marked = text.substr(0, kByteOrderMark.size()) == kByteOrderMark;
  begins_.push_back(marked ? kByteOrderMark.size() : 0);
  for (std::size_t i = text.find('\n'); i != text.npos;
       i = text.find('\n', i + 1)) {
    begins_.push_back(i + 1);
  }
}

Position Lines::position(std::size_t offset) const {
  offset = std::clamp(offset, begins_.front(), size_);
  const auto next = std::ranges::upper_bound(begins_, offset);
  return {static_cast<std::size_t>(next - begins_.begin()),
          offset - *std::prev(next) + 1};
}

std::size_t Lines::begin(std::size_t line) const { return begins_[line - 1]; }

std::size_t Lines::end(std::size_t line) const {
  return line < begins_.size() ? begins_[line] - 1 : size_;
}

namespace {

constexpr std::size_t kMostBefore = 60;  // of a long line, before the caret
constexpr std::size_t kMostColumns = 100;

bool is_continuation_byte(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// The visible part of a line: [begin, end) around the caret, of whole
// characters.
struct Window {
  std::size_t begin;
  std::size_t end;
  bool cut_before;
  bool cut_behind;
};

Window window_around(std::string_view line, std::size_t caret) {
  if (line.size() <= kMostColumns) return {0, line.size(), false, false};
  Window window{caret > kMostBefore ? caret - kMostBefore : 0, 0, false, false};
  window.end = std::min(line.size(), window.begin + kMostColumns);
  // A code point has at most three continuation bytes; garbage may have more.
  for (int i = 0; i < 3 && window.begin > 0 && window.begin < caret &&
                  is_continuation_byte(line[window.begin]);
       ++i) {
    ++window.begin;
  }
  for (int i = 0; i < 3 && window.end < line.size() && window.end > caret &&
                  is_continuation_byte(line[window.end]);
       ++i) {
    --window.end;
  }
  window.cut_before = window.begin > 0;
  window.cut_behind = window.end < line.size();
  return window;
}

/// Returns the lines of an excerpt behind a margin with the number of the
/// first, so that no line of a source begins a line of the output.
std::string in_margin(std::string_view excerpt, std::size_t number) {
  if (excerpt.empty()) return {};
  std::string margin = std::to_string(number);
  std::string text;
  while (true) {
    const std::size_t end = excerpt.find('\n');
    const std::string line(excerpt.substr(0, end));
    text += margin;
    text += line.empty() ? " |" : " | ";
    text += line;
    text += '\n';
    if (end == std::string_view::npos) return text;
    excerpt.remove_prefix(end + 1);
    margin.assign(margin.size(), ' ');
  }
}

}  // namespace

std::string to_text(const Diagnostic& diagnostic, std::string_view kind) {
  const std::string place = diagnostic.file.empty()
                                ? ""
                                : diagnostic.file + ':' +
                                      std::to_string(diagnostic.line) + ':' +
                                      std::to_string(diagnostic.column) + ": ";
  return place + std::string(kind) + ": " + diagnostic.message + '\n' +
         in_margin(diagnostic.excerpt, diagnostic.line);
}

namespace {

/// Folds white space; `written` returns the text of any other lexeme.
template <class Written>
std::string folded(std::string_view part, const Written& written) {
  std::string folded;
  bool space = false;
  for (Lexeme lexeme = lexeme_at(part, 0); lexeme.kind != Lexeme::Kind::kEnd;
       lexeme = lexeme_at(part, lexeme.end)) {
    if (lexeme.is_space()) {
      space = true;
      continue;
    }
    if (space && !folded.empty()) folded += ' ';
    space = false;
    folded += written(lexeme);
  }
  return folded;
}

}  // namespace

std::string folded_text(std::string_view part) {
  return folded(part, [&](const Lexeme& lexeme) { return lexeme.text(part); });
}

std::string folded_text(std::string_view part, const std::string& function) {
  const std::string name =
      logic::is_plain_name(function) ? function : logic::quoted(function);
  return folded(part, [&](const Lexeme& lexeme) {
    const std::string_view text = lexeme.text(part);
    const bool is_this = lexeme.kind == Lexeme::Kind::kWord && text == "THIS";
    return is_this ? std::string_view(name) : text;
  });
}

Source::Source(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)), lines_(text_) {}

std::string Source::excerpt(std::size_t offset) const {
  const Position place = position(offset);
  const std::size_t begin = lines_.begin(place.line);
  std::size_t end = lines_.end(place.line);
  if (end > begin && text_[end - 1] == '\r') --end;
  const std::string_view line =
      std::string_view(text_).substr(begin, end - begin);
  const std::size_t caret = std::min(place.column - 1, line.size());
  const Window window = window_around(line, caret);

  std::string shown = window.cut_before ? "..." : "";
  std::string below(shown.size(), ' ');
  for (std::size_t i = window.begin; i < window.end;) {
    const std::size_t length = code_point_length(line, i);
    const bool printable =
        length > 1 || (length == 1 && line[i] >= ' ' && line[i] != '\x7f');
    const bool tab = line[i] == '\t';
    shown += printable || tab
                 ? std::string(line.substr(i, std::max<std::size_t>(length, 1)))
                 : "?";
    i += std::max<std::size_t>(length, 1);
    if (i <= caret) below += tab ? '\t' : ' ';
  }
  if (window.cut_behind) shown += "...";
  return shown + '\n' + below + '^';
}

Diagnostic Source::diagnose(const logic::Problem& problem) const {
  const Position place = position(problem.span.begin);
  return {name_,
          place.line,
          place.column,
          problem.message,
          excerpt(problem.span.begin),
          position(problem.span.end),
          problem.mistake};
}

std::string Source::text_of(logic::Span span) const {
  return folded_text(
      std::string_view(text_).substr(span.begin, span.end - span.begin));
}

}  // namespace spl::parser
