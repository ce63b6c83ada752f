#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runner/system/process.hpp"

/// The heaps of programs without a worker: a library that is preloaded moves
/// the break of each process before it takes any memory. docs/layouts.md has
/// the reasons.
namespace spl::runner {

/// Returns why the heap of a program cannot be shifted: the end of a sentence
/// that begins with the program; empty if it can. A first word without a slash
/// is looked for in the PATH of the variables.
[[nodiscard]] std::string lack_of_shift(
    const std::string& program, const std::vector<std::string>& environment);

/// Whether free blocks at drawn places are left, too, so that what a program
/// allocated before its measured code decides no distance of two blocks. They
/// take 0.1 ms of its start.
enum class Scatter { kNo, kYes };

/// Lets the program's heap begin at this offset in a page, instead of any
/// offset asked for before.
void shift_heap(std::uint64_t offset, Scatter scatter, Command& command);

}  // namespace spl::runner
