#pragma once

#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "tests/fuzz/require.hpp"

/// A file that is in memory only.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view text)
      : descriptor_(memfd_create("fuzz", MFD_CLOEXEC)) {
    require(descriptor_ >= 0, "there is no file in memory");
    require(write(descriptor_, text.data(), text.size()) ==
                static_cast<ssize_t>(text.size()),
            "the file in memory cannot be written");
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  [[nodiscard]] std::string name() const {
    return "/proc/self/fd/" + std::to_string(descriptor_);
  }

 private:
  int descriptor_;
};

/// A folder in memory, where there is one.
class MemoryFolder {
 public:
  MemoryFolder() {
    std::string name = std::filesystem::is_directory("/dev/shm")
                           ? "/dev/shm/spl-XXXXXX"
                           : "/tmp/spl-XXXXXX";
    require(mkdtemp(name.data()) != nullptr, "there is no folder");
    path_ = name;
  }
  ~MemoryFolder() { std::filesystem::remove_all(path_); }
  MemoryFolder(const MemoryFolder&) = delete;
  MemoryFolder& operator=(const MemoryFolder&) = delete;

  [[nodiscard]] std::filesystem::path file(const char* name) const {
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};
