#include "runner/layouts/link_map.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>
#include <vector>

#include "runner/git/content_id.hpp"
#include "runner/layouts/archive.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
/// A relocatable ELF file of 64 bits in this machine's byte order.
class LinkedObject {
 public:
  explicit LinkedObject(std::string_view bytes)
      : bytes_(bytes), left_(kTimes * bytes.size()) {
    if (!read_sections()) return;
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const Elf64_Shdr& one = sections_[i];
      if (one.sh_type == SHT_RELA) references_.emplace(one.sh_info, i);
      const std::string_view name = name_at(names_, one.sh_name);
      if (!take(name.size())) break;
      const auto [known, is_new] = places_.emplace(name, i);
      if (!is_new) known->second = kSeveral;
    }
  }

  /// Returns the content of the only section of that name.
  const std::string& content(const std::string& name) {
    const auto [known, is_new] = contents_.try_emplace(name);
    const auto place = places_.find(name);
    if (is_new && place != places_.end() && place->second != kSeveral) {
      known->second = content(place->second);
    }
    return known->second;
  }

 private:
  /// Pieces may lie in others, and be named again and again, but are not many
  /// times as large as the file.
  static constexpr std::uint64_t kTimes = 8;
  static constexpr std::size_t kSeveral = static_cast<std::size_t>(-1);

  std::string content(std::size_t index) {
    const Elf64_Shdr& section = sections_[index];
    std::string result = std::to_string(section.sh_type) + ' ' +
                         std::to_string(section.sh_flags & ~SHF_GROUP) + ' ' +
                         std::to_string(section.sh_addralign) + ' ' +
                         std::to_string(section.sh_size) + '\n';
    if (section.sh_type != SHT_NOBITS) {
      if (!take(section.sh_size)) return {};
      result += part(section);
    }
    const auto [begin, end] = references_.equal_range(index);
    for (auto one = begin; one != end; ++one) {
      if (!add_references(sections_[one->second], result)) return {};
    }
    return content_id(result);
  }

  /// Whether so many bytes more may be read.
  bool take(std::uint64_t size) {
    const bool is_less = size <= left_;
    left_ = is_less ? left_ - size : 0;
    return is_less;
  }

  /// Returns the bytes of a section; none if the section is not in the file, as
  /// its place then means nothing.
  [[nodiscard]] std::string_view part(const Elf64_Shdr& section) const {
    if (section.sh_offset > bytes_.size()) return {};
    return bytes_.substr(section.sh_offset, section.sh_size);
  }

  /// Returns an entry of a table that holds it.
  template <typename Entry>
  static Entry entry_at(std::string_view table, std::size_t index) {
    Entry result{};
    std::memcpy(&result, table.data() + index * sizeof(Entry), sizeof(Entry));
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
    const auto first = entry_at<Elf64_Shdr>(rest, 0);
    if (count == 0) count = first.sh_size;
    if (names == SHN_XINDEX) names = first.sh_link;
    if (count > rest.size() / sizeof(Elf64_Shdr) || names >= count) {
      return false;
    }
    std::vector<Elf64_Shdr> all(count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto one = all[i] = entry_at<Elf64_Shdr>(rest, i);
      if (one.sh_type == SHT_NOBITS || one.sh_type == SHT_NULL) continue;
      if (one.sh_offset > bytes_.size() ||
          one.sh_size > bytes_.size() - one.sh_offset) {
        return false;
      }
    }
    sections_ = std::move(all);
    names_ = part(sections_[names]);
    return true;
  }

  bool add_references(const Elf64_Shdr& references, std::string& result) {
    if (references.sh_link >= sections_.size()) return false;
    const Elf64_Shdr& symbol_table = sections_[references.sh_link];
    if (symbol_table.sh_link >= sections_.size()) return false;
    const std::string_view symbols = part(symbol_table);
    const std::string_view names = part(sections_[symbol_table.sh_link]);
    const std::string_view all = part(references);
    for (std::size_t i = 0; i < all.size() / sizeof(Elf64_Rela); ++i) {
      if (!take(sizeof(Elf64_Rela))) return false;
      const auto one = entry_at<Elf64_Rela>(all, i);
      const std::size_t which = ELF64_R_SYM(one.r_info);
      if (which >= symbols.size() / sizeof(Elf64_Sym)) return false;
      const auto symbol = entry_at<Elf64_Sym>(symbols, which);
      const bool is_local = ELF64_ST_BIND(symbol.st_info) == STB_LOCAL &&
                            symbol.st_shndx != SHN_UNDEF &&
                            symbol.st_shndx < sections_.size();
      const auto type = static_cast<std::uint32_t>(ELF64_R_TYPE(one.r_info));
      result += '\n' + std::to_string(one.r_offset) + ' ' +
                std::to_string(type) + ' ';
      const bool is_added =
          is_local ? add_own(sections_[symbol.st_shndx],
                             symbol.st_value +
                                 static_cast<std::uint64_t>(one.r_addend),
                             type, result)
                   : add_id(text_from(names, symbol.st_name),
                            std::to_string(one.r_addend), result);
      if (!is_added) return false;
    }
    return true;
  }

  /// Adds the content to which a piece refers in its own object: names of such
  /// content, and sections and places of literals, differ between objects.
  bool add_own(const Elf64_Shdr& section, std::uint64_t place,
               std::uint32_t type, std::string& result) {
    if ((section.sh_flags & SHF_MERGE) == 0) {
      result += std::to_string(place);
      if (section.sh_type != SHT_NOBITS &&
          !add_id({part(section)}, " bytes", result)) {
        return false;
      }
      return add_id(text_from(names_, section.sh_name), " name", result);
    }
    // The addend counts from the end of the four relocated bytes.
    if (is_relative(type)) place += 4;
    const std::string_view bytes = part(section);
    if (place >= bytes.size()) return false;
    if ((section.sh_flags & SHF_STRINGS) != 0) {
      return section.sh_entsize == 1 &&
             add_id(text_from(bytes, place), "string", result);
    }
    return add_id({bytes.substr(place, section.sh_entsize)}, "constant",
                  result);
  }

  /// Bytes of the file, all or up to a zero byte.
  struct Piece {
    std::string_view bytes;
    bool is_text = false;
  };

  static Piece text_from(std::string_view bytes, std::size_t place) {
    return {bytes.substr(std::min(place, bytes.size())), true};
  }

  /// Adds what is the same for equal bytes, each of which is read once.
  bool add_id(const Piece& piece, std::string_view kind, std::string& result) {
    const auto [known, is_new] = ids_.try_emplace(
        {piece.bytes.data(), piece.is_text ? kSeveral : piece.bytes.size()});
    if (is_new) {
      const auto text = piece.bytes.substr(
          0, piece.is_text ? piece.bytes.find('\0') : piece.bytes.npos);
      if (!take(text.size())) return false;
      known->second = content_id(text);
    }
    result.append(kind).append(" ").append(known->second);
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
  std::uint64_t left_ = 0;                          ///< Bytes that may be read.
  std::map<std::string_view, std::size_t> places_;  ///< Of sections, by names.
  std::multimap<std::size_t, std::size_t> references_;  ///< By sections.
  std::map<std::pair<const char*, std::size_t>, std::string> ids_;
  std::map<std::string, std::string> contents_;  ///< By names of sections.
};

LinkedContents::LinkedContents() = default;
LinkedContents::~LinkedContents() = default;

std::string LinkedContents::content(const LinkedSection& section) {
  std::unique_ptr<LinkedObject>& object = objects_[section.file];
  if (!object) {
    const std::size_t open = section.file.ends_with(')')
                                 ? section.file.rfind('(')
                                 : std::string::npos;
    object = std::make_unique<LinkedObject>(
        open == std::string::npos
            ? bytes_of(section.file)
            : member_of(section.file.substr(0, open),
                        section.file.substr(open + 1,
                                            section.file.size() - open - 2)));
  }
  return object->content(section.name);
}

std::string_view LinkedContents::member_of(const std::string& file,
                                           const std::string& member) {
  const auto [members, is_new] = archives_.try_emplace(file);
  if (is_new) {
    for (const ArchiveMember& one : archive_members(bytes_of(file))) {
      const auto [known, is_only] =
          members->second.emplace(one.name, one.content);
      if (!is_only) known->second = {};
    }
  }
  const auto found = members->second.find(member);
  return found == members->second.end() ? std::string_view() : found->second;
}

std::string_view LinkedContents::bytes_of(const std::string& file) {
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
