#include "spl/workload/protocol.hpp"
