#include "runner/layouts/linked_content.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <vector>

#include "runner/git/content_id.hpp"
#include "runner/layouts/archive.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

/// Returns the only member with the name; nothing if there are none or several.
std::string_view member_of(std::string_view archive, std::string_view wanted) {
  std::string_view found;
  for (const ArchiveMember& one : archive_members(archive)) {
    if (one.name != wanted) continue;
    if (!found.empty()) return {};
    found = one.content;
  }
  return found;
}

/// A relocatable ELF file of 64 bits in this machine's byte order.
class Object {
 public:
  explicit Object(std::string_view bytes) : bytes_(bytes) {}

  std::string content(const std::string& name) {
    if (!read_sections()) return {};
    const Elf64_Shdr* section = the_only(name);
    if (section == nullptr) return {};
    std::string result = std::to_string(section->sh_type) + ' ' +
                         std::to_string(section->sh_flags & ~SHF_GROUP) + ' ' +
                         std::to_string(section->sh_addralign) + ' ' +
                         std::to_string(section->sh_size) + '\n';
    if (section->sh_type != SHT_NOBITS) result += part(*section);
    const auto index = static_cast<std::size_t>(section - sections_.data());
    for (const Elf64_Shdr& one : sections_) {
      if (one.sh_type == SHT_RELA && one.sh_info == index) {
        if (!add_references(one, result)) return {};
      }
    }
    return content_id(result);
  }

 private:
  /// Returns the bytes of a section; none if the section is not in the file, as
  /// its place then means nothing.
  [[nodiscard]] std::string_view part(const Elf64_Shdr& section) const {
    if (section.sh_offset > bytes_.size()) return {};
    return bytes_.substr(section.sh_offset, section.sh_size);
  }

  template <typename Entry>
  static std::vector<Entry> table(std::string_view bytes) {
    std::vector<Entry> result(bytes.size() / sizeof(Entry));
    if (!result.empty()) {
      std::memcpy(result.data(), bytes.data(), result.size() * sizeof(Entry));
    }
    return result;
  }

  static std::string_view name_at(std::string_view names, std::size_t place) {
    if (place >= names.size()) return {};
    names.remove_prefix(place);
    return names.substr(0, names.find('\0'));
  }

  bool read_sections() {
    Elf64_Ehdr header{};
    if (bytes_.size() < sizeof header) return false;
    std::memcpy(&header, bytes_.data(), sizeof header);
    constexpr unsigned char kOrder =
        __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;
    const auto* identity = static_cast<const unsigned char*>(header.e_ident);
    if (std::memcmp(identity, ELFMAG, SELFMAG) != 0 ||
        identity[EI_CLASS] != ELFCLASS64 || identity[EI_DATA] != kOrder ||
        header.e_shentsize != sizeof(Elf64_Shdr) ||
        header.e_shoff > bytes_.size()) {
      return false;
    }
    machine_ = header.e_machine;
    const std::string_view rest = bytes_.substr(header.e_shoff);
    // If the number of sections does not fit there, the first section has it.
    std::size_t count = header.e_shnum;
    std::size_t names = header.e_shstrndx;
    if (rest.size() < sizeof(Elf64_Shdr)) return false;
    const Elf64_Shdr first =
        table<Elf64_Shdr>(rest.substr(0, sizeof(Elf64_Shdr))).front();
    if (count == 0) count = first.sh_size;
    if (names == SHN_XINDEX) names = first.sh_link;
    if (count > rest.size() / sizeof(Elf64_Shdr) || names >= count) {
      return false;
    }
    sections_ = table<Elf64_Shdr>(rest.substr(0, count * sizeof(Elf64_Shdr)));
    for (const Elf64_Shdr& one : sections_) {
      if (one.sh_type == SHT_NOBITS || one.sh_type == SHT_NULL) continue;
      if (one.sh_offset > bytes_.size() ||
          one.sh_size > bytes_.size() - one.sh_offset) {
        return false;
      }
    }
    names_ = part(sections_[names]);
    return true;
  }

  [[nodiscard]] const Elf64_Shdr* the_only(std::string_view name) const {
    const Elf64_Shdr* found = nullptr;
    for (const Elf64_Shdr& one : sections_) {
      if (name_at(names_, one.sh_name) != name) continue;
      if (found != nullptr) return nullptr;
      found = &one;
    }
    return found;
  }

  bool add_references(const Elf64_Shdr& references, std::string& result) {
    if (references.sh_link >= sections_.size()) return false;
    const Elf64_Shdr& symbol_table = sections_[references.sh_link];
    if (symbol_table.sh_link >= sections_.size()) return false;
    const auto symbols = table<Elf64_Sym>(part(symbol_table));
    const std::string_view names = part(sections_[symbol_table.sh_link]);
    for (const Elf64_Rela& one : table<Elf64_Rela>(part(references))) {
      const std::size_t which = ELF64_R_SYM(one.r_info);
      if (which >= symbols.size()) return false;
      const Elf64_Sym& symbol = symbols[which];
      const bool is_local = ELF64_ST_BIND(symbol.st_info) == STB_LOCAL &&
                            symbol.st_shndx != SHN_UNDEF &&
                            symbol.st_shndx < sections_.size();
      const auto type = static_cast<std::uint32_t>(ELF64_R_TYPE(one.r_info));
      result += '\n' + std::to_string(one.r_offset) + ' ' +
                std::to_string(type) + ' ';
      if (!is_local) {
        result += std::to_string(one.r_addend) + ' ' +
                  std::string(name_at(names, symbol.st_name));
      } else if (!add_own(
                     sections_[symbol.st_shndx],
                     symbol.st_value + static_cast<std::uint64_t>(one.r_addend),
                     type, result)) {
        return false;
      }
    }
    return true;
  }

  /// Adds the content to which a piece refers in its own object: names of such
  /// content, and sections and places of literals, differ between objects.
  bool add_own(const Elf64_Shdr& section, std::uint64_t place,
               std::uint32_t type, std::string& result) const {
    if ((section.sh_flags & SHF_MERGE) == 0) {
      result += name_at(names_, section.sh_name);
      result += ' ' + std::to_string(place);
      if (section.sh_type != SHT_NOBITS) {
        result += ' ' + content_id(std::string(part(section)));
      }
      return true;
    }
    // The addend counts from the end of the four relocated bytes.
    if (is_relative(type)) place += 4;
    const std::string_view bytes = part(section);
    if (place >= bytes.size()) return false;
    if ((section.sh_flags & SHF_STRINGS) != 0) {
      if (section.sh_entsize != 1) return false;
      result += "string " + std::string(name_at(bytes, place));
    } else {
      result +=
          "constant " + std::string(bytes.substr(place, section.sh_entsize));
    }
    return true;
  }

  [[nodiscard]] bool is_relative(std::uint32_t type) const {
    return machine_ == EM_X86_64 &&
           (type == R_X86_64_PC32 || type == R_X86_64_PLT32);
  }

  std::string_view bytes_;
  std::vector<Elf64_Shdr> sections_;
  std::string_view names_;
  Elf64_Half machine_ = EM_NONE;
};

}  // namespace

std::string LinkedContents::content(const LinkedSection& section) {
  std::string file = section.file;
  std::string member;
  if (file.ends_with(')')) {
    const std::size_t open = file.rfind('(');
    if (open == std::string::npos) return {};
    member = file.substr(open + 1, file.size() - open - 2);
    file.resize(open);
  }
  const std::string_view bytes = bytes_of(file);
  return Object(member.empty() ? bytes : member_of(bytes, member))
      .content(section.name);
}

const std::string& LinkedContents::bytes_of(const std::string& file) {
  const auto [found, is_new] = files_.try_emplace(file);
  if (is_new) {
    try {
      found->second = read_file(file);
    } catch (const std::exception&) {
      found->second.clear();  // Like a file that is no object.
    }
  }
  return found->second;
}

}  // namespace spl::runner
