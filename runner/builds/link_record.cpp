#include "runner/builds/link_record.hpp"

#include <stdexcept>
#include <vector>

#include "runner/layouts/response_file.hpp"
#include "runner/system/file_facts.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {

namespace fs = std::filesystem;

fs::path link_record_file(const fs::path& program) {
  return program.string() + ".link/record";
}

std::optional<LinkRecord> read_link_record(const fs::path& program) {
  std::error_code error;
  const fs::path file = link_record_file(program);
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  try {
    LinkRecord result;
    result.content = read_file(file);
    const std::vector<std::string> fields = zero_ended(result.content);
    if (fields.size() < 3) return std::nullopt;
    result.is_old = fs::last_write_time(file) != fs::last_write_time(program);
    result.linker = fields[0];
    result.link.output = program;
    result.link.folder = fields[1];
    for (std::size_t i = 2; i < fields.size(); ++i) {
      append_words(fields[i], result.link.words);
    }
    return result;
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

}  // namespace spl::runner
