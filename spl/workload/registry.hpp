#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spl/workload/entry.hpp"

namespace spl::workload {

/// All entries of this program. Entries enter and leave it themselves, from
/// static initialisers in any order; apart from that it is read only.
class Registry {
 public:
  static Registry& instance();

  void add(Entry& entry) { entries_.push_back(&entry); }
  void remove(Entry& entry);

  /// In the order of their names; equal names in the order of registration.
  [[nodiscard]] std::vector<const Entry*> entries() const;

  /// The entries with the name, `.` and `::` being the same.
  [[nodiscard]] std::vector<Entry*> find(std::string_view name) const;

  [[nodiscard]] CatalogueAnswer catalogue() const;

 private:
  std::vector<Entry*> entries_;
};

}  // namespace spl::workload
