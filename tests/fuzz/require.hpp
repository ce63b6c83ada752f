#pragma once

#include <cstdio>
#include <cstdlib>

/// Ends the fuzzer, which keeps the input, unless the condition holds.
inline void require(bool condition, const char* otherwise) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", otherwise);
  std::abort();
}
