#include "runner/link_map.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <sstream>
#include <string_view>
#include <vector>

#include "runner/files.hpp"
#include "runner/linked_content.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSpace = " \t";

/// Takes the first word from the text.
std::string_view next_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kSpace));
  text.remove_prefix(word.size());
  return word;
}

std::string_view without_space(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  return text.substr(0, text.find_last_not_of(kSpace) + 1);
}

/// Of a number in any base.
bool is_zero(std::string_view number) {
  if (number.starts_with("0x")) number.remove_prefix(2);
  return number.find_first_not_of('0') == std::string_view::npos;
}

bool is_c_name(std::string_view name) {
  const auto is_letter = [](unsigned char one) {
    return std::isalnum(one) != 0 || one == '_';
  };
  return !name.empty() &&
         std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::all_of(name.begin(), name.end(), is_letter);
}

/// As compilers call strings (.str1.8) and constants (.cst16).
bool is_merged(std::string_view name) {
  for (const std::string_view kind : {".str", ".cst"}) {
    const std::size_t at = name.rfind(kind);
    if (at != std::string_view::npos && at + kind.size() < name.size() &&
        std::isdigit(static_cast<unsigned char>(name[at + kind.size()])) != 0) {
      return true;
    }
  }
  return false;
}

/// Whether the section is of the program, and nobody merges it.
bool counts(std::string_view name) {
  static constexpr std::array<std::string_view, 6> kBeginnings{
      ".text", ".rodata", ".data", ".bss", ".tdata", ".tbss"};
  if (is_c_name(name)) return name != "COMMON";  // Merged by name.
  if (is_merged(name) || name.find(".DW.ref.") != std::string_view::npos) {
    return false;
  }
  return std::any_of(
      kBeginnings.begin(), kBeginnings.end(),
      [&](std::string_view begin) { return name.starts_with(begin); });
}

/// As crt1.o, Scrt1.o, crti.o and crtbeginS.o.
bool starts_programs(const std::string& name) {
  return name.ends_with(".o") &&
         (name.starts_with("crt") || name.substr(1).starts_with("crt"));
}

std::string canonical_file(std::string_view file) {
  std::string_view member;
  if (file.ends_with(')')) {
    const std::size_t open = file.rfind('(');
    if (open != std::string_view::npos) {
      member = file.substr(open);
      file = file.substr(0, open);
    }
  }
  std::error_code error;
  const fs::path path = fs::weakly_canonical(fs::path(file), error);
  return (error ? std::string(file) : path.string()) + std::string(member);
}

class Sections {
 public:
  void add(std::string_view file, std::string_view name,
           std::string_view size) {
    file = without_space(file);
    if (is_zero(size) || file.empty() || file.starts_with('<') ||
        !counts(name)) {
      return;
    }
    if (starts_programs(fs::path(file).filename().string())) return;
    sections_.insert({canonical_file(file), std::string(name)});
  }

  std::set<LinkedSection> take() { return std::move(sections_); }

 private:
  std::set<LinkedSection> sections_;
};

/// A table with a line for each piece: numbers, then FILE:(SECTION).
void read_table(std::istream& lines, std::size_t numbers, std::size_t size,
                Sections& sections) {
  for (std::string line; std::getline(lines, line);) {
    const std::size_t open = line.rfind(":(");
    if (open == std::string::npos || !line.ends_with(')')) continue;
    std::string_view rest = std::string_view(line).substr(0, open);
    const std::string_view name =
        std::string_view(line).substr(open + 2, line.size() - open - 3);
    std::string_view piece_size;
    for (std::size_t i = 0; i < numbers; ++i) {
      const std::string_view number = next_word(rest);
      if (i == size) piece_size = number;
    }
    sections.add(rest, name, piece_size);
  }
}

/// What GNU's linkers write: " SECTION ADDRESS SIZE FILE", where a long name of
/// a section has a line of its own.
void read_listing(std::istream& lines, Sections& sections) {
  bool is_listing = false;
  std::string name;
  for (std::string line; std::getline(lines, line);) {
    is_listing = is_listing || line == "Memory map" ||
                 line == "Linker script and memory map";
    if (!is_listing) continue;
    std::string_view rest = line;
    const bool is_piece = line.size() > 1 && line[0] == ' ' && line[1] != ' ';
    if (is_piece) name = next_word(rest);
    if (!is_piece && !line.starts_with("        ")) name.clear();
    const std::string_view address = next_word(rest);
    if (name.empty() || !address.starts_with("0x")) continue;
    const std::string_view size = next_word(rest);
    if (size.starts_with("0x")) sections.add(rest, name, size);
    name.clear();
  }
}

}  // namespace

std::set<LinkedSection> linked_sections(const fs::path& map) {
  std::istringstream lines(read_file(map));
  Sections sections;
  std::string head;
  std::getline(lines, head);
  std::string_view columns = head;
  if (next_word(columns) != "VMA") {
    read_listing(lines, sections);
  } else if (next_word(columns) == "LMA") {
    read_table(lines, 4, 2, sections);
  } else {
    read_table(lines, 3, 1, sections);
  }
  return sections.take();
}

std::optional<LinkedSection> difference(const std::set<LinkedSection>& left,
                                        const std::set<LinkedSection>& right) {
  LinkedContents contents;
  const auto missing =
      [&](const std::set<LinkedSection>& from,
          const std::set<LinkedSection>& in) -> std::optional<LinkedSection> {
    std::multimap<std::string, LinkedSection> candidates;
    for (const LinkedSection& one : in) {
      if (!from.contains(one)) candidates.emplace(one.name, one);
    }
    for (const LinkedSection& one : from) {
      if (in.contains(one)) continue;
      const std::string content = contents.content(one);
      const auto [begin, end] = candidates.equal_range(one.name);
      const bool is_there = std::any_of(begin, end, [&](const auto& other) {
        return !content.empty() && contents.content(other.second) == content;
      });
      if (!is_there) return one;
    }
    return std::nullopt;
  };
  const auto lost = missing(left, right);
  return lost ? lost : missing(right, left);
}

bool is_read_in_order(const std::string& section) {
  return is_c_name(section) && !section.starts_with("__libc_");
}

}  // namespace spl::runner
