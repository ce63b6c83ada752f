#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "spl/logic/bound_document.hpp"
#include "spl/logic/catalogue.hpp"
#include "spl/logic/relation.hpp"

/// What binding asks of performances whose observations are given.
namespace spl::logic {

/// The catalogue of given observations, which are in `source`. No name is
/// both a method's and an instrument's.
[[nodiscard]] Catalogue given_catalogue(GivenPerformances given,
                                        const std::string& source);

/// An entry in the place of what takes `count` arguments for the performances
/// of a prototype: its parameters declare the values found at their places.
/// Nothing where there is no such performance.
[[nodiscard]] std::optional<Entry> given_taker(const GivenPerformances& given,
                                               const Performance& prototype,
                                               std::size_t count);

/// All methods with what belongs to them but the arguments, as formulas write
/// them.
[[nodiscard]] std::vector<std::string> given_names(
    const GivenPerformances& given);

/// The mistake of a relation that needs a performance without observations.
[[nodiscard]] std::optional<Problem> lack(const Relation& relation,
                                          const GivenPerformances& given);

}  // namespace spl::logic
