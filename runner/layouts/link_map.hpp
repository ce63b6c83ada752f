#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "runner/layouts/linked_section.hpp"

namespace spl::runner {

/// What a linker put into a program.
struct LinkMap {
  /// Pieces that hold code, constants and variables and are not empty. Pieces
  /// whose equal contents linkers merge (strings, say), what linkers add, and
  /// the objects that start a program, to which some linkers add, are left out.
  std::set<LinkedSection> sections;
  /// The pieces that names stand for. GNU's linker tells only of those that
  /// other objects can refer to, gold of none.
  std::map<std::string, std::set<LinkedSection>> names;
};

/// Reads the map that GNU's linkers, lld or mold wrote with -Map and
/// --no-demangle. Throws FileError.
[[nodiscard]] LinkMap read_link_map(const std::filesystem::path& map);

/// A piece that one of two links has and the other has not, or that a name
/// stands for in one of them only, as a sentence's object: ".text.f of a.o".
/// Pieces of one name and content count as one, wherever they are from: inline
/// functions are in several objects. Nothing if there is none: then the links
/// have the same functions and data.
[[nodiscard]] std::optional<std::string> difference(const LinkMap& left,
                                                    const LinkMap& right);

/// Whether programs can ask a linker where the sections of the name begin and
/// end, so that they read these one after the other: it is one of C. Those of
/// the C library are left out; nobody relies on their order.
[[nodiscard]] bool is_read_in_order(const std::string& section);

}  // namespace spl::runner
