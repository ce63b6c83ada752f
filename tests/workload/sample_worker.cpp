// A program with workloads, which worker_test.cpp starts. Each does one thing
// that a stranger's workload may do.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "spl/workload.hpp"

SPL_WORKLOAD(sum, (int size, const std::string& label), spl::values(10, 100),
             spl::values("a", "b")) {
  std::vector<int> numbers(static_cast<std::size_t>(size), 1);
  while (spl.needs_more()) {
    int total = static_cast<int>(label.size());
    for (const int number : numbers) total += number;
    spl::keep(total);
  }
}

SPL_WORKLOAD(empty, ()) {
  while (spl.needs_more()) {
  }
}

SPL_WORKLOAD(sample::delimited, (double scale)) {
  while (spl.needs_more()) {
    std::vector<double> numbers(100'000, scale);
    spl.start();
    double total = 0;
    for (const double number : numbers) total += number;
    spl::keep(total);
    spl.stop();
  }
}

/// Long enough for any clock.
void work() {
  for (int i = 0; i < 100'000; ++i) spl::keep(i);
}

/// Allocates once in what is timed, and once outside.
SPL_WORKLOAD(allocates, ()) {
  while (spl.needs_more()) {
    std::vector<int> numbers(100);
    spl.start();
    std::string text(1000, static_cast<char>(numbers[50]));
    spl::keep(text);
    work();
    spl.stop();
  }
}

SPL_WORKLOAD("throws a std::runtime_error", ()) {
  while (spl.needs_more()) throw std::runtime_error("boom\nand more");
}

SPL_WORKLOAD(throws_number, ()) {
  while (spl.needs_more()) throw 5;
}

SPL_WORKLOAD(never_loops, (unsigned char)) {}

SPL_WORKLOAD(leaves_early, ()) {
  if (spl.needs_more()) return;
}

SPL_WORKLOAD(fails, ()) {
  while (spl.needs_more()) spl.fail("the file is missing");
}

SPL_WORKLOAD(ends_as_failed, ()) {
  while (spl.needs_more()) {
    const pid_t child = fork();
    if (child == 0) spl::workload::fail_run("in a child");
    int status = 0;
    waitpid(child, &status, 0);
    std::printf("the child ended with %d", WEXITSTATUS(status));
    spl::workload::fail_run("failed an assertion");
    std::puts("not reached");
  }
}

static const std::vector<char> kept_by_a_static_object(200);

// Fails with the places in a page of memory that a static object keeps, and of
// its own.
SPL_WORKLOAD(tells_places, ()) {
  const std::vector<char> own(200);
  const auto place = [](const std::vector<char>& block) {
    return std::to_string(reinterpret_cast<std::uintptr_t>(block.data()) %
                          4096);
  };
  while (spl.needs_more()) {
    spl.fail(place(kept_by_a_static_object) + ' ' + place(own));
  }
}

SPL_WORKLOAD(draws, ()) {
  const auto number = spl.random()(0, 1'000'000);
  while (spl.needs_more()) spl.fail(std::to_string(number));
}

SPL_WORKLOAD(prints_and_looks, ()) {
  std::printf("SPL_WORKER is %s",
              std::getenv("SPL_WORKER") == nullptr ? "gone" : "there");
  while (spl.needs_more()) {
    std::string text(100, 'x');
    spl::keep(text);
  }
}

SPL_WORKLOAD(crashes, ()) {
  while (spl.needs_more()) std::abort();
}

namespace {

bool contains(const std::vector<int>& self, int key) {
  for (const int element : self) {
    if (element == key) return true;
  }
  return false;
}

int plus(int left, int right) { return left + right; }

struct Unmovable {
  explicit Unmovable(int size) : count(size) {}
  std::mutex mutex;
  int count;
};

}  // namespace

// clang-format off
SPL_METHOD("ArrayList.contains", [](const std::vector<int>& self, int key) { return contains(self, key); });
SPL_METHOD("plus", plus);
SPL_METHOD("plus3", [](int left, int right) noexcept { return left + right + 3; }); SPL_METHOD("sorted", [](std::vector<int>&& self) { self.clear(); });
SPL_METHOD("count", [](Unmovable& self) { const std::lock_guard<std::mutex> lock(self.mutex); work(); return ++self.count; });
// Taken by value, as methods may take their arguments.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
SPL_METHOD("size", [](std::string text) { return text.size(); });
SPL_METHOD("tick", [] {});
SPL_FACTORY("factoryArrayList", [](int size) { return std::vector<int>(static_cast<std::size_t>(size)); }, spl::values(10, 100));
SPL_FACTORY("factoryUnmovable", [](spl::Random& random, int size) { return Unmovable(size + random(0, 1)); });
SPL_GENERATOR("randomSearch", [](spl::Random& random, int size) { return std::tuple{random(0, size - 1)}; });
SPL_GENERATOR("randomPair", [](spl::Random& random, int size) { return std::tuple{random(0, size), random(0, size)}; });
SPL_GENERATOR("randomKey", [](spl::Random& random, int size) { return random(0, size - 1); });
// clang-format on

int main() {
  spl::workload::fail_run("nobody asked");
  spl::workload::answer_request_if_asked();
  std::puts("not asked");
}
