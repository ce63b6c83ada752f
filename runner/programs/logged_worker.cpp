#include "runner/programs/logged_worker.hpp"

#include "runner/programs/counted_worker.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/files.hpp"
#include "runner/tools/translator.hpp"

namespace spl::runner {

Ending execute_logged(const workload::Request& request, const std::string& log,
                      Command command, StopWatch& watch) {
  const auto valgrind = in_search_path("valgrind", command.environment);
  if (!valgrind) {
    write_file(
        request.result_path,
        workload::encode(failed_run(lack_of_valgrind(command.environment))));
    return {};
  }
  const std::string words[] = {
      valgrind->string(), "-q", "--tool=none", "--read-inline-info=yes",
      // Paths as the compiler wrote them, to tell the standard library's.
      "--fullpath-after=", "--num-callers=50", "--log-file=" + log};
  command.words.insert(command.words.begin(), std::begin(words),
                       std::end(words));
  return execute(command, &watch);
}

}  // namespace spl::runner
