"""What others take for the same bytes: prints a name, its version and the median in microseconds, one peer a line.

usage: peers.py depth SAMPLES LEVELS WIDTH HEIGHT
       peers.py parse JSON
       peers.py routes EDGES COSTS QUERIES LANDMARKS
"""

import json
import platform
import statistics
import sys
import time

import numpy as np

REPETITIONS = 31


def report(name, version, work, items, repetitions):
    """Prints the median time of `work` over `repetitions` of the items, taken in turn."""
    spent = []
    for turn in range(repetitions):
        item = items[turn % len(items)]
        start = time.perf_counter()
        work(item)
        spent.append((time.perf_counter() - start) * 1e6)
    print(name, version, statistics.median(spent), flush=True)


def depth(samples, levels, width, height):
    """The 5th percentile by nearest rank of the usable samples of whole frames."""
    import cv2

    cv2.setNumThreads(1)
    size = int(width) * int(height)
    planes = np.fromfile(samples, np.uint16).reshape(-1, size)
    confidence = np.fromfile(levels, np.uint8).reshape(-1, size)
    frames = [(planes[i], confidence[i]) for i in range(len(planes))]

    def with_numpy(frame):
        plane, level = frame
        usable = plane[(level >= 1) & (plane >= 100) & (plane <= 5000)]
        if usable.size * 4 < plane.size:
            return None
        rank = (usable.size * 5 + 99) // 100 - 1
        return int(np.partition(usable, rank)[rank])

    def with_opencv(frame):
        plane, level = (part.reshape(int(height), int(width)) for part in frame)
        mask = cv2.compare(level, 1, cv2.CMP_GE)
        counts = cv2.calcHist([plane], [0], mask, [4901], [100, 5001]).ravel()
        total = np.cumsum(counts)
        if total[-1] * 4 < plane.size:
            return None
        return 100 + int(np.searchsorted(total, np.ceil(total[-1] * 0.05)))

    if any(with_numpy(frame) != with_opencv(frame) for frame in frames):
        print("the peers disagree", file=sys.stderr)
    report("numpy", np.__version__, with_numpy, frames, 4 * REPETITIONS)
    report("opencv", cv2.__version__, with_opencv, frames, 4 * REPETITIONS)


def parse(path):
    """A text of JSON, into Python's own values."""
    with open(path, "rb") as file:
        text = file.read()
    report("json-of-Python", platform.python_version(), json.loads, [text], REPETITIONS)


def routes(edges, costs, queries, landmarks):
    """The cheapest way, as a list of nodes, one query after the other."""
    import igraph
    import rustworkx
    import scipy.sparse
    import scipy.sparse.csgraph

    count = int(landmarks)
    ends = np.fromfile(edges, np.int32).reshape(-1, 2)
    cost = np.fromfile(costs, np.float64)
    asked = [tuple(int(end) for end in pair) for pair in np.fromfile(queries, np.int32).reshape(-1, 2)]
    both = np.concatenate([ends, ends[:, ::-1]])
    matrix = scipy.sparse.csr_matrix((np.concatenate([cost, cost]), (both[:, 0], both[:, 1])), shape=(count, count))

    def with_scipy(pair):
        _, before = scipy.sparse.csgraph.dijkstra(matrix, indices=pair[0], return_predecessors=True)
        way = [pair[1]]
        while way[-1] != pair[0]:
            way.append(before[way[-1]])
        return way

    report("scipy", scipy.__version__, with_scipy, asked, len(asked))
    graph = igraph.Graph(n=count, edges=ends.tolist())
    graph.es["cost"] = cost.tolist()
    report(
        "igraph",
        igraph.__version__,
        lambda pair: graph.get_shortest_path(*pair, weights="cost"),
        asked,
        len(asked),
    )
    del graph
    other = rustworkx.PyGraph()
    other.add_nodes_from(range(count))
    other.add_edges_from([(int(a), int(b), float(c)) for (a, b), c in zip(ends, cost)])
    report(
        "rustworkx",
        rustworkx.__version__,
        lambda pair: rustworkx.dijkstra_shortest_paths(other, *pair, weight_fn=float),
        asked,
        len(asked),
    )


if __name__ == "__main__":
    {"depth": depth, "parse": parse, "routes": routes}[sys.argv[1]](*sys.argv[2:])
