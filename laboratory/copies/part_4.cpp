// A fifth of the copies; each fifth has another order.
#include "laboratory/copies/copy.hpp"

COPIES_FOUR(mix, 12, 13, 14, 15)
COPIES_FOUR(search, 12, 13, 14, 15)
COPIES_SLOWED(search)
COPIES_FOUR(sum, 12, 13, 14, 15)
COPIES_FOUR(fill, 12, 13, 14, 15)
COPIES_FOUR(count, 12, 13, 14, 15)
COPIES_FOUR(lookup, 12, 13, 14, 15)
COPIES_FOUR(interpret, 12, 13, 14, 15)
COPIES_FOUR(sort, 12, 13, 14, 15)
COPIES_FOUR(print, 12, 13, 14, 15)
COPIES_FOUR(walk, 12, 13, 14, 15)
COPIES_SLOWED(walk)
