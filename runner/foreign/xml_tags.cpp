#include "runner/foreign/xml_tags.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

namespace spl::runner {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string decoded(std::string_view value) {
  static constexpr std::pair<std::string_view, char> kEntities[] = {
      {"&lt;", '<'},
      {"&gt;", '>'},
      {"&amp;", '&'},
      {"&quot;", '"'},
      {"&apos;", '\''}};
  std::string result;
  while (!value.empty()) {
    const auto* known = std::find_if(
        std::begin(kEntities), std::end(kEntities),
        [&](const auto& one) { return value.starts_with(one.first); });
    const bool is_entity = known != std::end(kEntities);
    result += is_entity ? known->second : value.front();
    value.remove_prefix(is_entity ? known->first.size() : 1);
  }
  return result;
}

/// What is before the first of these characters, which is taken off; all of it
/// where there is none.
std::string_view taken(std::string_view& text, std::string_view end) {
  const std::size_t size = std::min(text.find_first_of(end), text.size());
  const std::string_view result = text.substr(0, size);
  text.remove_prefix(size);
  return result;
}

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
}

/// NAME="VALUE", in quotes of either kind; false where there is no such.
bool take_attribute(std::string_view& text, XmlTag& tag) {
  const std::string name(taken(text, "= \t\r\n"));
  if (name.empty() || !text.starts_with('=') || text.size() < 3) return false;
  const char quote = text[1];
  if (quote != '"' && quote != '\'') return false;
  text.remove_prefix(2);
  const std::string_view value = taken(text, std::string_view(&quote, 1));
  if (text.empty()) return false;
  text.remove_prefix(1);
  return tag.attributes.emplace(name, decoded(value)).second;
}

/// The inside of <...>.
std::optional<XmlTag> tag_of(std::string_view inside) {
  if (inside.ends_with('/')) inside.remove_suffix(1);
  XmlTag tag{std::string(taken(inside, kBlanks))};
  if (tag.name.empty() || tag.name == "/") return std::nullopt;
  for (skip_blanks(inside); !inside.empty(); skip_blanks(inside)) {
    if (!take_attribute(inside, tag)) return std::nullopt;
  }
  return tag;
}

/// The end of a tag whose inside begins there: a ">" that is not in quotes.
std::size_t end_of_tag(std::string_view text, std::size_t begin) {
  char quote = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (quote != 0) {
      if (text[i] == quote) quote = 0;
    } else if (text[i] == '"' || text[i] == '\'') {
      quote = text[i];
    } else if (text[i] == '>') {
      return i;
    }
  }
  return text.npos;
}

}  // namespace

std::optional<double> XmlTag::number(const std::string& key) const {
  const auto found = attributes.find(key);
  if (found == attributes.end()) return std::nullopt;
  const std::string& text = found->second;
  const char* end = text.data() + text.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::optional<std::vector<XmlTag>> xml_tags(std::string_view text) {
  constexpr std::string_view kComment = "<!--";
  std::vector<XmlTag> result;
  for (std::size_t at = text.find('<'); at != text.npos;
       at = text.find('<', at)) {
    const bool is_comment = text.substr(at).starts_with(kComment);
    const std::size_t end =
        is_comment ? text.find("-->", at) : end_of_tag(text, at + 1);
    if (end == text.npos) return std::nullopt;
    const std::string_view inside = text.substr(at + 1, end - at - 1);
    at = end;
    if (is_comment || inside.starts_with('?') || inside.starts_with('!')) {
      continue;
    }
    auto tag = tag_of(inside);
    if (!tag) return std::nullopt;
    result.push_back(*std::move(tag));
  }
  if (result.empty() || result.back().name != '/' + result.front().name) {
    return std::nullopt;
  }
  return result;
}

}  // namespace spl::runner
