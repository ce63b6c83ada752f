#include "runner/system/error_text.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <future>
#include <new>
#include <stdexcept>
#include <system_error>

namespace spl::runner {
namespace {

TEST(ErrorText, NamesTheLimitAndThePath) {
  const std::error_code full(ENOSPC, std::generic_category());
  const std::filesystem::filesystem_error of_file("cannot copy", "/a", full);
  EXPECT_EQ(error_text(of_file),
            "/a: No space left on device; free some space");
  const std::system_error of_thread(
      std::make_error_code(std::errc::resource_unavailable_try_again));
  EXPECT_EQ(error_text(of_thread),
            "Resource temporarily unavailable; end other processes, or allow "
            "more (ulimit -u)");
  EXPECT_EQ(error_text(std::bad_alloc()),
            "Cannot allocate memory; free some memory, or allow more (ulimit "
            "-v)");
}

TEST(ErrorText, LeavesOtherTextsAsTheyAre) {
  EXPECT_EQ(error_text(std::runtime_error("no file matches a")),
            "no file matches a");
}

TEST(ErrorText, ShowsNoMessageOfALibrary) {
  const auto mistake = [](const std::string& type) {
    return "spl-run failed with an unknown error (" + type +
           "); report it with the command and the files that it read";
  };
  EXPECT_EQ(error_text(std::out_of_range("vector::_M_range_check: __n")),
            mistake("std::out_of_range"));
  const std::future_error of_future(std::future_errc::broken_promise);
  EXPECT_EQ(error_text(of_future), mistake("std::future_error"));
}

}  // namespace
}  // namespace spl::runner
