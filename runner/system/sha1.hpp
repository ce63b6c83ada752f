#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace boost::uuids::detail {
class sha1;
}  // namespace boost::uuids::detail

namespace spl::runner {

/// A SHA-1 hash (FIPS 180-4) of bytes that come in parts. It names content, as
/// Git does, and protects from no attack. Boost computes it: libgit2 does so,
/// too, but takes longer to load than all of spl-run.
class Sha1 {
 public:
  Sha1();
  ~Sha1();
  Sha1(Sha1&&) noexcept;
  Sha1& operator=(Sha1&&) noexcept;
  Sha1(const Sha1&) = delete;
  Sha1& operator=(const Sha1&) = delete;

  void add(std::string_view bytes);

  /// Returns the hash of all bytes in hexadecimal digits. Nothing can be added
  /// afterwards.
  [[nodiscard]] std::string finish();

 private:
  std::unique_ptr<boost::uuids::detail::sha1> hash_;
};

}  // namespace spl::runner
