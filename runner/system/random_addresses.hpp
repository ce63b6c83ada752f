#pragma once

namespace spl::runner {

/// From now on what this process executes gets its address space drawn anew,
/// as far as the machine does that, although this process may have been started
/// without (setarch -R, debuggers). False if that cannot be had. It is left as
/// it is where this process is built with the thread sanitizer, and so perhaps
/// what it executes: that needs fixed addresses.
[[nodiscard]] bool draw_addresses();

}  // namespace spl::runner
