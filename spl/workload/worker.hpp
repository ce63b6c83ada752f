#pragma once

#include <string>

namespace spl::workload {

/// Answers a request of spl-run, if there is one, and ends the process; call it
/// first in main. If spl-run started this program as a worker, the environment
/// variable SPL_WORKER has the request; otherwise the function returns at once.
/// The process ends with status 0 once the answer is in place, 1 if it could
/// not be written and 2 if the request is malformed.
///
/// The process ends without destructors of static objects and without atexit
/// functions; only C's streams (and what is synchronised with them, as
/// std::cout is by default) are flushed. It also ends when its parent ends.
/// SPL_WORKER is removed, so that child processes of the workload are no
/// workers.
void answer_request_if_asked();

/// Fails the run that answer_request_if_asked measures, and ends the process:
/// for adapters of test frameworks that cannot go on after a failed assertion
/// while they execute no test. `failure` is the end of a sentence that begins
/// with the performance. The first of several threads counts. A process that
/// the workload forked ends without an answer. Returns if no run is measured.
void fail_run(const std::string& failure);

}  // namespace spl::workload
