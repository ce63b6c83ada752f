#pragma once

#include <compare>
#include <filesystem>
#include <string>
#include <vector>

#include "runner/builds/compiler_call.hpp"
#include "runner/settings/build_recipe.hpp"

/// How the code in the files of a build was compiled: known by their contents,
/// so that a file may be moved, copied, or put into an archive.
namespace spl::runner {

/// A source of a program, and how it was compiled.
struct CompiledSource {
  /// Its path from the folder above {source} and {build}.
  std::string source;
  /// The compiler and those of its options that change code, in order:
  /// "gcc-12 -O2 -fPIC". Options that spl-run adds are left out. If nobody saw
  /// the compiler, the source is the file that it left, and its flags are what
  /// that says, "GNU C17 12.2.0 -O2", or nothing.
  std::string flags;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads <=>.
  auto operator<=>(const CompiledSource&) const = default;
};

/// The code of a program that spl-run built, as far as it saw the compilers.
struct CompiledCode {
  std::vector<CompiledSource> sources;  ///< In order, each command once.
  /// How its build is told to optimise: a clause for the one who runs it.
  std::string remedy = {};
};

/// The end of the name of the file beside a kept program that has its code.
inline constexpr const char* kCompiledCode = ".compiled";

/// Reads that file; returns nothing if there is none that can be read.
[[nodiscard]] CompiledCode compiled_code(const std::filesystem::path& program);

/// Encodes the code as a text, and reads such a text. Throws FileError for any
/// other.
[[nodiscard]] std::string encode(const CompiledCode& code);
[[nodiscard]] CompiledCode decode_compiled(const std::string& text);

/// Returns "source/a.c and 2 more of its 5 sources are compiled without
/// optimisation", or nothing if all are optimised.
[[nodiscard]] std::string lack_of_optimisation(const CompiledCode& code);

/// Returns whether nobody saw the compiler.
[[nodiscard]] bool is_unseen(const CompiledSource& one);

/// Returns the first part of the code whose flags cannot be compared with those
/// of the other; nothing if there is none.
[[nodiscard]] std::string unknown_part(const CompiledCode& code,
                                       const CompiledCode& other);

/// Returns "source/a.c is compiled with "gcc-12 -O2" for ONE and with "gcc-12
/// -O3" for OTHER" about the first source that both have and that was compiled
/// in another way; nothing if there is none.
[[nodiscard]] std::string unlike_flags(const CompiledCode& left,
                                       const std::string& left_name,
                                       const CompiledCode& right,
                                       const std::string& right_name);

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
