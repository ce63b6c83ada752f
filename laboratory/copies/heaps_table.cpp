// A table that no workload uses, made when the program starts.
#include <string>
#include <vector>

std::vector<std::string>& heaps_names() {
  static std::vector<std::string> all;
  return all;
}

static const bool kFilled =
    (heaps_names() = {"north", "south-east by south",
                      "a name that is longer than fifteen characters", "west"},
     true);
