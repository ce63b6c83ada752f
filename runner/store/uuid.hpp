#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <string>
#include <string_view>

namespace spl::runner {

/// An identifier that is the same in all stores (RFC 4122).
struct Uuid {
  std::array<std::byte, 16> bytes{};

  friend bool operator==(const Uuid&, const Uuid&) = default;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads <=>.
  friend auto operator<=>(const Uuid&, const Uuid&) = default;
};

/// Draws a UUID of version 4.
[[nodiscard]] Uuid random_uuid();

/// Returns the UUID of version 5 that a text has everywhere.
[[nodiscard]] Uuid uuid_of(std::string_view text);

/// Writes 32 hexadecimal digits in five parts.
[[nodiscard]] std::string to_text(const Uuid& uuid);

}  // namespace spl::runner
