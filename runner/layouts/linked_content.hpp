#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "runner/layouts/linked_section.hpp"

namespace spl::runner {

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
