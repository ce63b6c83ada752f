#include "runner/layouts/link_input.hpp"

#include <elf.h>

#include <array>
#include <cstring>
#include <string_view>

#include "runner/system/files.hpp"

namespace spl::runner {

LinkInput link_input(const std::filesystem::path& file) {
  constexpr std::string_view kThin = "!<thin>\n";
  // Both classes of ELF files begin with the identity, then the type.
  std::array<char, EI_NIDENT + sizeof(Elf64_Half)> bytes{};
  auto in = regular_file(file);
  in.read(bytes.data(), bytes.size());
  const std::string_view begin(bytes.data(),
                               static_cast<std::size_t>(in.gcount()));
  if (begin.starts_with(kThin)) return LinkInput::kThinArchive;
  if (begin.size() < bytes.size() ||
      !begin.starts_with(std::string_view(ELFMAG, SELFMAG))) {
    return LinkInput::kCopied;
  }
  Elf64_Half type = 0;
  std::memcpy(&type, bytes.data() + EI_NIDENT, sizeof type);
  return type == ET_REL ? LinkInput::kCopied : LinkInput::kReferred;
}

}  // namespace spl::runner
