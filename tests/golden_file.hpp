#pragma once

#include <string>

namespace spl {

/// Reads a file of bytes; fails the test where that is not possible.
[[nodiscard]] std::string golden_text(const std::string& path);

/// Expects that the file at the path has the content. With SPL_RENEW in the
/// environment the file is written instead where it differs, and the test fails
/// once, so that somebody reads the difference:
/// SPL_RENEW=1 ./dev test -R NAME-OF-TEST.
void expect_golden(const std::string& path, const std::string& content);

}  // namespace spl
