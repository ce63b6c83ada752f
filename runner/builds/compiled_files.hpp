#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runner/builds/compiled_code.hpp"
#include "runner/builds/compiler_call.hpp"
#include "runner/settings/build_recipe.hpp"

/// How the code in the files of a build was compiled: known by their contents,
/// so that a file may be moved, copied, or put into an archive.
namespace spl::runner {

/// Notes what the call has made, which has succeeded in `folder`. Of a link,
/// the sources are those of its inputs, too. Sources are named from
/// `build_slot`. Throws FileError.
void note_compiled(const CompilerCall& call,
                   const std::filesystem::path& folder,
                   const std::filesystem::path& build_slot,
                   const std::filesystem::path& notes);

/// Returns the sources that were noted for the content of a file or, if it is
/// an archive, of its members. What a compiler made that nobody saw is a source
/// itself, with what it says of its flags (DW_AT_producer, or the record that
/// -frecord-gcc-switches leaves).
[[nodiscard]] std::vector<CompiledSource> compiled_sources(
    const std::filesystem::path& file, const std::filesystem::path& build_slot,
    const std::filesystem::path& notes);

/// Returns how the build system of the recipe is told to optimise.
[[nodiscard]] std::string optimisation_remedy(const BuildRecipe& recipe);

}  // namespace spl::runner
