#pragma once

#include <string>
#include <utility>
#include <vector>

namespace spl::runner {

/// A sentence about what a reader must know, and its subject.
struct Warning {
  /// Takes a sentence about no subject in particular.
  // NOLINTNEXTLINE(google-explicit-constructor): a sentence is a warning.
  Warning(std::string sentence) : rest(std::move(sentence)) {}
  // NOLINTNEXTLINE(google-explicit-constructor): likewise.
  Warning(const char* sentence) : rest(sentence) {}
  /// Takes a subject and what follows: ": ..." or " is ...".
  Warning(std::string named, std::string rest_of_sentence)
      : subject(std::move(named)), rest(std::move(rest_of_sentence)) {}

  /// The reports that had it, the last one first: each was given to the
  /// evaluation before.
  std::vector<std::string> files = {};
  std::string subject = {};  ///< With which the sentence begins; may be empty.
  std::string rest;

  friend bool operator==(const Warning&, const Warning&) = default;
};

using Warnings = std::vector<Warning>;

/// Returns "when FILE was measured: " for each file, and the sentence.
[[nodiscard]] std::string to_text(const Warning& warning);
[[nodiscard]] std::vector<std::string> to_texts(const Warnings& warnings);

/// Whether both say the same, be it of an earlier measurement.
[[nodiscard]] bool says_the_same(const Warning& one, const Warning& other);

}  // namespace spl::runner
