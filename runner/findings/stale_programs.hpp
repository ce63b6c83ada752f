#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/findings/report.hpp"
#include "runner/programs/program_catalogue.hpp"

/// Programs that spl-run did not build and that are older than what they
/// measure. The known sources are those that register workloads, those whose
/// functions formulas call THIS, and those that the build left notes of.
namespace spl::runner {

/// Returns the file of a place like `../first.cpp:12`, as a program's compiler
/// saw it from the program's folder or from one above; nothing if it is absent.
[[nodiscard]] std::optional<std::filesystem::path> source_of(
    const std::string& place, const std::filesystem::path& program);

/// Returns a sentence for each program that measures some of the performances
/// and is older than such a source of theirs.
[[nodiscard]] Warnings stale_programs(
    const std::vector<logic::Performance>& measured,
    const ProgramCatalogue& programs, const Report& report);

}  // namespace spl::runner
