#pragma once

namespace spl::workload {

/// To be called first in main. Returns at once unless spl-run has started this
/// program as a worker, which the environment variable SPL_WORKER tells; else
/// answers the request and ends the process, with status 0 once the answer is
/// in place, 1 if it could not be written and 2 if the request is not one.
///
/// The process ends without destructors of static objects and without atexit
/// functions; only C's streams (and what is synchronised with them, as
/// std::cout is by default) are flushed. It ends, too, when its parent does.
/// SPL_WORKER is removed, so that the workload's own children are no workers.
void answer_request_if_asked();

}  // namespace spl::workload
