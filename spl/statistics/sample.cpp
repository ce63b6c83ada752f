#include "spl/statistics/sample.hpp"
