#pragma once

#include <map>
#include <string>

#include "runner/layouts/linked_section.hpp"

namespace spl::runner {

/// The content of linked pieces, read from their objects and archives.
class LinkedContents {
 public:
  /// Returns a text that is equal for pieces that do the same, provided that
  /// names stand for the same: the bytes, and the places that refer to names or
  /// to pieces of the same object. Empty if it cannot be read: the object is
  /// not an ELF file of 64 bits in this machine's byte order, has several
  /// pieces of the name, or is damaged.
  [[nodiscard]] std::string content(const LinkedSection& section);

 private:
  [[nodiscard]] const std::string& bytes_of(const std::string& file);

  std::map<std::string, std::string> files_;  ///< Bytes, by path.
};

}  // namespace spl::runner
