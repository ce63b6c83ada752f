// A fifth of the copies; each fifth has another order.
#include "laboratory/copies/copy.hpp"

COPIES_FOUR(interpret, 8, 9, 10, 11)
COPIES_FOUR(mix, 8, 9, 10, 11)
COPIES_SLOWED(mix)
COPIES_FOUR(search, 8, 9, 10, 11)
COPIES_FOUR(print, 8, 9, 10, 11)
COPIES_SLOWED(print)
COPIES_FOUR(sum, 8, 9, 10, 11)
COPIES_FOUR(sort, 8, 9, 10, 11)
COPIES_FOUR(walk, 8, 9, 10, 11)
COPIES_FOUR(count, 8, 9, 10, 11)
COPIES_FOUR(fill, 8, 9, 10, 11)
COPIES_FOUR(lookup, 8, 9, 10, 11)
