#pragma once

#include <string>

#include "runner/formulas/command_line.hpp"

/// What newcomers name in the wrong place.
namespace spl::runner {

/// Throws PlainError for a setting in the place of a project file.
void require_project_file(const CommandLine& line);

/// Throws PlainError for a program or a command in the place of a formula file,
/// and for a formula file in that of a filter.
void require_understood(const CommandLine& line);

/// Returns a note if there is a folder of the name of the command; else empty.
[[nodiscard]] std::string note_of_folder(const CommandLine& line);

}  // namespace spl::runner
