#pragma once

#include <compare>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace spl::runner {

/// A piece of an object that a linker put into a program.
struct LinkedSection {
  std::string file;  ///< Canonical; in an archive "LIBRARY(MEMBER)".
  std::string name;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads <=>.
  auto operator<=>(const LinkedSection&) const = default;
};

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

class LinkedObject;

/// The content of linked pieces, read from their objects and archives, each
/// once.
class LinkedContents {
 public:
  LinkedContents();
  ~LinkedContents();
  LinkedContents(const LinkedContents&) = delete;
  LinkedContents& operator=(const LinkedContents&) = delete;

  /// Returns a text that is equal for pieces that do the same, provided that
  /// names stand for the same: the bytes, and the places that refer to names or
  /// to pieces of the same object. Empty if it cannot be read: the object is
  /// not an ELF file of 64 bits in this machine's byte order, has several
  /// pieces of the name, is damaged, or has pieces that are many times as large
  /// as the file.
  [[nodiscard]] std::string content(const LinkedSection& section);

 private:
  [[nodiscard]] std::string_view bytes_of(const std::string& file);
  [[nodiscard]] std::string_view member_of(const std::string& file,
                                           const std::string& member);

  /// The only members of their names; others have no content.
  using Members = std::map<std::string_view, std::string_view>;

  std::map<std::string, std::string> files_;  ///< Bytes, by path.
  std::map<std::string, Members> archives_;
  std::map<std::string, std::unique_ptr<LinkedObject>> objects_;
};

}  // namespace spl::runner
