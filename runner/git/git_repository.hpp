#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "runner/git/repository.hpp"

namespace spl::runner {

/// What a call of a repository may take: its time, and the memory of the whole
/// process, which holds two copies of the largest file.
struct ReadingLimits {
  std::chrono::nanoseconds time = std::chrono::minutes(5);
  std::uint64_t memory = 9'000'000'000;  ///< Bytes.
};

/// Opens the repository at the folder or around it; bare ones, worktrees and
/// shallow clones too. Throws RepositoryError. If a call takes more than its
/// limits, it ends the process as SIGTERM does, with a sentence.
[[nodiscard]] std::unique_ptr<Repository> open_repository(
    const std::filesystem::path& folder);

/// The same with other limits.
[[nodiscard]] std::unique_ptr<Repository> open_within(
    const std::filesystem::path& folder, const ReadingLimits& limits);

}  // namespace spl::runner
