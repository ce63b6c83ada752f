#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spl::runner {

/// Whose benchmarks a program holds.
enum class Framework {
  kSpl,  ///< Workloads, in the worker protocol.
  kGoogleBenchmark,
  kCatch2,
  kNanobench,
  /// Nothing in its file says so: it is asked as one of SPL, with an option
  /// that has others print their options (recognition.hpp).
  kUnknown
};

/// By number; as users write them before the path of a program.
inline constexpr std::string_view kFrameworkNames[] = {
    "spl", "google-benchmark", "catch2", "nanobench", "unknown"};

/// "Google Benchmark" ...
[[nodiscard]] std::string_view to_text(Framework framework);

/// A program as users name it: PATH or FRAMEWORK:PATH, or a list in JSON of
/// that and the program's own arguments, ["PATH", "ARGUMENT"].
struct FrameworkProgram {
  std::string path;
  std::optional<Framework> framework = std::nullopt;  ///< If it is named.
  std::vector<std::string> arguments = {};
};

[[nodiscard]] FrameworkProgram framework_program(const std::string& text);

/// Returns a text for framework_program(). A path that would be read otherwise
/// gets "./" before it.
[[nodiscard]] std::string program_text(const FrameworkProgram& program);

/// Whose benchmarks a program holds, as texts in its file say, without
/// executing it: one that executes all of its benchmarks when it is asked must
/// not be. kUnknown where there are none, as in a script that starts another
/// program, and where the file cannot be read. One that holds workloads of SPL
/// is SPL's, whatever else it holds.
[[nodiscard]] Framework recognised(const std::string& program);

/// The option with which a program whose file says nothing is asked. Programs
/// of frameworks then print their options and execute nothing else.
inline constexpr char kAskingOption[] = "--help";

/// Returns the framework whose options the output lists; kUnknown for others.
[[nodiscard]] Framework recognised_by_help(std::string_view output);

}  // namespace spl::runner
