#pragma once

#include <string>
#include <vector>

#include "runner/store/database.hpp"

namespace spl::runner {

/// A commit that changes performances as intended (--accept).
struct AcceptedChange {
  std::string commit;   ///< In hexadecimal digits.
  std::string pattern;  ///< For selects_performance().
  std::string reason;
  std::string time;  ///< Of acceptance: ISO 8601, UTC.

  friend bool operator==(const AcceptedChange&,
                         const AcceptedChange&) = default;
};

/// Adds an accepted change; the same one twice adds nothing. Throws
/// DatabaseError.
void accept(Database& database, const AcceptedChange& change);

/// Returns the accepted changes in the order of their acceptance; none of a
/// store that is older than they are. Throws DatabaseError.
[[nodiscard]] std::vector<AcceptedChange> accepted_changes(Database& database);

}  // namespace spl::runner
