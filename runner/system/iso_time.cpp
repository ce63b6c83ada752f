#include "runner/system/iso_time.hpp"

#include <array>
#include <ctime>

namespace spl::runner {

namespace {

constexpr const char* kFormat = "%Y-%m-%dT%H:%M:%SZ";

std::string text_of(std::time_t time) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), kFormat, &parts);
  return text.data();
}

}  // namespace

std::string iso_time(std::chrono::system_clock::time_point time) {
  return text_of(std::chrono::system_clock::to_time_t(time));
}

std::string time_before(const std::string& iso_time, std::chrono::seconds age) {
  std::tm parts{};
  strptime(iso_time.c_str(), kFormat, &parts);
  return text_of(timegm(&parts) - age.count());
}

}  // namespace spl::runner
