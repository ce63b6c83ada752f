#include "runner/revisions/revisions.hpp"

#include <algorithm>
#include <stdexcept>

#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

const BuiltProgram* program_at(const Built& built, const std::string& path,
                               const std::vector<std::string>& arguments) {
  const auto found =
      std::ranges::find_if(built.programs, [&](const BuiltProgram& one) {
        return one.path == path && one.arguments == arguments;
      });
  return found == built.programs.end() ? nullptr : &*found;
}

/// Answers with what programs reported earlier, if that is kept.
class RememberingLauncher : public Launcher {
 public:
  RememberingLauncher(Launcher& launcher, const Built& built)
      : launcher_(launcher), built_(built) {}

  workload::CatalogueAnswer catalogue(const std::string& program) override {
    const FrameworkProgram named = framework_program(program);
    const BuiltProgram* found = program_at(built_, named.path, named.arguments);
    if (found == nullptr || found->catalogue.empty() || is_script(*found)) {
      return launcher_.catalogue(program);
    }
    const std::string& file = found->catalogue;
    try {
      return workload::decode_catalogue_answer(read_file(file));
    } catch (const std::runtime_error&) {
      // The file is missing or damaged: the program is asked.
    }
    workload::CatalogueAnswer answer = launcher_.catalogue(program);
    try {
      if (answer.failure.empty()) write_file(file, workload::encode(answer));
    } catch (const FileError&) {
      // The program is asked again the next time.
    }
    return answer;
  }
  Framework framework(const std::string& program) override {
    return launcher_.framework(program);
  }
  void prepare(const Placement& placement) override {
    launcher_.prepare(placement);
  }
  BlockResult measure(const Block& block) override {
    return launcher_.measure(block);
  }
  void outlast_interruption() override { launcher_.outlast_interruption(); }
  std::vector<HostRecord> hosts() override { return launcher_.hosts(); }

 private:
  /// Only an answer shows the framework of a script that starts a program.
  bool is_script(const BuiltProgram& program) {
    return !program.framework &&
           launcher_.framework(program.path) == Framework::kUnknown;
  }

  Launcher& launcher_;
  const Built& built_;
};

}  // namespace

ProgramCatalogue built_catalogue(const Built& built, const std::string& name,
                                 Launcher& launcher) {
  std::vector<std::string> texts;
  for (const BuiltProgram& one : built.programs) {
    if (!one.is_tool) {
      texts.push_back(program_text({one.path, one.framework, one.arguments}));
    }
  }
  RememberingLauncher remembering(launcher, built);
  ProgramCatalogue result = ask(texts, remembering);
  for (ProgramCatalogue::Program& program : result.programs) {
    const BuiltProgram& known =
        *program_at(built, program.path, program.arguments);
    program.links.pack = built.links;
    program.links.given = known.given;
    if (!known.given.empty()) program.links.seconds = built.seconds;
    program.content = known.content;
    program.hash = built.hash;
    if (!built.links_problem.empty()) {
      program.links.problem = name + ' ' + built.links_problem;
    }
  }
  return result;
}

}  // namespace spl::runner
