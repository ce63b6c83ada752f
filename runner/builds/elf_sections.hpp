#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace spl::runner {

/// A section of an ELF file.
struct ElfSection {
  std::string name;
  std::uint64_t offset = 0;  ///< In the file.
  std::uint64_t size = 0;
};

/// Returns the sections of an ELF file of 64 bits; none of what is no such
/// file. Throws FileError.
[[nodiscard]] std::vector<ElfSection> elf_sections(
    const std::filesystem::path& file);

/// Returns how a program was linked: "dynamically by GNU ld", "statically by
/// mold"; empty if that is not known. Throws FileError.
[[nodiscard]] std::string linking_of(const std::filesystem::path& program);

}  // namespace spl::runner
