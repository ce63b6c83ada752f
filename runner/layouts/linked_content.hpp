#pragma once

#include <map>
#include <string>
#include <string_view>

#include "runner/layouts/linked_section.hpp"

namespace spl::runner {

/// What linked pieces are, read from the objects and archives that hold them.
class LinkedContents {
 public:
  /// Of a piece its bytes and where these refer to which names or, in its own
  /// object, to what: equal for pieces that do the same, where the names stand
  /// for the same. Empty
  /// where it cannot be read: the object is not an ELF file of 64 bits in this
  /// machine's byte order, has several pieces of the name, or is damaged.
  [[nodiscard]] std::string content(const LinkedSection& section);

 private:
  [[nodiscard]] const std::string& bytes_of(const std::string& file);

  std::map<std::string, std::string> files_;  ///< Bytes, by path.
};

}  // namespace spl::runner
