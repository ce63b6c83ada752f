#pragma once

#include <vector>

namespace spl::workload {

class Entry;

/// All entries of this program. Entries enter and leave it themselves, from
/// static initialisers in any order; apart from that it is read only.
class Registry {
 public:
  static Registry& instance();

  void add(Entry& entry) { entries_.push_back(&entry); }
  void remove(Entry& entry);

  /// In the order of registration.
  [[nodiscard]] const std::vector<Entry*>& entries() const { return entries_; }

 private:
  std::vector<Entry*> entries_;
};

}  // namespace spl::workload
