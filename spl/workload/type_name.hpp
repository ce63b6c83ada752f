#pragma once

#include <string>
#include <typeinfo>

namespace spl::workload {

/// Returns the type as people write it in C++.
[[nodiscard]] std::string type_name(const std::type_info& type);

}  // namespace spl::workload
