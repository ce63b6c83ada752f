"""Writes sorting.json: the processor time of three ways to sort 2000 numbers, in
fresh processes in turns, 20 observations in each of 20.

usage: sorting.py PATH
"""

import heapq
import json
import random
import subprocess
import sys
import time

NUMBERS, OBSERVATIONS, RUNS = 2000, 20, 20


def by_slice(numbers):
    copy = numbers[:]
    copy.sort()
    return copy


def by_heap(numbers):
    heap = numbers[:]
    heapq.heapify(heap)
    return [heapq.heappop(heap) for _ in numbers]


WAYS = {"sorted": sorted, "slice": by_slice, "heap": by_heap}


def run(way):
    """What a process observes, in ns."""
    result = []
    for _ in range(OBSERVATIONS):
        numbers = [random.random() for _ in range(NUMBERS)]
        begin = time.process_time_ns()
        WAYS[way](numbers)
        result.append(time.process_time_ns() - begin)
    return result


def main():
    runs = {way: [] for way in WAYS}
    for _ in range(RUNS):
        for way in random.sample(sorted(WAYS), len(WAYS)):
            output = subprocess.run([sys.executable, __file__, "--run", way],
                                    check=True, stdout=subprocess.PIPE).stdout
            runs[way].append(json.loads(output))
    ways = [f'    "{way}": {{ "runs": [\n      '
            + ",\n      ".join(map(str, runs[way])) + "] }" for way in WAYS]
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write('{ "schema": 1, "unit": "ns",\n  "performances": {\n'
                   + ",\n".join(ways) + " } }\n")


if sys.argv[1] == "--run":
    print(json.dumps(run(sys.argv[2])))
else:
    main()
