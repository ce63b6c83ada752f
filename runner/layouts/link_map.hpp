#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "runner/layouts/linked_section.hpp"

namespace spl::runner {

/// The pieces that a linker put into a program.
struct LinkMap {
  /// Pieces that hold code, constants and variables and are not empty. Pieces
  /// whose equal contents linkers merge (strings, say), what linkers add, and
  /// the objects that start a program, to which some linkers add, are left out.
  std::set<LinkedSection> sections;
  /// The pieces that names stand for. GNU's linker lists only names to which
  /// other objects can refer, gold lists none.
  std::map<std::string, std::set<LinkedSection>> names;
};

/// Reads the map that GNU's linkers, lld or mold wrote with -Map and
/// --no-demangle. Throws FileError.
[[nodiscard]] LinkMap read_link_map(const std::filesystem::path& map);

/// Returns a piece that is in one of two links only, or for which a name stands
/// in one of them only, as a sentence's object: ".text.f of a.o". Pieces of one
/// name and content count as one, whatever their objects: inline functions are
/// in several. Returns nothing if the links have the same functions and data.
[[nodiscard]] std::optional<std::string> difference(const LinkMap& left,
                                                    const LinkMap& right);

/// Returns whether programs can ask a linker where the sections of this name
/// begin and end, and so read them in order: the name is an identifier of C.
/// Sections of the C library are left out; nobody relies on their order.
[[nodiscard]] bool is_read_in_order(const std::string& section);

}  // namespace spl::runner
