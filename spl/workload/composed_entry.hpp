#pragma once

#include <string>
#include <vector>

#include "spl/workload/entry.hpp"

namespace spl::workload {

/// A method with the generator and the factory of its arguments, under a name
/// of its own. Whatever else is registered under that name has precedence.
class ComposedEntry final : public Measurable {
 public:
  /// Takes the names of the parts, the method first. They outlive this object.
  ComposedEntry(std::string name, const Origin& origin,
                std::vector<std::string> parts);

  [[nodiscard]] const std::vector<std::string>& parts() const { return parts_; }

  void measure(Run& run, const Surroundings& surroundings) override;

 private:
  void describe(EntryFacts& facts) const override;

  const std::vector<std::string> parts_;
};

}  // namespace spl::workload
