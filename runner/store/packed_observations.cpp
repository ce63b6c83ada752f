#include "runner/store/packed_observations.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "runner/programs/answered_run.hpp"
#include "runner/store/database.hpp"

namespace spl::runner {
namespace {

constexpr char kDoubles = 0;
constexpr char kTicks = 1;

/// The finest tick, as a part of a nanosecond: the calibrated cost of a clock
/// is a mean of few readings.
constexpr std::uint64_t kFinestTick = 16;

/// The most ticks that a double counts exactly.
constexpr double kMostTicks = 9007199254740992;  // 2^53

void add_number(std::uint64_t number, std::string& bytes) {
  for (; number >= 0x80; number >>= 7) {
    bytes += static_cast<char>((number & 0x7f) | 0x80);
  }
  bytes += static_cast<char>(number);
}

/// Small numbers of either sign become small ones.
std::uint64_t zigzag(std::int64_t number) {
  return (static_cast<std::uint64_t>(number) << 1) ^
         static_cast<std::uint64_t>(number >> 63);
}

std::int64_t unzigzag(std::uint64_t number) {
  return static_cast<std::int64_t>((number >> 1) ^ (~(number & 1) + 1));
}

/// Returns how many of `scale` parts of one each number is, or nothing if some
/// number is none of them exactly.
std::optional<std::vector<std::int64_t>> ticks(std::span<const double> numbers,
                                               std::uint64_t scale) {
  const auto parts = static_cast<double>(scale);
  std::vector<std::int64_t> result;
  result.reserve(numbers.size());
  for (const double number : numbers) {
    const double tick = std::nearbyint(number * parts);
    if (!(std::abs(tick) < kMostTicks)) return std::nullopt;
    result.push_back(static_cast<std::int64_t>(tick));
    // The sign of -0 counts, too.
    const double unpacked = static_cast<double>(result.back()) / parts;
    const bool is_exact = std::bit_cast<std::uint64_t>(unpacked) ==
                          std::bit_cast<std::uint64_t>(number);
    if (!is_exact) return std::nullopt;
  }
  return result;
}

/// Reads bytes from the first to the last.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] bool is_at_end() const { return bytes_.empty(); }

  char byte() {
    require(1);
    const char result = bytes_.front();
    bytes_.remove_prefix(1);
    return result;
  }

  std::uint64_t number() {
    std::uint64_t result = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto next = static_cast<unsigned char>(byte());
      result |= static_cast<std::uint64_t>(next & 0x7f) << shift;
      if (next < 0x80) return result;
    }
    refuse();
  }

  double real() {
    require(8);
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < 8; ++i) {
      bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[i]))
              << (8 * i);
    }
    bytes_.remove_prefix(8);
    return std::bit_cast<double>(bits);
  }

  [[noreturn]] static void refuse() {
    throw std::runtime_error("observations that cannot be unpacked");
  }

 private:
  void require(std::size_t count) const {
    if (bytes_.size() < count) refuse();
  }

  std::string_view bytes_;
};

std::string packed_ticks(const std::vector<std::int64_t>& ticks,
                         std::uint64_t scale) {
  std::string bytes(1, kTicks);
  add_number(scale, bytes);
  std::int64_t last = 0;
  for (const std::int64_t one : ticks) {
    add_number(zigzag(one - last), bytes);
    last = one;
  }
  return bytes;
}

std::string packed_doubles(std::span<const double> observations) {
  std::string bytes(1, kDoubles);
  for (const double one : observations) {
    const auto bits = std::bit_cast<std::uint64_t>(one);
    for (unsigned i = 0; i < 8; ++i) {
      bytes += static_cast<char>((bits >> (8 * i)) & 0xff);
    }
  }
  return bytes;
}

}  // namespace

std::string packed(std::span<const double> observations,
                   std::uint64_t iterations) {
  if (iterations > 0 && static_cast<double>(iterations) < kMostTicks) {
    for (std::uint64_t parts = 1; parts <= kFinestTick; parts *= 2) {
      const std::uint64_t scale = iterations * parts;
      if (const auto found = ticks(observations, scale)) {
        return packed_ticks(*found, scale);
      }
    }
  }
  return packed_doubles(observations);
}

std::vector<double> unpacked(std::string_view text) {
  Bytes bytes(text);
  std::vector<double> result;
  const char kind = bytes.byte();
  if (kind == kDoubles) {
    while (!bytes.is_at_end()) result.push_back(bytes.real());
    return result;
  }
  if (kind != kTicks) Bytes::refuse();
  const auto scale = static_cast<double>(bytes.number());
  if (scale == 0) Bytes::refuse();
  // Numbers from elsewhere may be any: their sum wraps around.
  std::uint64_t last = 0;
  while (!bytes.is_at_end()) {
    last += static_cast<std::uint64_t>(unzigzag(bytes.number()));
    result.push_back(static_cast<double>(static_cast<std::int64_t>(last)) /
                     scale);
  }
  return result;
}

std::vector<double> unpacked(std::string_view bytes,
                             const std::filesystem::path& file) {
  try {
    std::vector<double> result = unpacked(bytes);
    const auto is_none = [](double one) {
      return !(std::abs(one) < kLargestObservation);
    };
    if (result.empty() || std::ranges::any_of(result, is_none)) {
      Bytes::refuse();
    }
    return result;
  } catch (const std::runtime_error& error) {
    throw DatabaseError(DatabaseError::Kind::kDamaged,
                        file.string() + ": " + error.what());
  }
}

}  // namespace spl::runner
