#include "runner/layouts/archive.hpp"

#include <ar.h>
#include <limits.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace spl::runner {
namespace {

constexpr std::string_view kMagic(ARMAG, SARMAG);
constexpr std::string_view kThinMagic = "!<thin>\n";

/// Returns the name of a member. Names end at a slash; long names are kept
/// elsewhere, as "/PLACE".
std::string_view member_name(std::string_view name,
                             std::string_view long_names) {
  std::size_t place = 0;
  const bool is_long =
      name.size() > 1 && name[0] == '/' &&
      std::from_chars(name.data() + 1, name.data() + name.size(), place).ec ==
          std::errc() &&
      place < long_names.size();
  if (is_long) {
    name = long_names.substr(place, PATH_MAX);
    name = name.substr(0, name.find('\n'));
  }
  return name.substr(0, name.rfind('/'));
}

/// Returns whether the member is a table of the archive, which a thin one
/// holds, too.
bool is_table(std::string_view name) {
  return name == "/" || name == "//" || name == "/SYM64/";
}

}  // namespace

bool is_thin_archive(std::string_view bytes) {
  return bytes.starts_with(kThinMagic);
}

bool is_archive(std::string_view bytes) {
  return bytes.starts_with(kMagic) || is_thin_archive(bytes);
}

std::vector<ArchiveMember> archive_members(std::string_view archive) {
  std::vector<ArchiveMember> result;
  if (!is_archive(archive)) return result;
  const bool is_thin = is_thin_archive(archive);
  archive.remove_prefix(kMagic.size());
  std::string_view long_names;
  while (archive.size() >= sizeof(ar_hdr)) {
    ar_hdr header;
    std::memcpy(&header, archive.data(), sizeof header);
    std::string_view name = archive.substr(0, sizeof header.ar_name);
    name = name.substr(0, name.find_last_not_of(' ') + 1);
    archive.remove_prefix(sizeof header);
    std::size_t size = 0;
    const char* text = static_cast<const char*>(header.ar_size);
    std::from_chars(text, text + sizeof header.ar_size, size);
    if (is_thin && !is_table(name)) size = 0;
    if (size > archive.size()) return {};
    const std::string_view content = archive.substr(0, size);
    if (name == "//") {
      long_names = content;
    } else if (!is_table(name)) {
      result.push_back({member_name(name, long_names), content});
    }
    archive.remove_prefix(std::min(size + size % 2, archive.size()));
  }
  return result;
}

}  // namespace spl::runner
