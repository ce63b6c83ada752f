#include "runner/programs/program_catalogue.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "runner/tools/translator.hpp"
#include "spl/logic/nearest_name.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner {
namespace {

logic::Parameter::Kind kind(workload::ParameterKind kind) {
  switch (kind) {
    case workload::ParameterKind::kInteger:
      return logic::Parameter::Kind::kInteger;
    case workload::ParameterKind::kNumber:
      return logic::Parameter::Kind::kNumber;
    case workload::ParameterKind::kText:
      return logic::Parameter::Kind::kText;
  }
  return {};
}

logic::Entry::Kind kind(workload::EntryFacts::Kind kind) {
  switch (kind) {
    case workload::EntryFacts::Kind::kWorkload:
      return logic::Entry::Kind::kWorkload;
    case workload::EntryFacts::Kind::kMethod:
      return logic::Entry::Kind::kMethod;
    case workload::EntryFacts::Kind::kFactory:
      return logic::Entry::Kind::kFactory;
    case workload::EntryFacts::Kind::kGenerator:
      return logic::Entry::Kind::kGenerator;
  }
  return {};
}

logic::Value value(const workload::Argument& argument) {
  if (const auto* number = std::get_if<double>(&argument)) {
    return logic::rounded(*number);
  }
  return std::get<std::string>(argument);
}

logic::Parameter parameter(const workload::ParameterFacts& facts) {
  logic::Parameter result{facts.name,    facts.type,    kind(facts.kind),
                          facts.minimum, facts.maximum, {}};
  for (const workload::Argument& argument : facts.values) {
    result.values.push_back(value(argument));
  }
  return result;
}

/// A method takes a formula's arguments itself only if all its types are
/// parameters, or it says that it has none.
bool takes_arguments(const workload::EntryFacts& facts) {
  return facts.kind != workload::EntryFacts::Kind::kMethod ||
         facts.arguments.empty() ||
         facts.parameters.size() == facts.arguments.size();
}

logic::Entry entry(const workload::EntryFacts& facts,
                   const std::string& program) {
  logic::Entry result{kind(facts.kind), facts.name, {},          facts.instance,
                      facts.arguments,  program,    facts.place, facts.parts};
  if (takes_arguments(facts)) {
    result.parameters.emplace();
    for (const workload::ParameterFacts& one : facts.parameters) {
      result.parameters->push_back(parameter(one));
    }
  }
  return result;
}

/// Returns the entries without composed ones whose names are registered, too;
/// the parts of the others are marked.
std::vector<logic::Entry> settled(const logic::Entries& all) {
  std::set<std::string> parts;
  for (const logic::Entry& one : all) {
    if (one.twin.empty() && all.find(one.name) == &one) {
      parts.insert(one.parts.begin(), one.parts.end());
    }
  }
  std::vector<logic::Entry> result;
  for (logic::Entry one : all) {
    if (!one.parts.empty() && all.find(one.name)->parts.empty()) continue;
    one.is_part = parts.contains(one.name);
    result.push_back(std::move(one));
  }
  return result;
}

/// Throws ProgramError for a name that spl/workload/registered.hpp refuses: not
/// every program is made with it.
void require_writable(const workload::EntryFacts& facts,
                      const std::string& program) {
  const bool has_controls = std::ranges::any_of(
      facts.name, [](unsigned char c) { return c < ' ' || c == 0x7f; });
  if (!facts.name.empty() && !has_controls) return;
  throw ProgramError(fmt::format(
      "{}: a name {} at {}; give it one that formulas can write", program,
      has_controls ? "has control characters" : "is empty", facts.place));
}

/// Returns the names of all that the program of a revision has.
std::vector<std::string> names_at(const std::string& revision,
                                  const logic::Catalogue& catalogue) {
  std::vector<std::string> result;
  const auto known = catalogue.revisions.find(revision);
  const logic::Entries* entries = &catalogue.entries;
  if (!logic::is_under_test(revision)) {
    if (known == catalogue.revisions.end() || !known->second.entries) return {};
    entries = &*known->second.entries;
  }
  for (const logic::Entry& one : *entries) result.push_back(one.name);
  return result;
}

/// Why a program without entries is of no use.
std::string none_text(Framework framework) {
  if (translator(framework) == nullptr) {
    return ": this program has no workloads; register some with SPL_WORKLOAD "
           "or SPL_METHOD, or call CMake's spl_workloads(LIBRARY) if they are "
           "in a library, which a linker leaves out unless a program refers to "
           "it";
  }
  return ": this program of " + std::string(to_text(framework)) +
         " lists no benchmarks: it has none, or it is a program of another "
         "kind";
}

/// Why benchmarks of some names are left out: continues "PROGRAM ...".
std::string clash_text(const std::vector<std::string>& taken,
                       const std::string& owner) {
  const std::size_t more = taken.size() - 1;
  return fmt::format(
      " has \"{}\"{}, measured in {} alone, since names are unique over all "
      "programs",
      taken.front(), more == 0 ? "" : fmt::format(" (and {} more)", more),
      std::filesystem::path(owner).filename().string());
}

}  // namespace

const ProgramCatalogue::Program& ProgramCatalogue::program_of(
    const logic::Performance& performance) const {
  static const Program kNone;
  if (failures.contains(performance.revision)) return kNone;
  const logic::Entry* entry = entry_of(performance.method, performance);
  if (entry == nullptr) return kNone;
  return *std::ranges::find_if(programs, [&](const Program& program) {
    return program.name() == entry->program;
  });
}

std::string ProgramCatalogue::failure_of(
    const logic::Performance& performance) const {
  const auto known = failures.find(performance.revision);
  if (known != failures.end()) return known->second;
  for (const std::string* name :
       {&performance.method, &performance.generator, &performance.factory}) {
    if (!name->empty() && entry_of(*name, performance) == nullptr) {
      return "cannot be measured: the program of " +
             (logic::is_under_test(performance.revision)
                  ? "the revision under test"
                  : performance.revision) +
             " has no \"" + *name + '"' +
             logic::did_you_mean(*name,
                                 names_at(performance.revision, catalogue));
    }
  }
  return {};
}

const logic::Entry* ProgramCatalogue::entry_of(
    const std::string& name, const logic::Performance& performance) const {
  return logic::is_under_test(performance.revision)
             ? catalogue.find(name)
             : catalogue.find_in(performance.revision, name);
}

ProgramCatalogue ask(const std::vector<std::string>& programs,
                     Launcher& launcher) {
  ProgramCatalogue result;
  for (const std::string& text : programs) {
    const FrameworkProgram named = framework_program(text);
    ProgramCatalogue::Program program{named.path, {}, {}};
    program.arguments = named.arguments;
    const std::string path = program.name();
    const workload::CatalogueAnswer answer = launcher.catalogue(text);
    if (!answer.failure.empty()) {
      throw ProgramError(path + ": " + answer.failure);
    }
    const Framework framework =
        named.framework ? *named.framework : launcher.framework(named.path);
    if (answer.entries.empty()) throw ProgramError(path + none_text(framework));
    std::vector<std::string> taken;
    std::string owner;
    for (const workload::EntryFacts& facts : answer.entries) {
      if (translator(framework) == nullptr) require_writable(facts, path);
      const auto* other = result.catalogue.find(facts.name);
      if (other != nullptr && translator(framework) != nullptr) {
        taken.push_back(facts.name);
        owner = other->program;
        continue;
      }
      if (other != nullptr && other->parts.empty() && facts.parts.empty()) {
        throw ProgramError(fmt::format(
            "{}: \"{}\" is in {} too; names are unique over all programs; give "
            "builds of one program names, as in -p old=PROGRAM -p new=PROGRAM",
            path, facts.name, other->program));
      }
      result.catalogue.entries.push_back(entry(facts, path));
    }
    GivenLinks given = given_links(named.path, own_rights());
    program.build = answer.build;
    program.missing = answer.missing;
    program.links.given = std::move(given.paths);
    program.chooses_iterations = answer.chooses_iterations;
    program.one_layout = std::move(given.distrust);
    program.framework = framework;
    if (!taken.empty()) program.clash = clash_text(taken, owner);
    result.programs.push_back(std::move(program));
  }
  result.catalogue.entries = settled(result.catalogue.entries);
  return result;
}

namespace fs = std::filesystem;

namespace {

/// Throws DistrustError and ProgramError.
std::vector<std::string> trusted_links(const fs::path& list,
                                       const Rights& rights) {
  std::vector<std::string> result;
  std::istringstream lines(read_trusted_file(list, rights));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    constexpr std::size_t kMost = 1000;
    if (result.size() == kMost) {
      throw ProgramError(list.string() + " names more than " +
                         std::to_string(kMost) + " links; build fewer");
    }
    const fs::path link = list.parent_path() / line;
    std::error_code error;
    if (!fs::is_regular_file(link, error)) {
      throw ProgramError(list.string() + " names " + link.string() +
                         ", which is not there; is it built?");
    }
    require_trusted_program(link, rights);
    result.push_back(link.string());
  }
  return result;
}

}  // namespace

GivenLinks given_links(const std::string& program, const Rights& rights) {
  const fs::path list = program + ".layouts";
  std::error_code error;
  if (!fs::is_regular_file(list, error)) return {};
  try {
    return {trusted_links(list, rights), ""};
  } catch (const DistrustError& distrust) {
    return {{},
            "another user could have written its layouts: " +
                std::string(distrust.what()) +
                "; build it in a folder of your own"};
  }
}

}  // namespace spl::runner
