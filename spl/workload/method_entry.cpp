#include "spl/workload/method_entry.hpp"

namespace spl::workload {
namespace {

/// Returns "(int, int)" for std::tuple<int, int>.
std::string tuple_name(const TypeOf& tuple) {
  const std::string name = type_name(tuple);
  const std::size_t begin = name.find('<') + 1;
  return '(' + name.substr(begin, name.rfind('>') - begin) + ')';
}

}  // namespace

std::string misfit_of_generator(const TypeOf& taken, const Maker& generator) {
  if (generator.product() == taken) return "";
  return "takes " + tuple_name(taken) + ", but its generator " +
         generator.name() + " makes " + tuple_name(generator.product());
}

std::string misfit_of_factory(const TypeOf& taken, const Maker& factory) {
  if (factory.product() == taken) return "";
  return "takes " + type_name(taken) + " as its instance, but its factory " +
         factory.name() + " makes " + type_name(factory.product());
}

std::string lack_of_generator(const TypeOf& taken) {
  return "takes " + tuple_name(taken) + ", which needs a generator";
}

}  // namespace spl::workload
