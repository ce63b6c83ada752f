// The tests of this room read how relations were decided.
#include "tests/runner/sample_world.hpp"

namespace spl::runner {
namespace {

[[maybe_unused]] const bool kTellsDetails = SampleWorld::tells_details = true;

}  // namespace
}  // namespace spl::runner
