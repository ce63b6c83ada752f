#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace spl::statistics {

/// The observations of one run, in order. They never change, and copies share
/// them, so that reports and decisions hold the same observations.
class Run {
 public:
  using value_type = double;
  using const_iterator = std::vector<double>::const_iterator;
  using iterator = const_iterator;

  Run(std::initializer_list<double> observations)
      : Run(std::vector<double>(observations)) {}
  Run(std::vector<double> observations)
      : observations_(std::make_shared<const std::vector<double>>(
            std::move(observations))) {}

  [[nodiscard]] const_iterator begin() const { return observations_->begin(); }
  [[nodiscard]] const_iterator end() const { return observations_->end(); }
  [[nodiscard]] const double* data() const { return observations_->data(); }
  [[nodiscard]] std::size_t size() const { return observations_->size(); }
  [[nodiscard]] bool empty() const { return observations_->empty(); }
  [[nodiscard]] double front() const { return observations_->front(); }
  [[nodiscard]] double operator[](std::size_t position) const {
    return (*observations_)[position];
  }

  friend bool operator==(const Run& left, const Run& right) {
    return *left.observations_ == *right.observations_;
  }

 private:
  std::shared_ptr<const std::vector<double>> observations_;
};

using Runs = std::vector<Run>;

}  // namespace spl::statistics
