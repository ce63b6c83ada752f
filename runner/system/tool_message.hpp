#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spl::runner {

/// A message of a tool that names something.
struct ToolMessage {
  std::string_view before;  ///< What stands before the name.
  std::string_view ends;    ///< The signs that end a name; so do line feeds.
  std::string_view after;   ///< What follows; a blank stands for any blanks.
};

/// Returns the names that a text has in such messages, in a time that grows
/// with the text. The C++ library's regular expressions need a stack that does.
[[nodiscard]] std::vector<std::string> names_in(std::string_view text,
                                                const ToolMessage& message);

}  // namespace spl::runner
