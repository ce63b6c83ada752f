#include "spl/workload/throttling.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>

namespace spl::workload {
namespace {

using Path = char[PATH_MAX];
using Text = char[4096];

/// Returns the beginning of an open file; empty if there is none.
std::string_view contents(int file, Text& text) {
  const ssize_t size = file < 0 ? -1 : pread(file, text, sizeof text - 1, 0);
  text[size > 0 ? size : 0] = '\0';
  return {text, size > 0 ? static_cast<std::size_t>(size) : 0};
}

/// Whether a list like "cpu,cpuacct" has the processor's time; version 2, which
/// has one hierarchy, lists nothing.
bool has_cpu(std::string_view controllers) {
  while (!controllers.empty() && controllers != "cpu") {
    const std::size_t comma = controllers.find(',');
    if (controllers.substr(0, comma) == "cpu") return true;
    if (comma == std::string_view::npos) return false;
    controllers.remove_prefix(comma + 1);
  }
  return true;
}

int open_in(const char* folder, const char* name) {
  Path path;
  const int size = std::snprintf(path, sizeof path, "%s/%s", folder, name);
  if (size <= 0 || static_cast<std::size_t>(size) >= sizeof path) return -1;
  return open(path, O_RDONLY | O_CLOEXEC);
}

/// Whether a group grants a part of the processors' time only: `50000 100000`
/// in version 2, `50000` in version 1.
bool has_quota(const char* folder) {
  for (const char* name : {"cpu.max", "cpu.cfs_quota_us"}) {
    Text text;
    const int file = open_in(folder, name);
    const std::string_view quota = contents(file, text);
    if (file >= 0) close(file);
    if (!quota.empty() && quota[0] >= '0' && quota[0] <= '9') return true;
  }
  return false;
}

/// Returns the number that follows a name in a file's text; 0 if none does.
std::uint64_t number_after(std::string_view text, std::string_view name) {
  const std::size_t place = text.find(name);
  if (place == std::string_view::npos) return 0;
  return std::strtoull(text.data() + place + name.size(), nullptr, 10);
}

}  // namespace

Throttling::Throttling(const char* root) {
  Text text;
  const int file = open_in(root, "proc/self/cgroup");
  std::string_view rest = contents(file, text);
  if (file >= 0) close(file);
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const auto controllers = line.substr(first + 1, second - first - 1);
    if (!has_cpu(controllers)) continue;
    Path top;
    std::snprintf(top, sizeof top, "%s/sys/fs/cgroup%s", root,
                  controllers.empty() ? "" : "/cpu");
    open_accounts(top, line.substr(second + 1));
  }
}

Throttling::~Throttling() {
  for (std::size_t i = 0; i < count_; ++i) close(accounts_[i]);
}

/// Opens the accounts of a group and of those above it. A container sees its
/// own group as the topmost.
void Throttling::open_accounts(const char* top, std::string_view group) {
  for (; count_ < kMost; group = group.substr(0, group.rfind('/'))) {
    Path folder;
    std::snprintf(folder, sizeof folder, "%s%.*s", top,
                  static_cast<int>(group.size()), group.data());
    const int account = has_quota(folder) ? open_in(folder, "cpu.stat") : -1;
    if (account >= 0) accounts_[count_++] = account;
    if (group.empty()) return;
  }
}

std::uint64_t Throttling::stopped_ns() const {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    Text text;
    const std::string_view account = contents(accounts_[i], text);
    sum += number_after(account, "throttled_time ");
    sum += 1000 * number_after(account, "throttled_usec ");
  }
  return sum;
}

}  // namespace spl::workload
