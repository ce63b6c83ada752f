#include "spl/workload/worker.hpp"

#include <cxxabi.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "spl/workload/answer.hpp"
#include "spl/workload/clock.hpp"
#include "spl/workload/failed_assertion.hpp"
#include "spl/workload/heap.hpp"
#include "spl/workload/limit_text.hpp"
#include "spl/workload/parameters.hpp"
#include "spl/workload/registered.hpp"
#include "spl/workload/run.hpp"

namespace spl::workload {
namespace {

using Kind = EntryFacts::Kind;

/// A request that cannot be answered; what() is the answer's failure.
class Unanswerable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// --- One run ---------------------------------------------------------------

Entry& find_entry(const std::string& name) {
  const std::vector<Entry*> found = registered(name);
  if (found.empty()) {
    throw Unanswerable('"' + name + "\" is not registered in this program");
  }
  if (found.size() > 1) {
    throw Unanswerable('"' + found[1]->name() + "\" is registered twice, at " +
                       found[0]->place() + " and at " + found[1]->place());
  }
  return *found.front();
}

/// Finds the generator or factory with the name, if the name is not empty.
Maker* find_maker(const std::string& name, Kind kind) {
  if (name.empty()) return nullptr;
  Entry& entry = find_entry(name);
  if (entry.kind() != kind) {
    throw Unanswerable('"' + name + "\" is no " +
                       (kind == Kind::kFactory ? "factory" : "generator"));
  }
  return static_cast<Maker*>(&entry);
}

Measurable& find_measurable(const std::string& name) {
  Entry& entry = find_entry(name);
  if (entry.kind() != Kind::kWorkload && entry.kind() != Kind::kMethod) {
    throw Unanswerable('"' + name + "\" is neither a workload nor a method");
  }
  return static_cast<Measurable&>(entry);
}

void require_fit(const Entry& entry, const char* role,
                 const std::vector<Argument>& arguments) {
  const std::string why = misfit(entry.facts().parameters, arguments);
  if (why.empty()) return;
  throw Unanswerable(*role == '\0' ? why : role + entry.name() + ' ' + why);
}

/// Gives the factory its arguments, and the generator or the method theirs.
void split_arguments(const Request& request, Surroundings& surroundings) {
  surroundings.arguments = request.arguments;
  surroundings.factory_arguments = request.arguments;
  if (!request.factory_arguments) return;
  if (*request.factory_arguments > request.arguments.size()) {
    throw Unanswerable("has fewer arguments than its factory takes");
  }
  const auto of_generator = static_cast<std::ptrdiff_t>(
      request.arguments.size() - *request.factory_arguments);
  auto& all = surroundings.arguments;
  all.erase(all.begin() + of_generator, all.end());
  auto& own = surroundings.factory_arguments;
  own.erase(own.begin(), own.begin() + of_generator);
}

/// The entries that take the formula's arguments must fit them.
void require_fit(const Measurable& measured, const Surroundings& surroundings) {
  const auto& arguments = surroundings.arguments;
  const bool instruments =
      surroundings.generator != nullptr || surroundings.factory != nullptr;
  if (measured.kind() == Kind::kWorkload && instruments) {
    throw Unanswerable(
        "is a workload with a loop of its own, which takes no generator and "
        "no factory");
  }
  if (surroundings.generator != nullptr) {
    require_fit(*surroundings.generator, "its generator ", arguments);
  }
  if (surroundings.factory != nullptr) {
    require_fit(*surroundings.factory, "its factory ",
                surroundings.factory_arguments);
  }
  if (instruments) return;
  const EntryFacts facts = measured.facts();
  const bool needs_generator =
      measured.kind() == Kind::kMethod &&
      facts.parameters.size() != facts.arguments.size();
  if (!needs_generator) require_fit(measured, "", arguments);
}

/// Returns "threw std::runtime_error: boom" for the current exception.
std::string thrown_text(const char* what) {
  const std::type_info* type = abi::__cxa_current_exception_type();
  std::string text = "threw ";
  text += type != nullptr ? type_name({type, ""}) : "something";
  if (what != nullptr && *what != '\0') text.append(": ").append(what);
  return text;
}

void measure(Run& run, Measurable& measured, const Surroundings& surroundings) {
  try {
    measured.measure(run, surroundings);
  } catch (const abi::__forced_unwind&) {
    throw;  // The thread is being cancelled.
  } catch (const std::exception& error) {
    run.fail(thrown_text(error.what()));
  } catch (...) {
    run.fail(thrown_text(nullptr));
  }
}

/// The meters of a run, and the source of each metric in its answer.
class Recorder {
 public:
  Recorder(const std::vector<Metric>& metrics, const OpenMeter& open) {
    for (const Metric metric : metrics) {
      if (metric == Metric::kWall) {
        sources_.push_back(kClock);
        continue;
      }
      try {
        owned_.push_back(open(metric));
      } catch (const MetricMissing& missing) {
        throw Unanswerable("is in a program that " +
                           std::string(missing.what()));
      }
      sources_.push_back(owned_.size() - 1);
      meters_.push_back(owned_.back().get());
    }
  }

  [[nodiscard]] const std::vector<Meter*>& meters() const { return meters_; }

  void take(const Run& run, RunAnswer& answer) const {
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const std::vector<double>& observations =
          sources_[i] == kClock ? run.observations()
                                : run.observations(sources_[i]);
      if (i == 0) {
        answer.observations = observations;
      } else {
        answer.others.push_back(observations);
      }
    }
  }

 private:
  static constexpr std::size_t kClock = static_cast<std::size_t>(-1);
  std::vector<std::unique_ptr<Meter>> owned_;
  std::vector<Meter*> meters_;
  std::vector<std::size_t> sources_;  ///< kClock or a meter, for each metric.
};

/// The part of a run that settling the heap may take.
constexpr double kPartForHeap = 0.05;

/// Returns the least length of a run.
double length_ns(const Plan& plan) {
  return static_cast<double>(plan.warmup_ns) +
         static_cast<double>(plan.observations) *
             static_cast<double>(plan.observation_ns);
}

// --- The process -----------------------------------------------------------

[[noreturn]] void give_up(const std::string& message, int status) {
  std::fflush(nullptr);
  std::fprintf(stderr, "SPL worker: %s\n", message.c_str());
  _exit(status);
}

/// Makes this process end with its parent; at once if the parent has ended.
void end_with_parent(const Request& request) {
  const pid_t parent = getppid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const bool expected = request.parent == 0 || request.parent == parent;
  if (!expected || getppid() != parent) give_up("its parent is gone", 1);
}

/// Reports the system's last error and ends the process.
[[noreturn]] void give_up_file(const char* verb, const std::string& path) {
  const int error = errno;
  const bool is_full = error == ENOSPC || error == EDQUOT;
  give_up(
      std::string("cannot ") + verb + ' ' + path + ": " + limit_text(error) +
          (is_full ? ", or name another folder (TMPDIR, -s shared-folder=PATH)"
                   : ""),
      1);
}

void write_all(int file, const std::string& text, const std::string& path) {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count =
        write(file, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) give_up_file("write", path);
    written += static_cast<std::size_t>(count);
  }
}

/// Writes the answer under its name only when complete, first under another
/// that nobody can foresee. Whoever started the worker can read it with any
/// umask: the workload may set one.
void write_answer(const std::string& text, const std::string& path) {
  std::string fresh = path + ".XXXXXX";
  const int file = mkostemp(fresh.data(), O_CLOEXEC);
  if (file < 0) give_up_file("write", path);
  (void)fchmod(file, 0644);
  write_all(file, text, path);
  if (close(file) != 0 || std::rename(fresh.c_str(), path.c_str()) != 0) {
    give_up_file("write", path);
  }
}

std::string answer(const Request& request) {
  if (request.task == Request::Task::kCatalogue) {
    return encode(answer_catalogue());
  }
  SteadyClock clock;
  return encode(answer_run(request, clock));
}

/// The run that this process measures, for those who fail it from elsewhere.
struct Served {
  const Request* request = nullptr;
  pid_t process = 0;
};
Served served;

[[noreturn]] void serve(const std::string& text) {
  Request request;
  try {
    request = decode_request(text);
  } catch (const ProtocolError& error) {
    give_up("the request in " + std::string(kVariable) +
                " cannot be read: " + error.what(),
            2);
  }
  end_with_parent(request);
  const pid_t self = getpid();
  if (request.task == Request::Task::kRun) served = {&request, self};
  const std::string answered = answer(request);
  // A child that the workload forked and let return writes no answer.
  if (getpid() == self) write_answer(answered, request.result_path);
  std::fflush(nullptr);
  _exit(0);
}

}  // namespace

CatalogueAnswer answer_catalogue(const OpenMeter& open) {
  CatalogueAnswer answer = catalogue();
  for (std::size_t i = 0; i < std::size(kMetricNames); ++i) {
    const auto metric = static_cast<Metric>(i);
    const std::string reason = lack_of(metric, open);
    if (!reason.empty()) answer.missing.push_back({metric, reason});
  }
  return answer;
}

RunAnswer answer_run(const Request& request, Clock& clock,
                     const OpenMeter& open) {
  RunAnswer answer;
  try {
    Measurable& measured = find_measurable(request.method);
    Surroundings surroundings;
    surroundings.generator = find_maker(request.generator, Kind::kGenerator);
    surroundings.factory = find_maker(request.factory, Kind::kFactory);
    split_arguments(request, surroundings);
    require_fit(measured, surroundings);
    const Plan plan{request.observations,
                    request.warmup_ns,
                    request.warmup_observations,
                    request.observation_ns,
                    request.metrics.front() == Metric::kWall,
                    request.iterations};
    const Recorder recorder(request.metrics, open);
    Run run(
        plan, clock, request.seed,
        measured.kind() == Kind::kMethod ? Timing::kByBatches : Timing::kByBody,
        recorder.meters());
    Heap heap(request.heap_offset, kPartForHeap * length_ns(plan),
              recorder.meters());
    surroundings.heap = &heap;
    measure(run, measured, surroundings);
    answer.heap_problem = heap.problem();
    if (answer.heap_problem.empty()) answer.heap_offset = request.heap_offset;
    answer.iterations = run.iterations();
    answer.warmup = run.warmup();
    answer.disturbed = run.disturbed();
    answer.warmup_ns = run.warmup_ns();
    answer.counted_ns = run.counted_ns();
    answer.single = run.single();
    // An assertion that fails often ends the loop early, too; it is the cause.
    answer.failure = failed_assertion();
    if (answer.failure.empty()) answer.failure = run.failure();
    if (answer.failure.empty()) recorder.take(run, answer);
  } catch (const Unanswerable& error) {
    answer.failure = error.what();
  } catch (const std::exception& error) {
    answer.failure = std::string("could not be measured: ") + error.what();
  }
  return answer;
}

void answer_request_if_asked() {
  const char* variable = std::getenv(kVariable);
  if (variable == nullptr) return;
  // A copy, since unsetenv ends the life of the original.
  const std::string text = variable;
  unsetenv(kVariable);
  serve(text);
}

void fail_run(const std::string& failure) {
  if (served.request == nullptr) return;
  if (getpid() != served.process) _exit(1);
  static std::mutex never_unlocked;
  never_unlocked.lock();
  RunAnswer answer;
  answer.failure = failure;
  write_answer(encode(answer), served.request->result_path);
  std::fflush(nullptr);
  _exit(0);
}

}  // namespace spl::workload
