#include "tests/golden_file.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace spl {

std::string golden_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << "cannot read " << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_golden(const std::string& path, const std::string& content) {
  const std::string on_file =
      std::ifstream(path).good() ? golden_text(path) : "";
  if (std::getenv("SPL_RENEW") == nullptr || content == on_file) {
    EXPECT_EQ(content, on_file) << path;
    return;
  }
  std::ofstream(path, std::ios::binary) << content;
  ADD_FAILURE() << "renewed " << path << "; read the difference";
}

}  // namespace spl
