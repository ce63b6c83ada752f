#pragma once

namespace spl::runner {

/// Turns random addresses on for programs that this process executes, as far as
/// the machine has them: this process may have been started without (setarch
/// -R, debuggers). Returns false if that fails. Changes nothing if this process
/// is built with the thread sanitizer, which needs fixed addresses: the
/// executed programs may be, too.
[[nodiscard]] bool draw_addresses();

}  // namespace spl::runner
