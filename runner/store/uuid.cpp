#include "runner/store/experiment.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <random>

#include "runner/system/sha1.hpp"

namespace spl::runner {
namespace {

/// Texts of this project have a namespace of their own, as the RFC asks.
constexpr std::string_view kNamespace = "spl-run store";

Uuid marked(Uuid uuid, unsigned version) {
  constexpr std::byte kVariant{0x80};
  uuid.bytes[6] =
      (uuid.bytes[6] & std::byte{0x0f}) | static_cast<std::byte>(version << 4);
  uuid.bytes[8] = (uuid.bytes[8] & std::byte{0x3f}) | kVariant;
  return uuid;
}

}  // namespace

Uuid random_uuid() {
  std::random_device entropy;
  Uuid uuid;
  for (std::size_t i = 0; i < uuid.bytes.size(); i += sizeof(unsigned)) {
    const unsigned drawn = entropy();
    std::memcpy(&uuid.bytes[i], &drawn, sizeof drawn);
  }
  return marked(uuid, 4);
}

Uuid uuid_of(std::string_view text) {
  Sha1 hash;
  hash.add(kNamespace);
  hash.add(text);
  const std::string digits = hash.finish();
  Uuid uuid;
  for (std::size_t i = 0; i < uuid.bytes.size(); ++i) {
    unsigned value = 0;
    std::from_chars(&digits[2 * i], &digits[2 * i] + 2, value, 16);
    uuid.bytes[i] = static_cast<std::byte>(value);
  }
  return marked(uuid, 5);
}

std::string to_text(const Uuid& uuid) {
  std::string text;
  for (std::size_t i = 0; i < uuid.bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned>(uuid.bytes[i]));
  }
  return text;
}

}  // namespace spl::runner
