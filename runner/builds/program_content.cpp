#include "runner/builds/program_content.hpp"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string_view>

#include "runner/git/content_id.hpp"
#include "runner/layouts/tool.hpp"
#include "runner/programs/elf_program.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

/// A part of a file, in bytes from its begin.
struct Part {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
};

/// Read by debuggers and linkers, never by the loader: no address of the
/// program leads there.
constexpr std::array<std::string_view, 6> kForTools{
    ".comment",   ".gnu_debugdata", ".gnu_debuglink",
    ".gdb_index", ".symtab",        ".strtab"};
constexpr std::array<std::string_view, 2> kForToolsBeginnings{".debug_",
                                                              ".zdebug_"};

bool is_for_tools(std::string_view name) {
  return std::ranges::find(kForTools, name) != kForTools.end() ||
         std::ranges::any_of(kForToolsBeginnings, [&](std::string_view begin) {
           return name.starts_with(begin);
         });
}

/// An ELF file of 64 bits in this machine's byte order, as spl-run's own
/// programs are. Nothing is left out of any other file, or of a damaged one.
class ElfFile {
 public:
  explicit ElfFile(std::string& bytes) : bytes_(bytes) {}

  /// Returns all parts that count, one after the other; nothing if they are
  /// unknown.
  std::optional<std::string> content() {
    if (!read_tables()) return std::nullopt;
    blank_table_places();
    for (const Elf64_Phdr& segment : segments_) {
      if (segment.p_type == PT_NOTE) blank_build_ids(part_of(segment));
    }
    std::string result;
    std::uint64_t end = 0;
    const auto add = [&](std::string_view name, Part part) {
      result += std::string(name) + ' ' + std::to_string(part.begin) + ' ' +
                std::to_string(part.size) + '\0';
      result += std::string_view(bytes_).substr(part.begin, part.size);
    };
    add("header", {0, sizeof(Elf64_Ehdr)});
    add("segments", {header_.e_phoff, header_.e_phnum * sizeof(Elf64_Phdr)});
    for (const Elf64_Phdr& segment : segments_) {
      add("segment", part_of(segment));
      end = std::max(end, segment.p_offset + segment.p_filesz);
    }
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const Elf64_Shdr& section = sections_[i];
      if (section.sh_type == SHT_NOBITS || section.sh_type == SHT_NULL) {
        continue;
      }
      end = std::max(end, section.sh_offset + section.sh_size);
      if ((section.sh_flags & SHF_ALLOC) != 0 || i == header_.e_shstrndx ||
          is_for_tools(name_of(section))) {
        continue;
      }
      // A program may read its own file.
      result += std::string(name_of(section)) + '\0';
      result +=
          std::string_view(bytes_).substr(section.sh_offset, section.sh_size);
    }
    end = std::max(end, section_table_end_);
    // Programs read what was appended to them.
    result += "appended" + bytes_.substr(end);
    return result;
  }

 private:
  static Part part_of(const Elf64_Phdr& segment) {
    return {segment.p_offset, segment.p_filesz};
  }

  [[nodiscard]] bool holds(Part part) const {
    return part.begin <= bytes_.size() &&
           part.size <= bytes_.size() - part.begin;
  }

  template <typename Entry>
  bool read_table(std::uint64_t begin, std::size_t count,
                  std::vector<Entry>& table) const {
    if (!holds({begin, count * sizeof(Entry)})) return false;
    table.resize(count);
    if (count > 0) {
      std::memcpy(table.data(), bytes_.data() + begin, count * sizeof(Entry));
    }
    return true;
  }

  bool read_tables() {
    if (bytes_.size() < sizeof header_) return false;
    std::memcpy(&header_, bytes_.data(), sizeof header_);
    constexpr unsigned char kOrder =
        __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;
    if (std::memcmp(static_cast<const void*>(header_.e_ident), ELFMAG,
                    SELFMAG) != 0 ||
        header_.e_ident[EI_CLASS] != ELFCLASS64 ||
        header_.e_ident[EI_DATA] != kOrder ||
        header_.e_phentsize != sizeof(Elf64_Phdr) || header_.e_phnum == 0 ||
        header_.e_phnum == PN_XNUM ||
        !read_table(header_.e_phoff, header_.e_phnum, segments_)) {
      return false;
    }
    // More sections than fit there are counted elsewhere, with 0 here.
    if (header_.e_shnum == 0) return header_.e_shoff == 0 && are_whole();
    if (header_.e_shentsize != sizeof(Elf64_Shdr) ||
        header_.e_shstrndx >= header_.e_shnum ||
        !read_table(header_.e_shoff, header_.e_shnum, sections_)) {
      return false;
    }
    section_table_end_ = header_.e_shoff + header_.e_shnum * sizeof(Elf64_Shdr);
    return are_whole();
  }

  /// Parts lie in other parts, as notes do, but all of them together are not
  /// many times as large as the file.
  [[nodiscard]] bool are_few() const {
    constexpr std::uint64_t kTimes = 8;
    std::uint64_t left = kTimes * bytes_.size();
    const auto fits = [&](std::uint64_t size) {
      const bool is_less = size <= left;
      if (is_less) left -= size;
      return is_less;
    };
    return std::ranges::all_of(
               segments_,
               [&](const auto& one) { return fits(one.p_filesz); }) &&
           std::ranges::all_of(sections_, [&](const auto& one) {
             return one.sh_type == SHT_NOBITS || fits(one.sh_size);
           });
  }

  [[nodiscard]] bool are_whole() const {
    if (!sections_.empty()) {
      const Elf64_Shdr& names = sections_[header_.e_shstrndx];
      if (!holds({names.sh_offset, names.sh_size})) return false;
    }
    return are_few() &&
           std::ranges::all_of(segments_,
                               [&](const Elf64_Phdr& segment) {
                                 return holds(part_of(segment));
                               }) &&
           std::ranges::all_of(sections_, [&](const Elf64_Shdr& section) {
             return section.sh_type == SHT_NOBITS ||
                    holds({section.sh_offset, section.sh_size});
           });
  }

  [[nodiscard]] std::string_view name_of(const Elf64_Shdr& section) const {
    const Elf64_Shdr& names = sections_[header_.e_shstrndx];
    if (section.sh_name >= names.sh_size) return {};
    std::string_view text(bytes_.data() + names.sh_offset, names.sh_size);
    constexpr std::size_t kLongest = 256;
    text = text.substr(section.sh_name, kLongest);
    return text.substr(0, text.find('\0'));
  }

  void blank(Part part) {
    if (!holds(part)) return;
    std::fill_n(bytes_.begin() + static_cast<std::ptrdiff_t>(part.begin),
                part.size, '\0');
  }

  /// The header, which is loaded with the first segment, has the place of the
  /// table of sections, which is after the parts for debuggers.
  void blank_table_places() {
    blank({offsetof(Elf64_Ehdr, e_shoff), sizeof header_.e_shoff});
    blank({offsetof(Elf64_Ehdr, e_shnum), sizeof header_.e_shnum});
    blank({offsetof(Elf64_Ehdr, e_shstrndx), sizeof header_.e_shstrndx});
  }

  void blank_build_ids(Part notes) {
    constexpr std::string_view kOwner("GNU\0", 4);
    const auto padded = [](std::uint64_t size) { return (size + 3) / 4 * 4; };
    while (notes.size >= sizeof(Elf64_Nhdr)) {
      Elf64_Nhdr note;
      std::memcpy(&note, bytes_.data() + notes.begin, sizeof note);
      const std::uint64_t name = notes.begin + sizeof note;
      const std::uint64_t size =
          sizeof note + padded(note.n_namesz) + padded(note.n_descsz);
      if (size > notes.size) return;
      if (note.n_type == NT_GNU_BUILD_ID &&
          std::string_view(bytes_).substr(name, note.n_namesz) == kOwner) {
        blank({name + padded(note.n_namesz), note.n_descsz});
      }
      notes.begin += size;
      notes.size -= size;
    }
  }

  std::string& bytes_;
  Elf64_Ehdr header_{};
  std::vector<Elf64_Phdr> segments_;
  std::vector<Elf64_Shdr> sections_;
  std::uint64_t section_table_end_ = 0;
};

}  // namespace

std::string program_content(const std::filesystem::path& file) {
  std::string bytes = read_file(file);
  const auto content = ElfFile(bytes).content();
  return content_id(content ? *content : bytes);
}

namespace fs = std::filesystem;

std::string arguments_content(const std::vector<std::string>& arguments) {
  std::string result;
  for (const std::string& one : arguments) {
    // FILE or --data=FILE; without `=` this is the whole argument.
    const fs::path file = one.substr(one.find('=') + 1);
    std::error_code error;
    const bool names_file = fs::is_regular_file(file, error);
    result += '\0' + (names_file ? file_id(file) : one);
  }
  return result;
}

std::vector<fs::path> loaded_libraries(
    const fs::path& program, const std::vector<std::string>& environment,
    const fs::path& scratch) {
  std::vector<fs::path> result;
  // A program that no dynamic linker starts would run, whatever it is asked to
  // trace.
  auto file = regular_file(program);
  if (loader_of(file).empty()) return result;
  std::vector<std::string> variables = environment;
  variables.emplace_back("LD_TRACE_LOADED_OBJECTS=1");
  std::error_code error;
  fs::remove(scratch, error);
  constexpr auto kTimeout = std::chrono::seconds(30);
  (void)run_tool({{program.string()},
                  program.parent_path(),
                  variables,
                  scratch,
                  kTimeout,
                  -1});
  auto lines = regular_file(scratch);
  // "\tNAME => PATH (0x...)", "\tPATH (0x...)" of the dynamic linker.
  for (std::string line; std::getline(lines, line);) {
    const std::size_t arrow = line.find(" => ");
    const std::size_t begin = arrow == std::string::npos ? 1 : arrow + 4;
    const std::size_t end = line.rfind(" (0x");
    if (end == std::string::npos || end <= begin || line[begin] != '/') {
      continue;
    }
    result.push_back(
        fs::path(line.substr(begin, end - begin)).lexically_normal());
  }
  fs::remove(scratch, error);
  return result;
}

std::vector<fs::path> needed_libraries(
    const fs::path& program, const fs::path& folder,
    const std::vector<std::string>& environment, const fs::path& scratch) {
  std::vector<fs::path> result =
      loaded_libraries(program, environment, scratch);
  std::erase_if(result,
                [&](const fs::path& path) { return !is_below(path, folder); });
  return result;
}

}  // namespace spl::runner
