#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "spl/workload/disturbed.hpp"
#include "spl/workload/metric.hpp"
#include "spl/workload/protocol_error.hpp"

/// What the runner and a worker say to each other. A worker is a program with
/// workloads, started with a Request in the environment variable kVariable; it
/// answers with a file that it renames into place when complete. Requests and
/// answers are lines of text, a key and its value, described in
/// docs/worker-protocol.md. This header is C++17 and knows no other of SPL but
/// those with names that it writes, and the error. Decoding throws
/// ProtocolError.
namespace spl::workload {

class LineReader;
class LineWriter;

/// The version that is written where nothing else is asked for. What changes
/// the format makes another one, and the earlier ones are still read and
/// written: programs that were built before speak them for ever.
inline constexpr int kProtocolVersion = 6;
inline constexpr int kOldestProtocolVersion = 4;
/// From which on a request says what becomes of disturbed observations, and an
/// answer what became of them: before, they were kept or made again.
inline constexpr int kVersionOfNet = 5;
/// From which on a request may say how many iterations an observation has:
/// before, each run found a number of its own.
inline constexpr int kVersionOfIterations = 6;
inline constexpr const char* kVariable = "SPL_WORKER";

/// An argument of a performance, as formulas know them.
using Argument = std::variant<double, std::string>;

struct Request {
  enum class Task { kCatalogue, kRun };
  Task task = Task::kCatalogue;
  /// Of this text, and of the answer to it.
  int version = kProtocolVersion;
  std::string result_path;  ///< Where the answer goes; its folder exists.
  /// The process that starts the worker itself (not through a launcher), which
  /// then ends at once should it find another; 0 if that is not known.
  std::int64_t parent = 0;

  // The rest is for kRun: the performance, with empty names for what it lacks.
  std::string method;
  std::string generator;
  std::string factory;
  std::vector<Argument> arguments;
  std::uint64_t seed = 0;                 ///< Of the workload's spl::Random.
  std::uint64_t observations = 50;        ///< At least 1.
  std::uint64_t warmup_ns = 250'000;      ///< 0 and 0: no warm-up at all, and
  std::uint64_t warmup_observations = 2;  ///< one iteration an observation.
  std::uint64_t observation_ns = 20'000;  ///< Wanted length of an observation.
  /// Of each observation, those of the warm-up too; 0: found in the warm-up.
  /// Before kVersionOfIterations always found.
  std::uint64_t iterations = 0;
  /// Before kVersionOfNet kKept takes the place of kNet.
  Disturbed disturbed = Disturbed::kNet;
  /// What is recorded, each once and at least one.
  std::vector<Metric> metrics = {Metric::kWall};
};

[[nodiscard]] std::string encode(const Request& request);
[[nodiscard]] Request decode_request(std::string_view text);

/// The lines of a request between the first and the last, for a text that holds
/// several. Its version is not among them.
void write_request(LineWriter& out, const Request& request);
[[nodiscard]] Request read_request(LineReader& in,
                                   int version = kProtocolVersion);

/// What one run measured, or why it did not: a sentence that reads well after
/// the performance and a colon, e.g. "never called needs_more()".
struct RunAnswer {
  /// Of the first metric of the request: ns, or a count, of one iteration each.
  std::vector<double> observations;
  std::uint64_t iterations = 0;  ///< In each observation.
  std::uint64_t warmup = 0;      ///< Observations before the first counted.
  /// Before kVersionOfNet only how many there were is known: all are `kept`.
  DisturbedCounts disturbed;
  // What is not timed and what was disturbed is included in both.
  std::uint64_t warmup_ns = 0;   ///< From the first iteration on; wall clock.
  std::uint64_t counted_ns = 0;  ///< From the first counted observation on.
  std::string failure;           ///< Empty when the run succeeded.
  /// Of the request's further metrics, in its order.
  std::vector<std::vector<double>> others;
};

[[nodiscard]] std::string encode(const RunAnswer& answer,
                                 int version = kProtocolVersion);
[[nodiscard]] RunAnswer decode_run_answer(std::string_view text);

enum class ParameterKind { kInteger, kNumber, kText };

/// One parameter of a workload, generator, factory or method, as declared.
struct ParameterFacts {
  std::string name;  ///< May be empty: lambdas do not say.
  std::string type;  ///< As C++ spells it, e.g. "int".
  ParameterKind kind = ParameterKind::kInteger;
  double minimum = 0;  ///< Range of an integer; both 0 for other kinds.
  double maximum = 0;
  std::vector<Argument> values;  ///< Declared by spl::values; may be empty.
};

/// One registered thing. Types are C++ spellings; what fits together has equal
/// ones.
struct EntryFacts {
  enum class Kind { kWorkload, kMethod, kFactory, kGenerator };
  Kind kind = Kind::kWorkload;
  std::string name;
  /// Of a workload, factory or generator. Of a method: what it takes itself
  /// when it is used without a generator; empty if that is not possible.
  std::vector<ParameterFacts> parameters;
  std::string instance;  ///< The type that a factory makes; else empty.
  /// The types that a generator makes or a method takes. With a factory its
  /// instance is the method's first argument and the generator makes the rest.
  std::vector<std::string> arguments;
  std::string place;  ///< "file:line" of the registration.
};

/// How a program with workloads was built.
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
  std::string failure;  ///< E.g. a name registered twice, with both places.
  std::vector<MissingMetric> missing = {};
  int version = kProtocolVersion;  ///< Of its text: what the program speaks.
};

[[nodiscard]] std::string encode(const CatalogueAnswer& answer);
[[nodiscard]] CatalogueAnswer decode_catalogue_answer(std::string_view text);

}  // namespace spl::workload
