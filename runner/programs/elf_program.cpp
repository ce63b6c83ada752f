#include "runner/programs/elf_program.hpp"

#include <elf.h>
#include <limits.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

/// The longest text that is read: of names, or of the tools that made a file.
constexpr std::uint64_t kLongest = std::uint64_t{16} << 20;

struct Section {
  std::string name;
  std::uint64_t offset = 0;  ///< In the file.
  std::uint64_t size = 0;
};

template <class Type>
bool read_at(std::istream& file, std::uint64_t offset, Type& value) {
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(reinterpret_cast<char*>(&value), sizeof value);
  return static_cast<bool>(file);
}

std::string text_at(std::istream& file, std::uint64_t offset,
                    std::uint64_t size) {
  std::string text(std::min(size, kLongest), '\0');
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(
      static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
  file.clear();
  return text;
}

std::optional<Elf64_Ehdr> header_of(std::istream& file) {
  Elf64_Ehdr header{};
  if (!read_at(file, 0, header) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64) {
    return std::nullopt;
  }
  return header;
}

std::vector<Section> sections_of(std::istream& file) {
  const auto header = header_of(file);
  if (!header) return {};
  std::vector<Elf64_Shdr> all(header->e_shnum);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint64_t place = header->e_shoff + i * header->e_shentsize;
    if (!read_at(file, place, all[i])) return {};
  }
  if (header->e_shstrndx >= all.size()) return {};
  const Elf64_Shdr& of_names = all[header->e_shstrndx];
  const std::string names =
      text_at(file, of_names.sh_offset, of_names.sh_size) + '\0';
  std::vector<Section> result;
  for (const Elf64_Shdr& one : all) {
    if (one.sh_type == SHT_NULL || one.sh_name >= names.size()) continue;
    result.push_back({names.c_str() + one.sh_name, one.sh_offset, one.sh_size});
  }
  return result;
}

}  // namespace

std::string loader_of(std::istream& file) {
  const auto header = header_of(file);
  if (!header) return {};
  for (unsigned i = 0; i < header->e_phnum; ++i) {
    Elf64_Phdr segment{};
    const std::uint64_t place =
        header->e_phoff + std::uint64_t{i} * header->e_phentsize;
    if (!read_at(file, place, segment)) return {};
    if (segment.p_type != PT_INTERP || segment.p_filesz > PATH_MAX) continue;
    const std::string name = text_at(file, segment.p_offset, segment.p_filesz);
    return name.substr(0, name.find('\0'));
  }
  return {};
}

std::string linking_of(const std::filesystem::path& program) {
  auto file = regular_file(program);
  const std::vector<Section> sections = sections_of(file);
  if (sections.empty()) return {};
  std::string kind = "statically";
  std::string linker = "GNU ld";
  for (const Section& one : sections) {
    if (one.name == ".interp") kind = "dynamically";
    if (one.name == ".note.gnu.gold-version") linker = "gold";
    if (one.name != ".comment") continue;
    const std::string tools = text_at(file, one.offset, one.size);
    if (tools.find("LLD") != std::string::npos) linker = "LLD";
    if (tools.find("mold") != std::string::npos) linker = "mold";
  }
  return kind + " by " + linker;
}

ProgramStamp program_stamp(const std::string& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) return {};
  return {facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtim.tv_sec,
          facts.st_mtim.tv_nsec};
}

std::string too_large_text(std::uintmax_t bytes) {
  return "has " + std::to_string(bytes >> 30) +
         " GiB, and no more than 4 GiB of a program are read; link less into "
         "it";
}

}  // namespace spl::runner
