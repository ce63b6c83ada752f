#include "runner/system/opened_files.hpp"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cstring>

namespace spl::runner {

namespace fs = std::filesystem;

OpenedFiles::OpenedFiles(const std::set<fs::path>& folders)
    : events_(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
  for (const fs::path& folder : folders) {
    const int watch = inotify_add_watch(events_.number(), folder.c_str(),
                                        IN_OPEN | IN_ONLYDIR);
    complete_ = complete_ && watch >= 0;
    folders_[watch] = folder;
  }
}

std::optional<std::set<fs::path>> OpenedFiles::seen() {
  alignas(inotify_event) std::array<char, std::size_t{1} << 16> buffer;
  while (complete_) {
    const ssize_t size = read(events_.number(), buffer.data(), buffer.size());
    if (size <= 0) break;
    for (std::size_t at = 0; at < static_cast<std::size_t>(size);) {
      inotify_event event{};
      std::memcpy(&event, buffer.data() + at, sizeof event);
      const char* name = buffer.data() + at + sizeof event;
      at += sizeof event + event.len;
      if ((event.mask & (IN_Q_OVERFLOW | IN_IGNORED)) != 0) complete_ = false;
      const auto folder = folders_.find(event.wd);
      if (folder == folders_.end()) continue;
      seen_.insert(event.len > 0 ? folder->second / name : folder->second);
    }
  }
  if (!complete_) return std::nullopt;
  return seen_;
}

}  // namespace spl::runner
