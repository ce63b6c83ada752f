#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spl::runner {

/// A start tag or an end tag of an XML text. An element without content is a
/// start tag alone.
struct XmlTag {
  std::string name;  ///< "/mean" of an end tag.
  std::map<std::string, std::string> attributes = {};

  /// The value of an attribute; absent if there is none, or it is no number.
  [[nodiscard]] std::optional<double> number(const std::string& key) const;
};

/// Returns the tags in their order, without the texts between them, comments
/// and declarations; absent if the text is cut off or is no XML. This reads
/// what reporters write: no entities but the five of XML, and no CDATA.
[[nodiscard]] std::optional<std::vector<XmlTag>> xml_tags(
    std::string_view text);

}  // namespace spl::runner
