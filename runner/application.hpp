#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "runner/evaluation.hpp"
#include "runner/invocation.hpp"
#include "runner/launcher.hpp"
#include "runner/revisions.hpp"

namespace spl::runner {

/// The world that spl-run works in; main has the real one, tests script it.
/// Everything referred to outlives the call.
struct World {
  Launcher& launcher;
  Clock& clock;
  Environment environment;
  Context context;  ///< Host, processors, time; a seed for want of a given one.
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  std::ostream& out;
  std::ostream& err;
  OpenRepository open_repository = runner::open_repository;
  MakeBuilder make_builder = {};  ///< Needed where revisions are measured.
  /// The program itself, which holds the workload of --self-test.
  std::string self = {};
  MakeLayouts make_layouts = {};  ///< Without it programs have one layout.
};

/// What spl-run does; returns its exit status. Arguments without the program's
/// name.
[[nodiscard]] int run_application(const std::vector<std::string>& arguments,
                                  const World& world);

}  // namespace spl::runner
