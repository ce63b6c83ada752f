// Changes single values of JSON, of which random bytes leave little: a value
// becomes null, a huge number, a text or another value of the text; keys go,
// and come twice.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size,
                                        std::size_t most);

namespace {

using nlohmann::json;
using Random = std::minstd_rand;

/// Also what nlohmann's values cannot hold.
constexpr const char* kValues[] = {"null",
                                   "true",
                                   "false",
                                   "0",
                                   "1",
                                   "2",
                                   "-1",
                                   "0.5",
                                   "1e139",
                                   "1e308",
                                   "-1e308",
                                   "5e-324",
                                   "1e400",
                                   "4294967296",
                                   "18446744073709551615",
                                   "9223372036854775808",
                                   "\"\"",
                                   "\"wall\"",
                                   "\"::error::\\u0000\\u001b\"",
                                   "[]",
                                   "{}",
                                   "[[]]",
                                   "[0]",
                                   "[[1, 2], [1, 2]]"};

/// Stands in a text for what is put there in the end.
const std::string kMark("\1");

/// Returns a value, the more often the fewer are around it.
json& any_of(json& root, Random& random) {
  json* at = &root;
  while (at->is_structured() && !at->empty() && random() % 5 != 0) {
    at = &*std::next(at->begin(),
                     static_cast<std::ptrdiff_t>(random() % at->size()));
  }
  return *at;
}

/// Changes a value; returns what kMark stands for in the text.
std::string change(json& root, Random& random) {
  json& value = any_of(root, random);
  const json other = any_of(root, random);
  const bool has_parts = value.is_structured() && !value.empty();
  const auto part = [&] {
    return std::next(value.begin(),
                     static_cast<std::ptrdiff_t>(random() % value.size()));
  };
  switch (random() % 6) {
    case 0:
      value = other;
      return {};
    case 1:
      if (has_parts) value.erase(part());
      return {};
    case 2:
      if (value.is_array()) value.push_back(has_parts ? *part() : other);
      if (!value.is_object()) return {};
      value[kMark] = other;
      return json(part().key()).dump();
    default:
      value = kMark;
      return kValues[random() % std::size(kValues)];
  }
}

/// Returns the text with a value changed; the same if it is no JSON. Values
/// deep inside are left out: json::dump() calls itself.
std::string changed(std::string_view text, Random& random) {
  const auto is_flat = [](int depth, json::parse_event_t, json&) {
    return depth < 100;
  };
  json root = json::parse(text, is_flat, false);
  if (root.is_discarded()) return std::string(text);
  const std::string put = change(root, random);
  std::string result =
      root.dump(-1, ' ', false, json::error_handler_t::replace);
  const std::string mark = json(kMark).dump();
  const std::size_t at = result.find(mark);
  if (at != result.npos) result.replace(at, mark.size(), put);
  return result;
}

}  // namespace

// Of texts with a zero byte between them, one is changed.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data,
                                               std::size_t size,
                                               std::size_t most,
                                               unsigned seed) {
  Random random(seed);
  if (random() % 4 == 0) return LLVMFuzzerMutate(data, size, most);
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(text.find('\0'), size);
  const bool is_first = end == size || random() % 2 == 0;
  const std::string result =
      is_first
          ? changed(text.substr(0, end), random) + text.substr(end)
          : text.substr(0, end + 1) + changed(text.substr(end + 1), random);
  if (result == text || result.size() > most) {
    return LLVMFuzzerMutate(data, size, most);
  }
  std::ranges::copy(result, data);
  return result.size();
}
