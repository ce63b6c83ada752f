#include "spl/workload/registered.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "spl/workload/parameters.hpp"
#include "spl/workload/registry.hpp"

// Functions of what counts executed lines (--coverage), by GCC and Clang, and
// of the sanitizer of undefined behaviour; null without them.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" [[gnu::weak]] void __gcov_init(void* info);
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" [[gnu::weak]] int __llvm_profile_write_file();
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" [[gnu::weak]] void __ubsan_handle_pointer_overflow(void* data,
                                                              void* base,
                                                              void* result);

namespace spl::workload {
namespace {

/// Returns the name with `::` as `.`, so that equal names are equal texts.
std::string canonical(std::string_view name) {
  std::string text;
  for (std::size_t at = 0; at < name.size(); ++at) {
    const bool colons = name.substr(at, 2) == "::";
    text += colons ? '.' : name[at];
    if (colons) ++at;
  }
  return text;
}

/// By name, those of unknown lines last: of lambdas in functions, which have no
/// name but their type's.
bool comes_before(const Entry* left, const Entry* right) {
  const auto key = [](const Entry* entry) {
    return std::pair(entry->origin().line == 0, canonical(entry->name()));
  };
  return key(left) < key(right);
}

bool is_control_character(char character) {
  const auto byte = static_cast<unsigned char>(character);
  return byte < 0x20 || byte == 0x7f;
}

/// Returns the mistake of a single entry; empty if there is none.
std::string mistake_of(const Entry& entry, const EntryFacts& facts) {
  if (entry.name().empty()) return "a name is empty at " + entry.place();
  if (std::any_of(entry.name().begin(), entry.name().end(),
                  is_control_character)) {
    return "a name has control characters at " + entry.place();
  }
  for (const ParameterFacts& parameter : facts.parameters) {
    for (const Argument& value : parameter.values) {
      const std::string why = misfit(parameter, value);
      if (why.empty()) continue;
      return '"' + entry.name() + "\" " + why + ", in spl::values at " +
             entry.place();
    }
  }
  return "";
}

/// Adds a word to a list with commas, unless the list has it.
void add_word(std::string& words, const std::string& word) {
  if (word.empty() ||
      (", " + words + ",").find(", " + word + ",") != std::string::npos) {
    return;
  }
  words += (words.empty() ? "" : ", ") + word;
}

/// Splits a text that has a space after each word.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = text.find(' ');
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return words;
}

/// GCC 12 has no macro for the sanitizer of undefined behaviour. Clang has one,
/// and its other sanitizers bring these functions, too.
bool has_undefined_sanitizer(std::string_view compiler) {
  return compiler.substr(0, 3) == "GCC" &&
         __ubsan_handle_pointer_overflow != nullptr;
}

/// Counting executed lines has no macro either.
bool has_coverage() {
  return __gcov_init != nullptr || __llvm_profile_write_file != nullptr;
}

std::vector<const Entry*> by_name() {
  const std::vector<Entry*>& all = Registry::instance().entries();
  std::vector<const Entry*> entries(all.begin(), all.end());
  std::stable_sort(entries.begin(), entries.end(), comes_before);
  return entries;
}

}  // namespace

std::vector<Entry*> registered(std::string_view name) {
  std::vector<Entry*> found;
  std::vector<Entry*> composed;
  const std::string wanted = canonical(name);
  for (Entry* entry : Registry::instance().entries()) {
    if (canonical(entry->name()) != wanted) continue;
    (entry->facts().parts.empty() ? found : composed).push_back(entry);
  }
  return found.empty() ? composed : found;
}

CatalogueAnswer catalogue() {
  CatalogueAnswer answer;
  const auto add_failure = [&](const std::string& sentence) {
    if (sentence.empty()) return;
    answer.failure += (answer.failure.empty() ? "" : "; ") + sentence;
  };
  // In the same order for any order of translation units.
  std::set<std::string> flags;
  const Entry* previous = nullptr;
  for (const Entry* entry : by_name()) {
    answer.entries.push_back(entry->facts());
    add_failure(mistake_of(*entry, answer.entries.back()));
    if (!answer.entries.back().parts.empty()) continue;
    if (previous != nullptr && !comes_before(previous, entry)) {
      add_failure('"' + entry->name() + "\" is registered twice, at " +
                  previous->place() + " and at " + entry->place());
    }
    previous = entry;
    const Origin& origin = entry->origin();
    add_word(answer.build.compiler, origin.compiler);
    for (const std::string& word : words_of(origin.sanitizers)) {
      add_word(answer.build.sanitizers, word);
    }
    if (has_undefined_sanitizer(origin.compiler)) {
      add_word(answer.build.sanitizers, "undefined");
    }
    if (has_coverage()) add_word(answer.build.sanitizers, "coverage");
    for (std::string& word : words_of(origin.flags)) {
      flags.insert(std::move(word));
    }
    answer.build.optimized &= origin.optimized;
    answer.build.assertions |= origin.assertions;
  }
  for (const std::string& flag : flags) add_word(answer.build.flags, flag);
  return answer;
}

}  // namespace spl::workload
