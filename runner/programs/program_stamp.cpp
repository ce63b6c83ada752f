#include "runner/programs/program_stamp.hpp"

#include <sys/stat.h>

namespace spl::runner {

ProgramStamp program_stamp(const std::string& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) return {};
  return {facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtim.tv_sec,
          facts.st_mtim.tv_nsec};
}

std::string too_large_text(std::uintmax_t bytes) {
  return "has " + std::to_string(bytes >> 30) +
         " GiB, and no more than 4 GiB of a program are read; link less into it";
}

}  // namespace spl::runner
