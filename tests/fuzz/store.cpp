// Any bytes as a store of somebody else: it is refused in a sentence, or what
// is read of it can be calculated with, and nothing is made beside the stores.
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "runner/formulas/performance_name.hpp"
#include "runner/store/accepted.hpp"
#include "runner/store/exchange.hpp"
#include "runner/store/opening.hpp"
#include "runner/store/schema.hpp"
#include "runner/store/stored_runs.hpp"
#include "runner/system/files.hpp"
#include "tests/fuzz/places.hpp"
#include "tests/fuzz/require.hpp"

namespace {

namespace fs = std::filesystem;
using spl::runner::Database;

template <class Work>
void refused_or(const Work& work) {
  try {
    work();
  } catch (const spl::runner::DatabaseError& error) {
    require(*error.what() != '\0', "a refusal says nothing");
  } catch (const spl::runner::SchemaError& error) {
    require(*error.what() != '\0', "a refusal says nothing");
  } catch (const spl::runner::FileError& error) {
    require(*error.what() != '\0', "a refusal says nothing");
  }
}

void read(const fs::path& file) {
  const auto store =
      spl::runner::open_foreign_store(file, Database::Access::kReadForeign);
  (void)spl::runner::accepted_changes(*store);
  for (const std::string& text : spl::runner::stored_performances(*store)) {
    spl::runner::StoredSubject subject;
    subject.performance = spl::runner::performance_of(text);
    for (const auto& run : spl::runner::stored_runs(*store, subject)) {
      require(!run.observations.empty(), "a run without observations");
      for (const double one : run.observations) {
        require(std::abs(one) < 1e140, "a value that overflows");
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const MemoryFolder folder;
  const fs::path theirs = folder.file("theirs");
  std::ofstream(theirs, std::ios::binary)
      .write(reinterpret_cast<const char*>(data),
             static_cast<std::streamsize>(size));
  refused_or([&] { read(theirs); });
  refused_or([&] {
    const auto ours = spl::runner::open_store_alone(folder.file("ours"));
    (void)spl::runner::import_store(*ours, theirs);
    require(ours->text("PRAGMA integrity_check") == "ok", "a damaged store");
  });
  return 0;
}
