#include "runner/builds/link_record.hpp"

#include <stdexcept>
#include <vector>

#include "runner/layouts/response_file.hpp"
#include "runner/system/file_facts.hpp"

namespace spl::runner {

namespace fs = std::filesystem;

namespace {

/// Throws DistrustError if another user could have written the linker, its
/// plugins or its inputs. The words follow the linker and its folder.
void require_trusted(const std::vector<std::string>& fields,
                     const Rights& rights) {
  const fs::path folder = fields[1];
  require_trusted_program(fields[0], rights);
  for (std::size_t i = 2; i < fields.size(); ++i) {
    const std::string& word = fields[i];
    // A plugin is executed by the linker, and may execute what it is given.
    const bool is_executed = word.find("-plugin") != std::string::npos ||
                             fields[i - 1].ends_with("-plugin");
    const std::size_t value = word.find_first_of("=@") + 1;  // 0: none.
    for (const std::size_t begin : {std::size_t{0}, value}) {
      const fs::path named = folder / word.substr(begin);
      std::error_code error;
      const bool is_absent = !fs::exists(named, error);
      if (is_absent ? begin == word.size() || word[begin] != '/'
                    : !fs::is_regular_file(named, error)) {
        continue;
      }
      if (is_executed) {
        require_trusted_program(named, rights);
      } else {
        require_trusted_content(named, rights);
      }
    }
  }
}

}  // namespace

fs::path link_record_file(const fs::path& program) {
  return program.string() + ".link/record";
}

std::optional<LinkRecord> read_link_record(const fs::path& program,
                                           const Rights& rights) {
  std::error_code error;
  const fs::path file = link_record_file(program);
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  try {
    LinkRecord result;
    result.content = read_trusted_file(file, rights);
    const std::vector<std::string> fields = zero_ended(result.content);
    if (fields.size() < 3) return std::nullopt;
    require_trusted(fields, rights);
    result.is_old = fs::last_write_time(file) != fs::last_write_time(program);
    result.linker = fields[0];
    result.link.output = program;
    result.link.folder = fields[1];
    for (std::size_t i = 2; i < fields.size(); ++i) {
      append_words(fields[i], result.link.words);
    }
    return result;
  } catch (const DistrustError&) {
    throw;
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

}  // namespace spl::runner
