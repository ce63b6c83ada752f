#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

/// Five functions of 1 to 75 us, for bench_guarded: as workloads of SPL and as
/// benchmarks of Google Benchmark. What each takes is about proportional to its
/// size.
namespace spl::bench {

/// The sizes; each is a fifth more than the one before.
#define SPL_BENCH_SIZES                                                        \
  10, 12, 14, 17, 21, 25, 30, 36, 43, 52, 62, 74, 89, 107, 128, 154, 185, 222, \
      266, 319
inline constexpr std::array kSizes{SPL_BENCH_SIZES};

/// A chain of dependent multiplications.
class Chain {
 public:
  explicit Chain(int size) : count_(110 * size) {}
  unsigned operator()() const {
    unsigned value = 1;
    for (int i = 0; i < count_; ++i) {
      value = value * 1664525 + 1013904223;
      asm volatile("" : "+r"(value));
    }
    return value;
  }

 private:
  int count_;
};

/// Sorts a copy of numbers, which are the same in each process.
class Sorting {
 public:
  explicit Sorting(int size) : numbers_(static_cast<std::size_t>(22 * size)) {
    std::mt19937 random(1);
    for (int& one : numbers_) one = static_cast<int>(random() % 1'000'000);
  }
  int operator()() const {
    std::vector<int> copy = numbers_;
    std::sort(copy.begin(), copy.end());
    return copy[copy.size() / 2];
  }

 private:
  std::vector<int> numbers_;
};

/// Looks keys up in a tree of 10 000.
class Tree {
 public:
  explicit Tree(int size) : keys_(static_cast<std::size_t>(5 * size)) {
    constexpr int kNodes = 10'000;
    std::mt19937 random(1);
    for (int i = 0; i < kNodes; ++i) tree_[i] = i;
    for (int& one : keys_) one = static_cast<int>(random() % kNodes);
  }
  long operator()() const {
    long sum = 0;
    for (const int key : keys_) sum += tree_.find(key)->second;
    return sum;
  }

 private:
  std::map<int, int> tree_;
  std::vector<int> keys_;
};

/// Prints numbers.
class Text {
 public:
  explicit Text(int size) : count_(3 * size / 2) {}
  std::size_t operator()() const {
    char line[64];
    std::size_t length = 0;
    for (int i = 0; i < count_; ++i) {
      length += static_cast<std::size_t>(
          std::snprintf(line, sizeof line, "%d of %d", i, count_));
    }
    return length;
  }

 private:
  int count_;
};

/// Counts words in a hash table, which is made each time.
class Words {
 public:
  explicit Words(int size) {
    for (int i = 0; i < 3 * size; ++i) {
      words_.push_back("word " + std::to_string(i * 7 % 100));
    }
  }
  std::size_t operator()() const {
    std::unordered_map<std::string, int> counts;
    for (const std::string& one : words_) ++counts[one];
    return counts.size();
  }

 private:
  std::vector<std::string> words_;
};

}  // namespace spl::bench
