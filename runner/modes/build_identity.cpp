#include "runner/modes/build_identity.hpp"

#include "runner/builds/program_content.hpp"
#include "runner/git/content_id.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

std::string content_of(const ProgramCatalogue::Program& program) {
  if (!program.hash.empty()) return content_id(program.content);
  try {
    return program_content(program.path);
  } catch (const FileError&) {
    return {};  // A command that is searched.
  }
}

}  // namespace

BuildIdentity build_identity(const ProgramCatalogue::Program& program) {
  return {content_of(program), program.hash, program.build};
}

}  // namespace spl::runner
