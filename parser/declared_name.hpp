#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Names from the heads of C++ declarations, which end before `;` or `{`. This
/// is no parser of C++: if only the meaning of a name or macro can decide, it
/// assumes the most common case.
namespace spl::parser {

struct FunctionName {
  /// As declared, without template arguments: `find`, `Map::~Map`,
  /// `operator[]`.
  std::string path;
  /// What distinguishes functions with the same path: `(int key) const`,
  /// without default values. Empty if the head ends before they do.
  std::string parameters;
  bool global = false;  ///< Whether it begins with `::`.
  bool friendly = false;
};

/// Returns the name of the function that a head declares.
[[nodiscard]] std::optional<FunctionName> function_name(std::string_view head);

/// Returns the name of the class that a head defines, which begins with
/// `class`, `struct` or `union`, without template arguments. Empty without a
/// name; absent if the head defines none.
[[nodiscard]] std::optional<std::string> class_name(std::string_view head);

/// Returns the name of the namespace that a head opens, which begins with
/// `namespace`. Inline namespaces are left out, as in most uses; empty without
/// a name.
[[nodiscard]] std::string namespace_name(std::string_view head);

}  // namespace spl::parser
