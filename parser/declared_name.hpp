#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Names out of the heads of C++ declarations: what is in front of their
/// `;` or `{`. This is no parser of C++: where only the meaning of a name or
/// macro would decide, it takes what is most common.
namespace spl::parser {

struct FunctionName {
  /// As declared, without template arguments: `find`, `Map::~Map`,
  /// `operator[]`.
  std::string path;
  /// What distinguishes it from others of that path: with template arguments
  /// and the types of parameters, `Map<int>::find(int) const`. Empty where the
  /// head ends before they do.
  std::string signature;
  bool global = false;  ///< Begins with `::`.
  bool friendly = false;
};

struct ClassName {
  std::string path;       ///< Without template arguments.
  std::string signature;  ///< With them.
};

/// Of the function that a head declares.
[[nodiscard]] std::optional<FunctionName> function_name(std::string_view head);

/// Of the class that a head defines, which begins with `class`, `struct` or
/// `union`; empty without a name, absent if it defines none.
[[nodiscard]] std::optional<ClassName> class_name(std::string_view head);

/// Of the namespace that a head opens, which begins with `namespace`. Inline
/// ones are left out, as in most uses; empty without a name.
[[nodiscard]] std::string namespace_name(std::string_view head);

}  // namespace spl::parser
