#pragma once

#include <functional>

namespace spl::runner {

/// Takes the share of a piece of work that is done, from 0 to 1; may be empty.
using ReportShare = std::function<void(double share)>;

}  // namespace spl::runner
