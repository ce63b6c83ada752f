#include "runner/system/json_positions.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace spl::runner {

/// Passes over a text as far as the parser has accepted it.
class JsonPositions::Scanner {
 public:
  Scanner(std::string_view text, std::map<std::string, Offsets>& offsets)
      : text_(text), offsets_(offsets) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  void value(const JsonPlace& place, std::size_t level) {
    skip_space();
    offsets_[to_text(place)].value = at_;
    const bool is_nested = next() == '{' || next() == '[';
    if (is_nested && level == kMostJsonLevels) {
      stop();
    } else if (next() == '{') {
      object(place, level + 1);
    } else if (next() == '[') {
      array(place, level + 1);
    } else if (next() == '"') {
      (void)string();
    } else {
      at_ = std::min(text_.find_first_of(",]}/ \t\r\n", at_), text_.size());
    }
  }

 private:
  void object(const JsonPlace& place, std::size_t level) {
    while (has_next('}')) {
      const std::size_t offset = at_;
      const auto parsed = nlohmann::json::parse(string(), nullptr, false);
      if (!parsed.is_string()) return stop();
      const std::string key = parsed;
      const JsonPlace inner = place.at(key);
      const auto [known, is_new] =
          offsets_.insert_or_assign(to_text(inner), Offsets{offset, offset});
      if (!is_new) return stop();
      skip_space();
      ++at_;  // The colon.
      value(inner, level);
    }
  }

  void array(const JsonPlace& place, std::size_t level) {
    for (std::size_t i = 0; has_next(']'); ++i) {
      const JsonPlace inner = place.at(i);
      offsets_[to_text(inner)].begin = at_;
      value(inner, level);
    }
  }

  /// Ends the scan, as the parser stopped here.
  void stop() { at_ = text_.size(); }

  /// Passes the bracket or comma there; whether there is one more after it.
  bool has_next(char end) {
    skip_space();
    if (next() != end) ++at_;
    skip_space();
    if (next() != end && at_ < text_.size()) return true;
    ++at_;
    return false;
  }

  std::string_view string() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"') {
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void skip_space() {
    while (at_ < text_.size()) {
      if (text_[at_] == '/') {
        const bool is_line = text_.substr(at_, 2) == "//";
        const std::size_t end = text_.find(is_line ? "\n" : "*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size()
                                            : end + (is_line ? 1 : 2);
      } else if (std::string_view(" \t\r\n").find(text_[at_]) !=
                 std::string_view::npos) {
        ++at_;
      } else {
        return;
      }
    }
  }

  [[nodiscard]] char next() const {
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  std::string_view text_;
  std::map<std::string, Offsets>& offsets_;
  std::size_t at_ = 0;
};

JsonPositions::JsonPositions(std::string_view text) {
  Scanner(text, offsets_).value(JsonPlace(), 0);
}

std::size_t JsonPositions::of(const JsonPlace& place) const {
  return offsets(to_text(place)).begin;
}

std::size_t JsonPositions::value_of(const JsonPlace& place) const {
  return offsets(to_text(place)).value;
}

std::size_t JsonPositions::of(const JsonFault& fault) const {
  if (fault.offset()) return *fault.offset();
  const Offsets found = offsets(fault.place());
  return fault.kind() == JsonFault::Kind::kRepeatedKey ? found.begin
                                                       : found.value;
}

JsonPositions::Offsets JsonPositions::offsets(const std::string& place) const {
  const auto found = offsets_.find(place);
  return found == offsets_.end() ? Offsets() : found->second;
}

}  // namespace spl::runner
