#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// What a command of a C or C++ compiler makes, as far as its words say.
namespace spl::runner {

struct CompilerCall {
  enum class Makes {
    kNothing,   ///< It asks, preprocesses or checks.
    kCompiled,  ///< One of each source (-c), or assembler (-S).
    kLinked     ///< A program or a library, of sources, too.
  };
  Makes makes = Makes::kNothing;
  /// The compiler without its folder, and the options that change code: those
  /// of optimisation, -f and -m, and macros of the C library and of assertions.
  std::string flags;
  std::vector<std::string> sources;   ///< In C or C++, preprocessed or not.
  std::vector<std::string> inputs;    ///< Other files: objects, archives.
  std::vector<std::string> searches;  ///< The words -LFOLDER and -lNAME.
  std::string output;                 ///< Of -o; empty without it.
  bool reads_input = false;           ///< A source is standard input.
  bool is_partial = false;            ///< -r links to an object.
};

/// Reads a compiler and its arguments, without files of words (@FILE).
[[nodiscard]] CompilerCall compiler_call(const std::vector<std::string>& words);

/// Returns the file that a call makes of one of its sources.
[[nodiscard]] std::string object_of(const CompilerCall& call,
                                    const std::string& source);

/// Returns the prerequisites of all rules of a text for make, as compilers
/// write them with -MD: absolute and normal; relative ones are from `folder`.
[[nodiscard]] std::vector<std::filesystem::path> prerequisites(
    std::string_view text, const std::filesystem::path& folder);

/// Takes a call and the folder in which it was made.
using OnCall =
    std::function<void(const CompilerCall&, const std::filesystem::path&)>;

/// Tells of commands in the log of a build that call compilers with a path,
/// which no wrapper in PATH sees; as far as its tools printed them. Tools begin
/// in the folder `build`, or where make says that it enters.
void read_printed_calls(std::string_view log,
                        const std::filesystem::path& build,
                        const OnCall& on_call);

}  // namespace spl::runner
