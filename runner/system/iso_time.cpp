#include "runner/system/iso_time.hpp"

#include <array>
#include <ctime>

namespace spl::runner {

std::string time_before(const std::string& iso_time, std::chrono::seconds age) {
  constexpr const char* kFormat = "%Y-%m-%dT%H:%M:%SZ";
  std::tm parts{};
  strptime(iso_time.c_str(), kFormat, &parts);
  const std::time_t then = timegm(&parts) - age.count();
  gmtime_r(&then, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), kFormat, &parts);
  return text.data();
}

}  // namespace spl::runner
