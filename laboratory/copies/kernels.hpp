#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "spl/workload/keep.hpp"
#include "spl/workload/random.hpp"

/// Ten kernels of 1 to 20 us, of which any number of copies can be made: the
/// same source and the same instructions, each time a function of its own.
///
/// Templates are in an unnamed namespace on purpose: as of ordinary functions,
/// each source that has copies has them in its `.text`, with its other
/// functions before and after them. C++17, as all that users compile.
namespace spl::bench {

/// What kernels work on. The same numbers make the same data.
struct CopiesData {
  static constexpr std::size_t kSize = 64;
  static constexpr int kEntries = 500;

  explicit CopiesData(Random random) {
    for (int& number : numbers) number = random(0, 1'000'000);
    for (unsigned char& byte : bytes) {
      byte = static_cast<unsigned char>(random(0, 7));
    }
    sorted = numbers;
    std::sort(sorted.begin(), sorted.end());
    for (int key = 0; key < kEntries; ++key) map[key] = random(0, 1000);
    for (int& key : keys) key = random(0, kEntries - 1);
    plant(random);
  }

  struct Node {
    int number;
    const Node* left;
    const Node* right;
  };

  std::array<int, kSize> numbers{};
  std::array<int, kSize> sorted{};
  std::array<int, kSize> keys{};
  std::array<unsigned char, 2 * kSize> bytes{};
  std::unordered_map<int, int> map;
  std::array<Node, kSize> nodes{};

 private:
  // A tree of search whose root is the first node.
  void plant(Random& random) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      nodes[i] = {random(0, 1'000'000), nullptr, nullptr};
      if (i == 0) continue;
      Node* at = nodes.data();
      for (;;) {
        const Node*& below =
            nodes[i].number < at->number ? at->left : at->right;
        if (below == nullptr) {
          below = &nodes[i];
          break;
        }
        at = &nodes[static_cast<std::size_t>(below - nodes.data())];
      }
    }
  }
};

namespace {

/// How often a kernel repeats its work: the copy that is slowed by 5 %, more
/// often.
constexpr int kParts = 100;
constexpr int kSlowedParts = 105;
constexpr int kSlightlySlowedParts = 102;

/// Makes copies differ for the compiler, which merges equal functions, and adds
/// no instruction.
template <int copy>
[[gnu::always_inline]] inline void mark() {
  asm volatile("" : : "i"(copy));
}

// --- Loops: no call, data in the first cache --------------------------------

template <int copy, int parts>
[[gnu::noinline]] std::uint64_t count(const CopiesData& data) {
  mark<copy>();
  std::uint64_t equal = 0;
  for (int part = 0; part < parts; ++part) {
    for (const unsigned char byte : data.bytes) {
      if (byte == part % 8) ++equal;
      keep(equal);
    }
  }
  return equal;
}

template <int copy, int parts>
[[gnu::noinline]] std::uint64_t sum(const CopiesData& data) {
  mark<copy>();
  std::uint64_t all = 0;
  for (int part = 0; part < parts; ++part) {
    for (const int number : data.numbers) {
      all += static_cast<std::uint64_t>(number);
      keep(all);
    }
  }
  return all;
}

template <int copy, int parts>
[[gnu::noinline]] std::uint64_t mix(const CopiesData& data) {
  mark<copy>();
  auto state = static_cast<std::uint64_t>(data.numbers[0]);
  for (int part = 0; part < parts; ++part) {
    for (int i = 0; i < 16; ++i) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
    }
  }
  return state;
}

template <int copy, int parts>
[[gnu::noinline]] std::uint64_t search(const CopiesData& data) {
  mark<copy>();
  std::uint64_t places = 0;
  for (int part = 0; part < parts; ++part) {
    const int wanted = data.numbers[static_cast<std::size_t>(part) % 64];
    std::size_t low = 0;
    std::size_t high = data.sorted.size();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (data.sorted[middle] < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    places += low;
  }
  return places;
}

template <int copy, int parts>
[[gnu::noinline]] std::uint64_t fill(const CopiesData& data) {
  mark<copy>();
  std::array<int, CopiesData::kSize> to;
  for (int part = 0; part < parts; ++part) {
    std::size_t used = 0;
    for (const int number : data.numbers) {
      to[used] = number;
      if (number % 4 != part % 4) ++used;
    }
    keep(to);
  }
  return static_cast<std::uint64_t>(to[0]);
}

// --- Functions that call others ---------------------------------------------

template <int copy>
[[gnu::noinline]] int value_of(const CopiesData& data, int key) {
  mark<copy>();
  const auto found = data.map.find(key);
  return found == data.map.end() ? 0 : found->second;
}

template <int copy, int parts>
[[gnu::noinline]] std::uint64_t lookup(const CopiesData& data) {
  mark<copy>();
  std::uint64_t all = 0;
  for (int part = 0; part < parts; ++part) {
    for (int i = 0; i < 8; ++i) {
      const auto at = static_cast<std::size_t>(part + i) % data.keys.size();
      all += static_cast<std::uint64_t>(value_of<copy>(data, data.keys[at]));
    }
  }
  return all;
}

template <int copy>
[[gnu::noinline]] void insert(int* begin, int* at) {
  mark<copy>();
  const int moved = *at;
  for (; at != begin && moved < at[-1]; --at) *at = at[-1];
  *at = moved;
}

template <int copy, int parts>
[[gnu::noinline]] std::uint64_t sort(const CopiesData& data) {
  mark<copy>();
  std::uint64_t all = 0;
  for (int part = 0; part < parts; ++part) {
    std::array<int, 12> some;
    const auto from = data.numbers.begin() + part % 50;
    std::copy(from, from + some.size(), some.begin());
    for (int& number : some) insert<copy>(some.data(), &number);
    all += static_cast<std::uint64_t>(some[some.size() / 2]);
  }
  return all;
}

template <int copy>
[[gnu::noinline]] void append(std::string& text, int number) {
  mark<copy>();
  const std::size_t begin = text.size();
  do {
    text.push_back(static_cast<char>('0' + number % 10));
    number /= 10;
  } while (number != 0);
  std::reverse(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end());
}

template <int copy, int parts>
[[gnu::noinline]] std::uint64_t print(const CopiesData& data) {
  mark<copy>();
  std::string text;
  for (int part = 0; part < parts; ++part) {
    if (part % 10 == 0) text.clear();
    append<copy>(text, data.numbers[static_cast<std::size_t>(part) % 64]);
    text += ", ";
  }
  return text.size();
}

template <int copy>
[[gnu::noinline]] int below(const CopiesData::Node* node, int limit) {
  mark<copy>();
  if (node == nullptr) return 0;
  int nodes = below<copy>(node->left, limit);
  if (node->number < limit) nodes += 1 + below<copy>(node->right, limit);
  return nodes;
}

template <int copy, int parts>
[[gnu::noinline]] std::uint64_t walk(const CopiesData& data) {
  mark<copy>();
  std::uint64_t all = 0;
  for (int part = 0; part < parts; ++part) {
    all += static_cast<std::uint64_t>(below<copy>(data.nodes.data(), 500'000));
  }
  return all;
}

template <int copy>
[[gnu::noinline]] std::uint64_t step(std::uint64_t value, unsigned char code,
                                     std::uint64_t number) {
  mark<copy>();
  switch (code) {
    case 0:
      return value + number;
    case 1:
      return value - number;
    case 2:
      return value * 31;
    case 3:
      return value ^ number;
    case 4:
      return value << 3 | value >> 61;
    case 5:
      return value % (number + 1);
    case 6:
      return number;
    default:
      return ~value;
  }
}

template <int copy, int parts>
[[gnu::noinline]] std::uint64_t interpret(const CopiesData& data) {
  mark<copy>();
  std::uint64_t value = 1;
  for (int part = 0; part < parts; ++part) {
    for (std::size_t i = 0; i < 16; ++i) {
      value = step<copy>(value, data.bytes[i],
                         static_cast<std::uint64_t>(data.numbers[i]));
    }
  }
  return value;
}

}  // namespace
}  // namespace spl::bench
