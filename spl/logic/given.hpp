#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "spl/logic/bound_document.hpp"
#include "spl/logic/catalogue.hpp"
#include "spl/logic/relation.hpp"

/// Binding for performances whose observations are given.
namespace spl::logic {

/// Returns the catalogue of the observations given in `source`. No name may
/// be both a method and an instrument.
[[nodiscard]] Catalogue given_catalogue(GivenPerformances given,
                                        const std::string& source);

/// Returns an entry for each list of arguments of a use, of so many each: one,
/// or the generator's and the factory's. Their parameters declare the values
/// that the given performances of the prototype, which has no arguments, have
/// at their places. None if there is no such performance.
[[nodiscard]] std::vector<Entry> given_takers(
    const GivenPerformances& given, const Performance& prototype,
    const std::vector<std::size_t>& counts);

/// Returns all methods with their generator, factory and revision but without
/// arguments, as formulas write them.
[[nodiscard]] std::vector<std::string> given_names(
    const GivenPerformances& given);

/// Returns the problem of a relation that needs a performance without
/// observations, if it does.
[[nodiscard]] std::optional<Problem> lack(const Relation& relation,
                                          const GivenPerformances& given);

}  // namespace spl::logic
