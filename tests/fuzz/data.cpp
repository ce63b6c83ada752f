// Any bytes as files of observations, of every tool that is known and with a
// zero byte between the first two, which are also sets of their own, and those
// of a folder of criterion: what can be read is fit to calculate with and binds
// formulas; what cannot is explained.
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "parser/parser.hpp"
#include "parser/source.hpp"
#include "runner/given/given_files.hpp"
#include "runner/given/given_observations.hpp"
#include "runner/programs/answered_run.hpp"
#include "runner/system/json_text.hpp"
#include "spl/logic/binding.hpp"
#include "tests/fuzz/application.hpp"
#include "tests/fuzz/places.hpp"
#include "tests/fuzz/require.hpp"

namespace {

void check(const spl::statistics::Sample& sample) {
  require(!sample.runs().empty(), "there are no runs");
  for (const auto& run : sample.runs()) {
    require(!run.empty(), "a run is empty");
    for (const double observation : run) {
      require(std::abs(observation) < spl::runner::kLargestObservation,
              "an observation is too large");
    }
  }
}

void check(const spl::runner::GivenPerformance& given) {
  using spl::logic::Failure;
  using spl::statistics::Sample;
  if (std::holds_alternative<Failure>(given.observed)) return;
  const auto& sample = std::get<Sample>(given.observed);
  check(sample);
  if (!given.levels) return;
  const std::size_t highest = given.levels->level_count();
  require(highest <= spl::runner::kMostLevels, "there are too many levels");
  require(given.levels->count(highest) == sample.runs().size(),
          "the highest level is not of runs");
}

void bind(const spl::runner::GivenObservations& given) {
  const std::string text = "a <= 1.1 * a && sort(10) = a.b[g, f]@old";
  const spl::parser::Source source("f", text);
  const auto parsed = spl::parser::parse(text, spl::parser::TextKind::kSingle);
  require(parsed.problems.empty(), "the formula is none");
  const auto bound = spl::logic::bind(parsed.document, given.catalogue,
                                      spl::logic::Completeness::kWhole, "a");
  for (const auto& problem : bound.problems) {
    require(!to_text(source.diagnose(problem)).empty(), "no message");
  }
}

void read(const std::vector<std::string>& files, std::string_view place) {
  try {
    const auto given = spl::runner::read_observations(files);
    require(!given.performances.empty(), "there are no performances");
    for (const auto& [performance, observed] : given.performances) {
      check(observed);
    }
    for (const auto& [performance, sample] : given.history) {
      require(given.performances.contains(performance),
              "the history is of a performance that is not there");
      check(sample);
    }
    bind(given);
  } catch (const spl::runner::DataError& error) {
    // It begins with the name of the file.
    require(std::string_view(error.what()).starts_with(place),
            "a message names no file");
  }
}

/// Decides on what reports of spl-run say: no message is a library's.
void decide(std::string_view text, std::vector<std::string> arguments) {
  if (text.find("\"run_details\"") == text.npos) return;
  arguments.insert(arguments.end(), {"-o", "json:-"});
  const Printed all = printed(arguments);
  require(all.err.find("unknown error") == std::string::npos,
          "a message of a library");
}

void write(const std::filesystem::path& file, std::string_view text) {
  require((std::ofstream(file) << text).good(), "a file cannot be written");
}

/// Reads the times of a benchmark with the file beside them that names it.
void read_criterion(std::string_view times, std::string_view name) {
  static const MemoryFolder folder;
  write(folder.file("sample.json"), times);
  write(folder.file("benchmark.json"), name);
  const std::string path = folder.file("");
  read({path}, path);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\0');
  constexpr std::string_view kPlace = "/proc/self/fd/";
  const MemoryFile first(text.substr(0, end));
  if (end == std::string_view::npos) {
    read({first.name()}, kPlace);
    decide(text, {"--data", first.name(), "-e", "a(1) < 2 * b"});
    return 0;
  }
  const MemoryFile second(text.substr(end + 1));
  read({first.name(), second.name()}, kPlace);
  const std::string old = "old=" + first.name();
  const std::string now = "new=" + second.name();
  read({old, now}, kPlace);
  decide(text, {"guard", "--data", old, "--data", now});
  if (text.substr(0, end).find("\"iters\"") != std::string_view::npos) {
    read_criterion(text.substr(0, end), text.substr(end + 1));
  }
  return 0;
}
