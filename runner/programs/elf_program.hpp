#pragma once

#include <filesystem>
#include <istream>
#include <string>

/// What the file of a program says of its links: ELF of 64 bits.
namespace spl::runner {

/// Returns the dynamic loader that a program names; empty if it names none, as
/// a static one, and for what is no program of 64 bits.
[[nodiscard]] std::string loader_of(std::istream& file);

/// Returns how a program was linked: "dynamically by GNU ld", "statically by
/// mold"; empty if that is not known. Throws FileError.
[[nodiscard]] std::string linking_of(const std::filesystem::path& program);

}  // namespace spl::runner
