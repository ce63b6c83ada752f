#pragma once

#include <string>
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

}  // namespace spl::runner
