#include "parser/lines.hpp"

#include <algorithm>
#include <iterator>

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
  const auto next = std::upper_bound(begins_.begin(), begins_.end(), offset);
  return {static_cast<std::size_t>(next - begins_.begin()),
          offset - *std::prev(next) + 1};
}

std::size_t Lines::begin(std::size_t line) const { return begins_[line - 1]; }

std::size_t Lines::end(std::size_t line) const {
  return line < begins_.size() ? begins_[line] - 1 : size_;
}

}  // namespace spl::parser
