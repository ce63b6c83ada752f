// A program with workloads as it was built in the days of version 4 of the
// worker protocol, by laboratory/worker-protocol.md as that was then, without a
// header of this project. It is strict, and what it says in a version is not
// changed when the protocol gets another one: programs out there are not,
// either. With FROZEN_VERSION 5 it is one of those days; with any other it is a
// program that refuses both.

#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#ifndef FROZEN_VERSION
#define FROZEN_VERSION 4
#endif

namespace {

const std::string kVersion = std::to_string(FROZEN_VERSION);
constexpr bool kHasNet = FROZEN_VERSION == 5;

[[noreturn]] void refuse(const std::string& why) {
  std::fprintf(stderr,
               "SPL worker: the request in SPL_WORKER cannot be read: %s\n",
               why.c_str());
  _exit(2);
}

/// The lines of a request in their order.
class Lines {
 public:
  explicit Lines(const std::string& text) {
    std::size_t begin = 0;
    for (std::size_t end = 0;
         (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
      lines_.push_back(text.substr(begin, end - begin));
    }
    if (begin != text.size()) refuse("the text ends in the middle of a line");
  }

  void expect_first(const std::string& first) {
    if (lines_.empty() || lines_[0] != first) {
      refuse("line 1: expected \"" + first + "\", found \"" +
             (lines_.empty() ? "" : lines_[0]) +
             "\"; are the program and spl-run of different versions of SPL?");
    }
    ++next_;
  }

  bool at(const std::string& key) const {
    return next_ < lines_.size() &&
           (lines_[next_] == key || lines_[next_].rfind(key + ' ', 0) == 0);
  }

  std::string take(const std::string& key) {
    if (!at(key)) {
      refuse("line " + std::to_string(next_ + 1) + ": expected \"" + key +
             "\", found \"" + (next_ < lines_.size() ? lines_[next_] : "") +
             '"');
    }
    const std::string& line = lines_[next_++];
    return line.size() > key.size() ? line.substr(key.size() + 1) : "";
  }

  void expect_end() {
    if (take("end") != "" || next_ != lines_.size()) refuse("no end");
  }

 private:
  std::vector<std::string> lines_;
  std::size_t next_ = 0;
};

unsigned long long number(const std::string& text) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0') refuse("no number: " + text);
  return value;
}

void end_with_parent(Lines& request) {
  const pid_t parent = getppid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!request.at("parent")) return;
  if (number(request.take("parent")) !=
      static_cast<unsigned long long>(parent)) {
    std::fprintf(stderr, "SPL worker: its parent is gone\n");
    _exit(1);
  }
}

std::string workload(const std::string& name) {
  return "entry workload\nname " + name +
         "\nplace old.cpp:7\nparameter n\ntype int\nkind integer\nminimum "
         "-2147483648\nmaximum 2147483647\nnumber 10\nnumber 100\n";
}

std::string catalogue() {
  return "spl-catalogue " + kVersion +
         "\ncompiler GCC 9.4\noptimized yes\nassertions no\nflags -O3\n"
         "missing cycles\nreason has no counters\n" +
         workload("fast") + workload("slow") +
         "entry method\nname List.find\nplace old.cpp:9\n"
         "argument List\nargument int\n"
         "entry factory\nname filled\nplace old.cpp:11\nparameter n\ntype int\n"
         "kind integer\nminimum -2147483648\nmaximum 2147483647\n"
         "instance List\n"
         "entry generator\nname keys\nplace old.cpp:13\nparameter n\ntype int\n"
         "kind integer\nminimum -2147483648\nmaximum 2147483647\n"
         "argument int\nend\n";
}

std::string undisturbed() {
  return kHasNet ? "net 0\nkept 0\nagain 0\nbeside_threads 0\nuntold 0\n"
                 : "disturbed 0\n";
}

/// Made up: fast takes 100 ns, slow and what else there is 200 ns, and some per
/// cent more.
std::string observations(const std::string& method, unsigned long long count,
                         unsigned long long seed) {
  std::string text;
  const unsigned base = method == "fast" ? 1000 : 2000;
  for (unsigned long long i = 0; i < count; ++i) {
    seed =
        seed * 6364136223846793005ULL + 1442695040888963407ULL + method.size();
    const unsigned tenths = base + static_cast<unsigned>(seed >> 60);
    text += "observation " + std::to_string(tenths / 10) + '.' +
            std::to_string(tenths % 10 == 0 ? 5 : tenths % 10) + '\n';
  }
  return text;
}

std::string run(Lines& request) {
  const std::string method = request.take("method");
  const bool makes = request.at("generator");
  if (makes) request.take("generator");
  if (request.at("factory")) request.take("factory");
  unsigned arguments = 0;
  for (; request.at("number") || request.at("text"); ++arguments) {
    request.take(request.at("text") ? "text" : "number");
  }
  const unsigned long long seed = number(request.take("seed"));
  const unsigned long long count = number(request.take("observations"));
  number(request.take("warmup_ns"));
  number(request.take("warmup_observations"));
  number(request.take("observation_ns"));
  if (kHasNet) {
    const std::string what = request.take("disturbed");
    if (what != "net" && what != "kept" && what != "again") refuse("disturbed");
  } else {
    const std::string keep = request.take("keep_disturbed");
    if (keep != "yes" && keep != "no") refuse("keep_disturbed");
  }
  std::vector<std::string> metrics{request.take("metric")};
  while (request.at("metric")) metrics.push_back(request.take("metric"));
  request.expect_end();
  std::string text = "spl-run " + kVersion + '\n';
  const bool is_known =
      method == "fast" || method == "slow" || (method == "List.find" && makes);
  if (!is_known || arguments != 1) {
    text += "failure \"" + method + "\" is not registered in this program\n";
    return text + "iterations 0\nwarmup 0\n" + undisturbed() +
           "warmup_ns 0\ncounted_ns 0\nend\n";
  }
  text += "iterations 100\nwarmup 2\n" + undisturbed() + "warmup_ns 40000\n";
  text += "counted_ns " + std::to_string(20000 * count) + '\n';
  text += observations(method, count, seed);
  for (std::size_t i = 1; i < metrics.size(); ++i) {
    text += "other " + std::to_string(i) + '\n' +
            observations(method, count, seed + i);
  }
  return text + "end\n";
}

void write_answer(const std::string& text, const std::string& path) {
  const std::string part = path + ".part";
  std::FILE* file = std::fopen(part.c_str(), "w");
  const bool is_written =
      file != nullptr &&
      std::fwrite(text.data(), 1, text.size(), file) == text.size() &&
      std::fclose(file) == 0 && std::rename(part.c_str(), path.c_str()) == 0;
  if (!is_written) {
    std::fprintf(stderr, "SPL worker: cannot write %s\n", path.c_str());
    _exit(1);
  }
}

}  // namespace

int main() {
  const char* variable = std::getenv("SPL_WORKER");
  if (variable == nullptr) {
    std::puts("This program holds workloads for SPL.");
    return 0;
  }
  Lines request{std::string(variable)};
  unsetenv("SPL_WORKER");
  request.expect_first("spl-request " + kVersion);
  const std::string task = request.take("task");
  const std::string path = request.take("result");
  if (path.empty()) refuse("\"result\" has no value");
  end_with_parent(request);
  if (task == "catalogue") {
    request.expect_end();
    write_answer(catalogue(), path);
  } else if (task == "run") {
    write_answer(run(request), path);
  } else {
    refuse("line 2: unknown task \"" + task + '"');
  }
  std::fflush(nullptr);
  _exit(0);
}
