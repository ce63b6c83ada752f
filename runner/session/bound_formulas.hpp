#pragma once

#include <functional>

#include "runner/formulas/suite.hpp"
#include "runner/session/origin.hpp"
#include "runner/session/session.hpp"
#include "runner/settings/exit_status.hpp"

namespace spl::runner {

/// What a command takes formulas for.
enum class Binding {
  kCheck,    ///< Their names: nothing is built or measured.
  kList,     ///< Likewise, and without formulas for all workloads.
  kPlan,     ///< A plan; without formulas for all that a data file holds.
  kEvaluate  ///< Their verdicts.
};

/// Goes on with formulas without mistakes and what they are held against.
using WithFormulas = std::function<ExitStatus(Suite suite, const Origin& origin,
                                              const Session& session)>;

/// Reads the formulas of the call, builds and asks what they name as far as
/// the binding needs it, and binds them. Reports their mistakes, if there are
/// some, in place of going on.
[[nodiscard]] ExitStatus bind_formulas(const Session& session, Binding binding,
                                       const WithFormulas& go_on);

}  // namespace spl::runner
