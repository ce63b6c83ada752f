#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "spl/workload/call_facts.hpp"
#include "spl/workload/disturbed.hpp"
#include "spl/workload/metric.hpp"
#include "spl/workload/protocol_error.hpp"

/// The protocol between the runner and a worker. A worker is a program with
/// workloads, started with a Request in the environment variable kVariable. Its
/// answer is a file that it renames into place when complete. Requests and
/// answers are lines of a key and its value, described in
/// laboratory/worker-protocol.md. Decoding throws ProtocolError. C++17.
namespace spl::workload {

class LineReader;
class LineWriter;

/// The version in the first line. Every change of the format makes a new one;
/// a text of another version is refused.
inline constexpr int kProtocolVersion = 1;
inline constexpr const char* kVariable = "SPL_WORKER";

/// An argument of a performance, as in formulas.
using Argument = std::variant<double, std::string>;

struct Request {
  enum class Task { kCatalogue, kRun };
  Task task = Task::kCatalogue;
  std::string result_path;  ///< The path of the answer; its folder exists.
  /// The parent that the worker must find, or else end at once; 0 if a launcher
  /// is between them and the parent is unknown.
  std::int64_t parent = 0;

  // The rest is for kRun: the performance, with empty names for missing parts.
  std::string method;
  std::string generator;
  std::string factory;
  std::vector<Argument> arguments;
  /// The number of the last arguments that the factory alone takes; absent if
  /// it takes all of them, as the generator does.
  std::optional<std::size_t> factory_arguments;
  std::uint64_t seed = 0;  ///< The seed of the workload's spl::Random.
  /// Where the settled heap begins in a page; absent: it stays as it is.
  std::optional<std::uint64_t> heap_offset;
  std::uint64_t observations = 1;         ///< At least 1.
  std::uint64_t warmup_ns = 0;            ///< 0 and 0: no warm-up at all, and
  std::uint64_t warmup_observations = 0;  ///< one iteration an observation.
  std::uint64_t observation_ns = 0;       ///< Wanted length of an observation.
  /// The iterations of each observation, also in the warm-up; 0 if the warm-up
  /// finds their number.
  std::uint64_t iterations = 0;
  /// The recorded metrics: at least one, each once.
  std::vector<Metric> metrics = {Metric::kWall};
};

[[nodiscard]] std::string encode(const Request& request);
[[nodiscard]] Request decode_request(std::string_view text);

/// Writes or reads the lines of a request between the first and the last, for a
/// text that holds several requests.
void write_request(LineWriter& out, const Request& request);
[[nodiscard]] Request read_request(LineReader& in);

/// The measurements of one run, or the reason why there are none: a sentence
/// that reads well after the performance and a colon, such as "never called
/// needs_more()".
struct RunAnswer {
  /// The request's first metric for each observation: ns, or a count, of one
  /// iteration.
  std::vector<double> observations;
  std::uint64_t iterations = 0;  ///< In each observation.
  std::uint64_t warmup = 0;      ///< Observations before the first counted.
  DisturbedCounts disturbed;
  // Both include untimed parts and disturbances.
  std::uint64_t warmup_ns = 0;   ///< From the first iteration on; wall clock.
  std::uint64_t counted_ns = 0;  ///< From the first counted observation on.
  std::string failure;           ///< Empty when the run succeeded.
  /// The request's further metrics, in its order.
  std::vector<std::vector<double>> others;
  /// Where the heap began; absent if it was not settled, for this reason, the
  /// end of a sentence that begins with the program; empty: nobody asked.
  std::optional<std::uint64_t> heap_offset = std::nullopt;
  std::string heap_problem = {};
  CallFacts single = {};
};

[[nodiscard]] std::string encode(const RunAnswer& answer);
[[nodiscard]] RunAnswer decode_run_answer(std::string_view text);

enum class ParameterKind { kInteger, kNumber, kText };

/// One parameter of a workload, generator, factory or method, as declared.
struct ParameterFacts {
  std::string name;  ///< Empty if unknown, as for lambdas.
  std::string type;  ///< As C++ spells it, e.g. "int".
  ParameterKind kind = ParameterKind::kInteger;
  double minimum = 0;  ///< Range of an integer; both 0 for other kinds.
  double maximum = 0;
  std::vector<Argument> values;  ///< Declared by spl::values; may be empty.
};

/// A registered entry. Types are C++ spellings; parts that fit have equal
/// types.
struct EntryFacts {
  enum class Kind { kWorkload, kMethod, kFactory, kGenerator };
  Kind kind = Kind::kWorkload;
  std::string name;
  /// The parameters of a workload, factory or generator, or those that a method
  /// takes without a generator; empty if it needs one.
  std::vector<ParameterFacts> parameters;
  std::string instance;  ///< The type that a factory makes; else empty.
  /// The types that a generator makes or a method takes. With a factory its
  /// instance is the method's first argument and the generator makes the rest.
  std::vector<std::string> arguments;
  std::string place;  ///< "file:line" of the registration.
  /// The names of a method, and of its generator and factory, of which this
  /// method is composed; else empty.
  std::vector<std::string> parts = {};
};

/// The facts about the build of a program with workloads.
struct BuildFacts {
  std::string compiler;
  bool optimized = true;
  bool assertions = false;
  std::string sanitizers;  ///< "address", "thread" ..., empty for none.
  std::string flags = {};  ///< "-fPIE, -mavx2" ...; see flags.hpp.
};

/// A metric that the program cannot record here, and why: a sentence that
/// continues "PROGRAM ...".
struct MissingMetric {
  Metric metric = Metric::kWall;
  std::string reason;
};

struct CatalogueAnswer {
  std::vector<EntryFacts> entries;
  BuildFacts build;
  std::string failure;  ///< Such as a name registered twice, with both places.
  std::vector<MissingMetric> missing = {};
  /// Whether the program chooses the iterations of its observations itself:
  /// requests for them have no effect.
  bool chooses_iterations = false;
};

[[nodiscard]] std::string encode(const CatalogueAnswer& answer);
[[nodiscard]] CatalogueAnswer decode_catalogue_answer(std::string_view text);

}  // namespace spl::workload
