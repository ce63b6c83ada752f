#pragma once

#include <vector>

namespace spl::workload {

class Entry;

/// All entries of this program. Entries add and remove themselves, from static
/// initialisers in any order; apart from that it is only read. Visible, so that
/// a program and its shared libraries have one.
class [[gnu::visibility("default")]] Registry {
 public:
  static Registry& instance();

  void add(Entry & entry) { entries_.push_back(&entry); }
  void remove(Entry & entry);

  /// Returns the entries in the order of registration.
  [[nodiscard]] const std::vector<Entry*>& entries() const { return entries_; }

 private:
  std::vector<Entry*> entries_;
};

}  // namespace spl::workload
