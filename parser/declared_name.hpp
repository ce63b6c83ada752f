#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Names out of the heads of C++ declarations: what stands in front of their
/// `;` or `{`. This is no parser of C++: where only the meaning of a name or
/// macro would tell, it takes what is most common.
namespace spl::parser {

struct FunctionName {
  /// As declared, without template arguments: `find`, `Map::~Map`,
  /// `operator[]`.
  std::string path;
  bool global = false;  ///< Begins with `::`.
  bool friendly = false;
};

/// Of the function that a head declares.
[[nodiscard]] std::optional<FunctionName> function_name(std::string_view head);

/// Of the class that a head defines, which begins with `class`, `struct` or
/// `union`; empty without a name, absent if it defines none.
[[nodiscard]] std::optional<std::string> class_name(std::string_view head);

/// Of the namespace that a head opens, which begins with `namespace`. Inline
/// ones are left out, as in most uses; empty without a name.
[[nodiscard]] std::string namespace_name(std::string_view head);

}  // namespace spl::parser
