#include "runner/programs/spoken_version.hpp"

#include <charconv>

namespace spl::runner {

// Programs since version 4 print this, and old programs are still there.
std::optional<int> spoken_version(std::string_view output) {
  constexpr std::string_view kWords = "line 1: expected \"spl-request ";
  const std::size_t begin = output.find(kWords);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::string_view rest = output.substr(begin + kWords.size());
  int version = 0;
  const auto [stop, error] =
      std::from_chars(rest.data(), rest.data() + rest.size(), version);
  const bool is_read =
      error == std::errc() && stop != rest.data() + rest.size() && *stop == '"';
  if (!is_read || version < 1) return std::nullopt;
  return version;
}

std::string refusal(int spoken, const ProtocolVersions& known) {
  const std::string all = known.oldest == known.newest
                              ? "only " + std::to_string(known.newest)
                              : std::to_string(known.oldest) + " to " +
                                    std::to_string(known.newest);
  return "speaks version " + std::to_string(spoken) +
         " of the worker protocol, and this spl-run speaks " + all +
         (spoken > known.newest ? "; update spl-run"
                                : "; build it with a later SPL");
}

}  // namespace spl::runner
