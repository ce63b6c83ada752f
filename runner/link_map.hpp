#pragma once

#include <compare>
#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace spl::runner {

/// A piece of an object that a linker put into a program.
struct LinkedSection {
  std::string file;  ///< Canonical; of an archive "LIBRARY(MEMBER)".
  std::string name;

  auto operator<=>(const LinkedSection&) const = default;
};

/// Reads the map that GNU's linkers, lld or mold wrote with -Map: the pieces
/// that hold code, constants and variables and are not empty. Pieces whose
/// equal contents linkers merge (strings, say), what linkers add, and the
/// objects that start a program, to which some linkers add, are left out. Two
/// linkers that choose the same pieces make programs of the same functions and
/// data. Throws FileError.
[[nodiscard]] std::set<LinkedSection> linked_sections(
    const std::filesystem::path& map);

/// A piece that one of two links has and the other has not, nor one of the same
/// name and content from another file, as of inline functions that several
/// objects hold; nothing if there is none.
[[nodiscard]] std::optional<LinkedSection> difference(
    const std::set<LinkedSection>& left, const std::set<LinkedSection>& right);

/// Whether programs can ask a linker where the sections of the name begin and
/// end, so that they read these one after the other: it is one of C. Those of
/// the C library are left out; nobody relies on their order.
[[nodiscard]] bool is_read_in_order(const std::string& section);

}  // namespace spl::runner
