#pragma once

#include <optional>
#include <string>

#include "spl/logic/bound_document.hpp"
#include "spl/logic/catalogue.hpp"
#include "spl/logic/formula.hpp"

/// Binding gives every name of a document its meaning: variables, definitions,
/// and what the catalogue knows. All mistakes are found here or in expansion,
/// before anything is measured.
namespace spl::logic {

enum class Completeness {
  kWhole,  ///< The whole text could be read.
  kPartly  ///< Parts could not, so a name that seems unused may be used.
};

/// Binds a document to a catalogue. `this_name` is the method that THIS names,
/// if there is one. Statements of `preface` may be used or not, and mistakes in
/// them are reported where they are used.
[[nodiscard]] BoundDocument bind(
    const Document& document, const Catalogue& catalogue,
    Completeness completeness,
    const std::optional<std::string>& this_name = std::nullopt,
    const Preface& preface = {});

}  // namespace spl::logic
