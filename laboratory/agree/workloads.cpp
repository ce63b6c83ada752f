// Twenty kinds of code, each under three names. The branches of the first five
// depend on an input that they see again and again, so that predictors learn it
// over the calls of a process. `settled`, beside which all are measured, learns
// nothing.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <list>
#include <map>
#include <numeric>
#include <regex>
#include <spl/workload.hpp>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes random_bytes(spl::Controller& spl, std::size_t count) {
  Bytes bytes(count);
  for (auto& one : bytes) {
    one = static_cast<std::uint8_t>(spl.random()(0, 255));
  }
  return bytes;
}

/// Literals, and matches of 4 to 19 bytes, as in LZ4's block format.
std::size_t decoded(const Bytes& code, Bytes& out) {
  std::size_t at = 0;
  std::size_t end = 32;
  while (at + 17 < code.size()) {
    const std::uint8_t token = code[at++];
    const std::size_t literals = token >> 4U;
    for (std::size_t i = 0; i < literals; ++i) out[end++] = code[at++];
    const std::size_t distance = 1 + (code[at++] & 31U);
    const std::size_t length = 4 + (token & 15U);
    for (std::size_t i = 0; i < length; ++i, ++end) {
      out[end] = out[end - distance];
    }
  }
  return end;
}

std::string source_text(spl::Controller& spl, int words) {
  const char* const kParts[] = {"if", "x1",   "==",       "42",
                                "(",  ")",    "while",    "name",
                                "+",  "3.14", "\"text\"", "\n"};
  std::string text;
  for (int i = 0; i < words; ++i) {
    text += kParts[spl.random()(0, 11)];
    if (spl.random()(0, 2) != 0) text += ' ';
  }
  return text;
}

/// Returns a sum over the kinds and lengths of the tokens.
std::size_t tokenized(const std::string& text) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t sum = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t first = i;
    const char c = text[i++];
    if (is_letter(c)) {
      while (i < text.size() && (is_letter(text[i]) || is_digit(text[i]))) ++i;
      sum += 3 * (i - first);
    } else if (is_digit(c)) {
      while (i < text.size() && (is_digit(text[i]) || text[i] == '.')) ++i;
      sum += 5 * (i - first);
    } else if (c == '"') {
      while (i < text.size() && text[i++] != '"') {
      }
      sum += 7 * (i - first);
    } else if (c != ' ') {
      sum += 11;
    }
  }
  return sum;
}

std::uint64_t interpreted(const Bytes& program) {
  std::uint64_t a = 1;
  std::uint64_t b = 2;
  for (std::size_t at = 0; at < program.size(); ++at) {
    switch (program[at] & 7U) {
      case 0:
        a += b;
        break;
      case 1:
        b ^= a;
        break;
      case 2:
        a = (a << 3U) | (a >> 61U);
        break;
      case 3:
        b *= 0x9E3779B97F4A7C15ULL;
        break;
      case 4:
        std::swap(a, b);
        break;
      case 5:
        if ((a & 1U) != 0) ++at;
        break;
      case 6:
        a -= at;
        break;
      default:
        if (b > a) b -= a;
        break;
    }
  }
  return a + b;
}

void decoder(spl::Controller& spl) {
  const Bytes code = random_bytes(spl, 6000);
  Bytes out(code.size() * 20 + 64);
  while (spl.needs_more()) spl::keep(decoded(code, out));
}

void tokenizer(spl::Controller& spl) {
  const std::string text = source_text(spl, 4000);
  while (spl.needs_more()) spl::keep(tokenized(text));
}

void interpreter(spl::Controller& spl) {
  const Bytes program = random_bytes(spl, 3000);
  while (spl.needs_more()) spl::keep(interpreted(program));
}

void expression(spl::Controller& spl) {
  const std::string text = source_text(spl, 60);
  const std::regex pattern("([a-z]+[0-9]*|[0-9.]+|\"[^\"]*\")");
  while (spl.needs_more()) {
    const auto begin = std::sregex_iterator(text.begin(), text.end(), pattern);
    spl::keep(std::distance(begin, std::sregex_iterator()));
  }
}

std::vector<std::uint32_t> random_numbers(spl::Controller& spl,
                                          std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  for (auto& one : numbers) one = static_cast<std::uint32_t>(spl.random()());
  return numbers;
}

void sort_of_one_input(spl::Controller& spl) {
  const auto input = random_numbers(spl, 2000);
  while (spl.needs_more()) {
    auto copy = input;
    std::sort(copy.begin(), copy.end());
    spl::keep(copy.data());
  }
}

void sort_of_fresh_input(spl::Controller& spl) {
  while (spl.needs_more()) {
    auto input = random_numbers(spl, 2000);
    spl.start();
    std::sort(input.begin(), input.end());
    spl.stop();
    spl::keep(input.data());
  }
}

void search_of_fresh_keys(spl::Controller& spl) {
  auto sorted = random_numbers(spl, 4096);
  std::sort(sorted.begin(), sorted.end());
  std::uint64_t key = 1;
  while (spl.needs_more()) {
    key = key * 6364136223846793005ULL + 1442695040888963407ULL;
    spl::keep(std::lower_bound(sorted.begin(), sorted.end(),
                               static_cast<std::uint32_t>(key >> 32U)));
  }
}

void hash_table(spl::Controller& spl) {
  const auto keys = random_numbers(spl, 1000);
  std::unordered_map<std::uint32_t, int> table;
  for (const auto key : keys) table[key] = 1;
  while (spl.needs_more()) {
    int found = 0;
    for (const auto key : keys) found += table.find(key)->second;
    spl::keep(found);
  }
}

void tree_of_keys(spl::Controller& spl) {
  const auto keys = random_numbers(spl, 200);
  while (spl.needs_more()) {
    std::map<std::uint32_t, int> tree;
    for (const auto key : keys) tree[key] = 1;
    spl::keep(tree);
  }
}

void growth_of_a_vector(spl::Controller& spl) {
  while (spl.needs_more()) {
    Bytes grown;
    for (std::size_t i = 0; i < 5000; ++i) grown.push_back(1);
    spl::keep(grown);
  }
}

void small_objects(spl::Controller& spl) {
  while (spl.needs_more()) {
    std::list<std::uint64_t> small;
    for (std::size_t i = 0; i < 200; ++i) small.push_back(i);
    spl::keep(small);
  }
}

void large_blocks(spl::Controller& spl) {
  while (spl.needs_more()) {
    Bytes large(std::size_t{1} << 20U);
    spl::keep(large.data());
  }
}

void strings(spl::Controller& spl) {
  while (spl.needs_more()) {
    std::string text;
    for (int i = 0; i < 50; ++i) text += std::to_string(i) + ", ";
    spl::keep(text);
  }
}

void stream(spl::Controller& spl) {
  while (spl.needs_more()) {
    std::ostringstream text;
    for (int i = 0; i < 20; ++i) text << i << ' ' << 0.5 * i << '\n';
    spl::keep(text.str());
  }
}

void sum(spl::Controller& spl) {
  const std::vector<double> numbers(4000, 1.5);
  while (spl.needs_more()) {
    spl::clobber();
    spl::keep(std::accumulate(numbers.begin(), numbers.end(), 0.0));
  }
}

void hashing(spl::Controller& spl) {
  const Bytes text = random_bytes(spl, 2000);
  while (spl.needs_more()) {
    std::uint64_t hash = 14'695'981'039'346'656'037U;
    for (const auto one : text) hash = (hash ^ one) * 1'099'511'628'211U;
    spl::keep(hash);
  }
}

void copy(spl::Controller& spl) {
  const Bytes from(16'384, 1);
  Bytes to(from.size());
  while (spl.needs_more()) {
    std::memcpy(to.data(), from.data(), from.size());
    spl::clobber();
  }
}

void chase(spl::Controller& spl) {
  std::vector<std::uint32_t> next(1024);
  std::iota(next.begin(), next.end(), 1);
  next.back() = 0;
  std::uint32_t at = 0;
  while (spl.needs_more()) {
    for (int i = 0; i < 1000; ++i) at = next[at];
    spl::keep(at);
  }
}

std::uint64_t steps(std::uint64_t x, int count) {
  for (int i = 0; i < count; ++i) x = x * 6364136223846793005ULL + 1;
  return x;
}

/// 10 ms on a processor of 3 GHz.
void long_call(spl::Controller& spl) {
  std::uint64_t x = 1;
  while (spl.needs_more()) spl::keep(x = steps(x, 8'000'000));
}

void settled(spl::Controller& spl) {
  std::uint64_t x = 1;
  while (spl.needs_more()) spl::keep(x = steps(x, 10'000));
}

}  // namespace

#define AGREE(kind)                                                     \
  [[gnu::noinline]] static void run_##kind(spl::Controller& spl) {      \
    kind(spl);                                                          \
  }                                                                     \
  SPL_WORKLOAD(kind##_a, ()) { run_##kind(spl); }                       \
  SPL_WORKLOAD(kind##_again, ()) { run_##kind(spl); }                   \
  SPL_WORKLOAD(kind##_under_a_name_of_some_fifty_letters_or_more, ()) { \
    run_##kind(spl);                                                    \
  }

AGREE(decoder)
AGREE(tokenizer)
AGREE(interpreter)
AGREE(expression)
AGREE(sort_of_one_input)
AGREE(sort_of_fresh_input)
AGREE(search_of_fresh_keys)
AGREE(hash_table)
AGREE(tree_of_keys)
AGREE(growth_of_a_vector)
AGREE(small_objects)
AGREE(large_blocks)
AGREE(strings)
AGREE(stream)
AGREE(sum)
AGREE(hashing)
AGREE(copy)
AGREE(chase)
AGREE(long_call)
AGREE(settled)
