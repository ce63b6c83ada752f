#pragma once

#include <cstddef>
#include <string>

namespace CLI {
class App;
}

namespace spl::runner {

/// Writes the options of an application by topic, in lines of at most `width`
/// columns. Options whose group is no topic are left out.
[[nodiscard]] std::string help_text(const CLI::App& app, std::size_t width);

}  // namespace spl::runner
