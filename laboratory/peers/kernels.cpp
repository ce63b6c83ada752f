#include "laboratory/peers/kernels.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <list>
#include <map>
#include <memory_resource>
#include <stdexcept>
#include <unordered_map>

#include "spl/workload/keep.hpp"

namespace spl::bench {
namespace {

constexpr int kParts = 100;
// So much is there, however slowed.
constexpr std::size_t kMostParts = 2 * std::size_t{kParts};

// Where data decide which branches are taken they are drawn anew each time, or
// predictors learn them by heart: AMD's those of a thousand sorts, in some ms.
// Texts and their numbers, of which branches are few, are used in turns.
constexpr std::size_t kPool = 1024;
class Turns {
 public:
  std::size_t next() { return next_++ % kPool; }

 private:
  std::size_t next_ = 0;
};

// Makes copies differ for the compiler, which merges equal functions, and adds
// no instruction.
template <Copy copy>
[[gnu::always_inline]] inline void mark() {
  asm volatile("" : : "i"(copy));
}

template <Copy copy>
class Sort : public Kernel {
 public:
  Sort(int parts, Random& random) : parts_(parts), random_(random()) {}

  std::uint64_t iterate() override {
    mark<copy>();
    std::uint64_t sum = 0;
    for (int part = 0; part < parts_; ++part) {
      std::array<int, 24> numbers;
      for (int& number : numbers) number = random_(0, 1'000'000);
      std::sort(numbers.begin(), numbers.end());
      sum += static_cast<std::uint64_t>(numbers.front());
    }
    return sum;
  }

 private:
  int parts_;
  Random random_;
};

template <Copy copy, class Map, int kLookups>
class Lookup : public Kernel {
 public:
  Lookup(int parts, Random& random) : parts_(parts), random_(random()) {
    for (int key = 0; key < kEntries; ++key) map_[key] = key;
  }

  std::uint64_t iterate() override {
    mark<copy>();
    std::uint64_t sum = 0;
    for (int part = 0; part < parts_; ++part) {
      for (int i = 0; i < kLookups; ++i) {
        const int key = random_(0, kEntries - 1);
        sum += static_cast<std::uint64_t>(map_.find(key)->second);
      }
    }
    return sum;
  }

 private:
  static constexpr int kEntries = 500;
  int parts_;
  Random random_;
  Map map_;
};

template <Copy copy>
class List : public Kernel {
 public:
  List(int parts, Random& random) {
    for (int i = 0; i < parts * kNodes; ++i) list_.push_back(random(0, 1000));
    list_.sort();  // So nodes do not follow one another in memory.
  }

  std::uint64_t iterate() override {
    mark<copy>();
    std::uint64_t sum = 0;
    for (const int number : list_) sum += static_cast<std::uint64_t>(number);
    return sum;
  }

 private:
  static constexpr int kNodes = 10;  // So all fit the first cache.
  alignas(4096) std::array<std::byte, 32 * kMostParts * kNodes> memory_;
  std::pmr::monotonic_buffer_resource nodes_{memory_.data(), memory_.size()};
  std::pmr::list<int> list_{&nodes_};
};

template <Copy copy>
class VectorSum : public Kernel {
 public:
  VectorSum(int parts, Random& random) {
    for (int i = 0; i < parts * kNumbers; ++i) {
      numbers_.push_back(random.real());
    }
  }

  std::uint64_t iterate() override {
    mark<copy>();
    double sum = 0;
    for (const double number : numbers_) sum += number;
    return static_cast<std::uint64_t>(sum);
  }

 private:
  static constexpr int kNumbers = 80;
  std::vector<double> numbers_;
};

template <Copy copy>
class Snprintf : public Kernel {
 public:
  Snprintf(int parts, Random& random) : parts_(parts) {
    for (int& number : numbers_) number = random(0, 999'999);
  }

  std::uint64_t iterate() override {
    mark<copy>();
    std::uint64_t sum = 0;
    std::array<char, 64> text{};
    for (int part = 0; part < parts_; ++part) {
      sum += static_cast<std::uint64_t>(
          std::snprintf(text.data(), text.size(), "%d of %s",
                        numbers_[turns_.next()], "many"));
      keep(text);
    }
    return sum;
  }

 private:
  int parts_;
  Turns turns_;
  std::array<int, kPool> numbers_;
};

template <Copy copy>
class Strtod : public Kernel {
 public:
  Strtod(int parts, Random& random) : parts_(parts) {
    for (auto& text : texts_) {
      std::snprintf(text.data(), text.size(), "%.7f", random.real(0, 1000));
    }
  }

  std::uint64_t iterate() override {
    mark<copy>();
    double sum = 0;
    for (int part = 0; part < parts_; ++part) {
      sum += std::strtod(texts_[turns_.next()].data(), nullptr);
    }
    return static_cast<std::uint64_t>(sum);
  }

 private:
  int parts_;
  Turns turns_;
  std::array<std::array<char, 24>, kPool> texts_;
};

template <Copy copy>
class Memcpy : public Kernel {
 public:
  Memcpy(int parts, Random& random) : parts_(parts) {
    for (char& byte : from_) byte = static_cast<char>(random(0, 255));
  }

  std::uint64_t iterate() override {
    mark<copy>();
    std::uint64_t sum = 0;
    for (int part = 0; part < parts_; ++part) {
      std::memcpy(to_.data(), from_.data() + part * kStep, to_.size());
      keep(to_);
      sum += static_cast<unsigned char>(to_.back());
    }
    return sum;
  }

 private:
  static constexpr std::size_t kStep = 64;
  int parts_;
  // Where a page begins decides how fast copies are.
  alignas(4096) std::array<char, 4096> to_{};
  alignas(4096) std::array<char, kMostParts * kStep + 4096> from_{};
};

using Maker = std::unique_ptr<Kernel> (*)(int parts, Random& random);

template <class Made>
std::unique_ptr<Kernel> make(int parts, Random& random) {
  return std::make_unique<Made>(parts, random);
}

struct Entry {
  const char* name;
  Maker make[2];   // Of each copy.
  int iterations;  // In 0.1 s.
};

template <template <Copy> class Made>
constexpr Entry entry(const char* name, int iterations) {
  return {
      name, {make<Made<Copy::kFirst>>, make<Made<Copy::kSecond>>}, iterations};
}

template <Copy copy>
using HashMap = Lookup<copy, std::unordered_map<int, int>, 25>;
template <Copy copy>
using TreeMap = Lookup<copy, std::map<int, int>, 5>;

constexpr Entry kEntries[] = {
    entry<Sort>("sort", 3000),
    entry<HashMap>("hash map", 15000),
    entry<TreeMap>("tree map", 5000),
    entry<List>("list", 70000),
    entry<VectorSum>("vector sum", 25000),
    entry<Snprintf>("snprintf", 20000),
    entry<Strtod>("strtod", 15000),
    entry<Memcpy>("memcpy", 50000),
};

const Entry& entry_of(const std::string& name) {
  for (const Entry& entry : kEntries) {
    if (name == entry.name) return entry;
  }
  throw std::invalid_argument("there is no kernel '" + name + "'");
}

}  // namespace

const std::vector<std::string>& kernel_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const Entry& entry : kEntries) result.emplace_back(entry.name);
    return result;
  }();
  return names;
}

int iterations_in_a_tenth_second(const std::string& name) {
  return entry_of(name).iterations;
}

std::unique_ptr<Kernel> make_kernel(const std::string& name, int slowed_percent,
                                    Random& random, Copy copy) {
  return entry_of(name).make[copy == Copy::kFirst ? 0 : 1](
      kParts + slowed_percent, random);
}

}  // namespace spl::bench
