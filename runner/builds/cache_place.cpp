#include "runner/builds/cache_place.hpp"

#include "runner/settings/plain_error.hpp"

namespace spl::runner {

namespace fs = std::filesystem;

fs::path cache_folder(const Environment& environment) {
  const auto cache = environment("XDG_CACHE_HOME");
  if (cache && fs::path(*cache).is_absolute()) return fs::path(*cache) / "spl";
  const auto home = environment("HOME");
  if (home && !home->empty()) return fs::path(*home) / ".cache" / "spl";
  throw PlainError(
      "there is no place for the cache of built programs; set XDG_CACHE_HOME "
      "to a folder that can be written");
}

}  // namespace spl::runner
