#pragma once

#include <string>
#include <vector>

#include "runner/store/database.hpp"

namespace spl::runner {

/// A commit that changes performances as intended (history accept).
struct AcceptedChange {
  std::string commit;   ///< 40 or 64 hexadecimal digits.
  std::string pattern;  ///< For selects_performance().
  std::string reason;
  std::string time;  ///< The time of acceptance: ISO 8601, UTC.

  friend bool operator==(const AcceptedChange&,
                         const AcceptedChange&) = default;
};

/// Adds an accepted change, a second after a withdrawal of its commit and
/// pattern if it is not later; the same one twice adds nothing. Throws
/// DatabaseError.
void accept(Database& database, const AcceptedChange& change);

/// Takes back what was accepted of the commit and the pattern, also by a
/// machine whose clock is ahead of this time. The acceptances stay in the
/// store, with one more that has no reason: stores that are merged in any order
/// agree. Throws DatabaseError.
void withdraw(Database& database, const std::string& commit,
              const std::string& pattern, const std::string& time);

/// Throws DatabaseError if the store of this name has more acceptances than
/// people write: somebody looks at all of them.
void require_few_accepted(Database& database, const std::string& name);

/// Returns the accepted changes in the order of their acceptance, without those
/// that were withdrawn or name no commit by all of its digits; none of a store
/// that is older than they are. Throws DatabaseError.
[[nodiscard]] std::vector<AcceptedChange> accepted_changes(Database& database);

}  // namespace spl::runner
