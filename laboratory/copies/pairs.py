"""Which copies are compared."""

import dataclasses
import random

KERNELS = ("count", "sum", "mix", "search", "fill",
           "lookup", "sort", "print", "walk", "interpret")
COPIES = 20
SLOWED = {"slowed": 5, "slowed_2": 2}


@dataclasses.dataclass(frozen=True)
class Pair:
    kernel: str
    left: str
    right: str  # A copy, or one of SLOWED.

    @property
    def slowed(self):
        """By how many per cent the right side does more."""
        return SLOWED.get(self.right, 0)

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


def slowed_pairs(seed, count, right="slowed"):
    """Pairs of a copy and a slowed one."""
    draw = random.Random(f"{right} {seed}")
    return [Pair(kernel_of(i), str(draw.randrange(COPIES)), right)
            for i in range(count)]


def kernel_of(index):
    return KERNELS[index % len(KERNELS)]
