#include "runner/system/processors.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace spl::runner {
namespace {

constexpr unsigned kMost = CPU_SETSIZE;

std::optional<unsigned> take_number(std::string_view& text) {
  unsigned number = 0;
  const auto [rest, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number >= kMost) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return number;
}

bool take(std::string_view& text, char wanted) {
  if (text.empty() || text.front() != wanted) return false;
  text.remove_prefix(1);
  return true;
}

cpu_set_t set_of(const Processors& processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const unsigned one : processors) CPU_SET(one, &set);
  return set;
}

bool set_affinity(const Processors& processors) {
  const cpu_set_t set = set_of(processors);
  return sched_setaffinity(0, sizeof set, &set) == 0 &&
         usable_processors() == processors;
}

std::string refusal(const Processors& processors, const Processors& allowed) {
  Processors missing;
  std::set_difference(processors.begin(), processors.end(), allowed.begin(),
                      allowed.end(), std::back_inserter(missing));
  const bool one = missing.size() == 1;
  const auto count = static_cast<unsigned>(sysconf(_SC_NPROCESSORS_CONF));
  const bool exists = missing.empty() || missing.back() < count;
  return (one ? "processor " : "processors ") + to_text(missing) +
         (exists ? std::string(one ? " is" : " are") +
                       " off or forbidden by the control group (cpuset) here"
                 : std::string(one ? " does" : " do") + " not exist here") +
         "; what is measured can use " + to_text(allowed);
}

}  // namespace

std::optional<Processors> parse_processors(std::string_view text) {
  std::set<unsigned> found;
  do {
    const auto first = take_number(text);
    auto last = first;
    if (first && take(text, '-')) last = take_number(text);
    if (!last || *last < *first) return std::nullopt;
    for (unsigned one = *first; one <= *last; ++one) found.insert(one);
  } while (take(text, ','));
  if (!text.empty()) return std::nullopt;
  return Processors(found.begin(), found.end());
}

std::string to_text(const Processors& processors) {
  std::string text;
  for (std::size_t i = 0; i < processors.size();) {
    std::size_t last = i;
    while (last + 1 < processors.size() &&
           processors[last + 1] == processors[last] + 1) {
      ++last;
    }
    if (!text.empty()) text += ',';
    text += std::to_string(processors[i]);
    if (last > i) text += '-' + std::to_string(processors[last]);
    i = last + 1;
  }
  return text;
}

Processors allowed_processors() {
  const Processors before = usable_processors();
  Processors all(kMost);
  for (unsigned one = 0; one < kMost; ++one) all[one] = one;
  (void)set_affinity(all);  // The kernel leaves out what cannot be used.
  Processors allowed = usable_processors();
  (void)set_affinity(before);
  return allowed;
}

std::string bind_to(const Processors& processors) {
  const Processors before = usable_processors();
  if (set_affinity(processors)) return {};
  (void)set_affinity(before);
  return refusal(processors, allowed_processors());
}

Processors usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  Processors result;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return result;
  for (unsigned one = 0; one < kMost; ++one) {
    if (CPU_ISSET(one, &set)) result.push_back(one);
  }
  return result;
}

AtProcessor::AtProcessor(std::optional<unsigned> processor) {
  if (!processor || *processor >= kMost) return;
  if (sched_getaffinity(0, sizeof usable_, &usable_) != 0) return;
  const cpu_set_t only = set_of({*processor});
  is_there_ = sched_setaffinity(0, sizeof only, &only) == 0;
}

void AtProcessor::leave() const {
  if (is_there_) sched_setaffinity(0, sizeof usable_, &usable_);
}

}  // namespace spl::runner
