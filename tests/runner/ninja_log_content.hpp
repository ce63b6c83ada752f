#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace spl::runner {

/// A `.ninja_deps` with a record for each pair of a file and what it was made
/// from, in order.
inline std::string ninja_log(
    const std::vector<std::pair<std::string, std::vector<std::string>>>&
        records) {
  const auto word = [](std::uint32_t value) {
    std::string bytes;
    for (unsigned shift = 0; shift < 32; shift += 8) {
      bytes += static_cast<char>((value >> shift) & 0xffU);
    }
    return bytes;
  };
  std::string log = "# ninjadeps\n" + word(4);
  std::map<std::string, std::uint32_t> numbers;
  const auto number = [&](const std::string& path) {
    const auto size = static_cast<std::uint32_t>(numbers.size());
    const auto [found, is_new] = numbers.insert({path, size});
    if (is_new) {
      const std::string padding((4 - path.size() % 4) % 4, '\0');
      log += word(static_cast<std::uint32_t>(path.size() + padding.size() + 4));
      log += path + padding + word(~size);
    }
    return found->second;
  };
  for (const auto& [made, from] : records) {
    std::string record = word(number(made)) + word(1) + word(2);
    for (const std::string& path : from) record += word(number(path));
    log += word(static_cast<std::uint32_t>(record.size()) | 0x80000000U);
    log += record;
  }
  return log;
}

}  // namespace spl::runner
