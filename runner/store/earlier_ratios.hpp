#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "runner/store/database.hpp"
#include "runner/store/uuid.hpp"
#include "spl/statistics/effects/ratio.hpp"

namespace spl::runner {

/// A relation of an experiment that the store has.
struct AskedRelation {
  Uuid experiment;
  std::size_t formula = 0;   ///< Its number in the experiment.
  std::size_t relation = 0;  ///< Its number in the formula.
};

/// The ratio that another evaluation found.
struct EarlierRatio {
  std::string begun;  ///< The experiment's beginning, ISO 8601, UTC.
  statistics::RatioInterval ratio;
};

/// Returns the newest ratio that contradicts the relation's: the same relation
/// between the same programs on the same machine, whose interval is apart by
/// more than `apart`, a fraction of the ratio. Only the last ten evaluations of
/// the 30 days before are looked at: of many, one contradicts by chance. Throws
/// DatabaseError.
[[nodiscard]] std::optional<EarlierRatio> contradicting_ratio(
    Database& database, const AskedRelation& asked, double apart);

}  // namespace spl::runner
