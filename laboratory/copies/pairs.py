"""Which copies are compared."""

import dataclasses
import random

KERNELS = ("count", "sum", "mix", "search", "fill",
           "lookup", "sort", "print", "walk", "interpret")
COPIES = 20


@dataclasses.dataclass(frozen=True)
class Pair:
    kernel: str
    left: str
    right: str  # "slowed" is the copy with 5 % more work.

    @property
    def slowed(self):
        return self.right == "slowed"

    @property
    def names(self):
        return f"{self.kernel}_{self.left}", f"{self.kernel}_{self.right}"

    @property
    def formula(self):
        left, right = self.names
        return f"{left}() = {right}()"


def pairs(seed, count):
    """Pairs of equal copies, kernels in turns; fewer are a beginning of more."""
    draw = random.Random(f"equal {seed}")
    return [Pair(kernel_of(i), *map(str, draw.sample(range(COPIES), 2)))
            for i in range(count)]


def slowed_pairs(seed, count):
    """Pairs of a copy and the slowed one."""
    draw = random.Random(f"slowed {seed}")
    return [Pair(kernel_of(i), str(draw.randrange(COPIES)), "slowed")
            for i in range(count)]


def kernel_of(index):
    return KERNELS[index % len(KERNELS)]
