#pragma once

/// The header that programs with workloads include: SPL_WORKLOAD, SPL_METHOD,
/// SPL_FACTORY, SPL_GENERATOR, spl::values, spl::uniform and other generators,
/// spl::Controller, spl::Random, spl::keep and spl::clobber. A program with its
/// own main calls spl::workload::answer_request_if_asked() first; the library
/// spl::workload_main has a main that does so. C++17.

#include "spl/workload/controller.hpp"    // IWYU pragma: export
#include "spl/workload/generators.hpp"    // IWYU pragma: export
#include "spl/workload/keep.hpp"          // IWYU pragma: export
#include "spl/workload/parameters.hpp"    // IWYU pragma: export
#include "spl/workload/random.hpp"        // IWYU pragma: export
#include "spl/workload/registration.hpp"  // IWYU pragma: export
#include "spl/workload/worker.hpp"        // IWYU pragma: export
