#include "runner/system/sha1.hpp"

#include <fmt/format.h>

#include <boost/uuid/detail/sha1.hpp>

namespace spl::runner {

Sha1::Sha1() : hash_(std::make_unique<boost::uuids::detail::sha1>()) {}
Sha1::~Sha1() = default;
Sha1::Sha1(Sha1&&) noexcept = default;
Sha1& Sha1::operator=(Sha1&&) noexcept = default;

void Sha1::add(std::string_view bytes) {
  hash_->process_bytes(bytes.data(), bytes.size());
}

std::string Sha1::finish() {
  boost::uuids::detail::sha1::digest_type digest;
  hash_->get_digest(digest);
  // Words up to Boost 1.85, bytes since.
  constexpr std::size_t kDigits = 2 * sizeof(digest[0]);
  std::string text;
  for (const auto part : digest) text += fmt::format("{:0{}x}", part, kDigits);
  return text;
}

}  // namespace spl::runner
