#include "runner/layouts/link_map.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

#include "runner/system/files.hpp"

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

/// Returns whether a number in any base is zero.
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
         std::ranges::all_of(name, is_letter);
}

/// Returns whether linkers merge the section: compilers call strings .str1.8
/// and constants .cst16.
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

/// Returns whether the section is the program's, and nobody merges it.
bool counts(std::string_view name) {
  static constexpr std::array<std::string_view, 6> kBeginnings{
      ".text", ".rodata", ".data", ".bss", ".tdata", ".tbss"};
  if (is_c_name(name)) return name != "COMMON";  // Merged by name.
  if (is_merged(name) || name.find(".DW.ref.") != std::string_view::npos) {
    return false;
  }
  return std::ranges::any_of(kBeginnings, [&](std::string_view begin) {
    return name.starts_with(begin);
  });
}

/// Returns whether an object starts programs: crt1.o, Scrt1.o, crti.o and
/// crtbeginS.o do.
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

/// Takes what a map lists, in its order.
class Listed {
 public:
  void add_piece(std::string_view file, std::string_view name,
                 std::string_view size) {
    file = without_space(file);
    is_counted_ = !is_zero(size) && !file.empty() && !file.starts_with('<') &&
                  counts(name) &&
                  !starts_programs(fs::path(file).filename().string());
    if (!is_counted_) return;
    std::string& known = canonical_[std::string(file)];
    if (known.empty()) known = canonical_file(file);
    piece_ = {known, std::string(name)};
    map_.sections.insert(piece_);
  }

  /// Adds the name of something in the latest piece.
  void add_name(std::string_view name) {
    name = without_space(name);
    if (is_counted_ && name.find(' ') == std::string_view::npos) {
      map_.names[std::string(name)].insert(piece_);
    }
  }

  void end_piece() { is_counted_ = false; }

  LinkMap take() { return std::move(map_); }

 private:
  LinkMap map_;
  std::map<std::string, std::string> canonical_;  ///< By names in the map.
  LinkedSection piece_;
  bool is_counted_ = false;
};

/// Reads a table with a line for each piece: numbers, then FILE:(SECTION).
/// Lines for the names in the piece follow.
void read_table(std::istream& lines, std::size_t numbers, std::size_t size,
                Listed& listed) {
  for (std::string line; std::getline(lines, line);) {
    std::string_view rest = line;
    std::string_view piece_size;
    for (std::size_t i = 0; i < numbers; ++i) {
      const std::string_view number = next_word(rest);
      if (i == size) piece_size = number;
    }
    const std::size_t open = rest.rfind(":(");
    if (open != std::string_view::npos && rest.ends_with(')')) {
      listed.add_piece(rest.substr(0, open),
                       rest.substr(open + 2, rest.size() - open - 3),
                       piece_size);
    } else if (!rest.starts_with(" .")) {  // An output section.
      listed.add_name(rest);
    }
  }
}

/// Reads the map of GNU's linkers: " SECTION ADDRESS SIZE FILE", then lines
/// "ADDRESS NAME". A long name of a section has a line of its own.
void read_listing(std::istream& lines, Listed& listed) {
  bool is_listing = false;
  std::string section;
  for (std::string line; std::getline(lines, line);) {
    is_listing = is_listing || line == "Memory map" ||
                 line == "Linker script and memory map";
    if (!is_listing) continue;
    std::string_view rest = line;
    const bool is_piece = line.size() > 1 && line[0] == ' ' && line[1] != ' ';
    const bool goes_on = line.starts_with("        ");
    if (is_piece) section = next_word(rest);
    if (is_piece || !goes_on) listed.end_piece();
    if (!is_piece && !goes_on) section.clear();
    if (!next_word(rest).starts_with("0x")) continue;
    std::string_view after = rest;
    const std::string_view size = next_word(after);
    if (!size.starts_with("0x")) {
      listed.add_name(rest);
    } else if (!section.empty()) {
      listed.add_piece(after, section, size);
      section.clear();
    }
  }
}

/// Looks for pieces that are in one of two links only, by content if their
/// objects differ.
class Comparison {
 public:
  /// Returns a piece that the other link lacks.
  std::optional<LinkedSection> missing(const std::set<LinkedSection>& from,
                                       const std::set<LinkedSection>& in) {
    std::multimap<std::string, LinkedSection> candidates;
    for (const LinkedSection& one : in) {
      if (!from.contains(one)) candidates.emplace(one.name, one);
    }
    std::map<std::string, std::set<std::string>> contents;  // Of candidates.
    for (const LinkedSection& one : from) {
      if (in.contains(one)) continue;
      const auto [known, is_new] = contents.try_emplace(one.name);
      const auto [begin, end] = candidates.equal_range(one.name);
      for (auto other = begin; is_new && other != end; ++other) {
        known->second.insert(contents_.content(other->second));
      }
      const std::string content = contents_.content(one);
      if (content.empty() || !known->second.contains(content)) return one;
    }
    return std::nullopt;
  }

 private:
  LinkedContents contents_;
};

}  // namespace

LinkMap read_link_map(const fs::path& map) {
  std::istringstream lines(read_file(map));
  Listed listed;
  std::string head;
  std::getline(lines, head);
  std::string_view columns = head;
  if (next_word(columns) != "VMA") {
    read_listing(lines, listed);
  } else if (next_word(columns) == "LMA") {
    read_table(lines, 4, 2, listed);
  } else {
    read_table(lines, 3, 1, listed);
  }
  return listed.take();
}

std::optional<std::string> difference(const LinkMap& left,
                                      const LinkMap& right) {
  const auto text = [](const LinkedSection& piece) {
    return piece.name + " of " + fs::path(piece.file).filename().string();
  };
  Comparison comparison;
  auto found = comparison.missing(left.sections, right.sections);
  if (!found) found = comparison.missing(right.sections, left.sections);
  if (found) return text(*found);
  for (const auto& [name, pieces] : left.names) {
    const auto other = right.names.find(name);
    if (other == right.names.end()) continue;
    found = comparison.missing(pieces, other->second);
    if (found) return name + ", which is in " + text(*found);
  }
  return std::nullopt;
}

bool is_read_in_order(const std::string& section) {
  return is_c_name(section) && !section.starts_with("__libc_");
}

}  // namespace spl::runner
