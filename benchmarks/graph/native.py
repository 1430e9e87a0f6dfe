"""The programs of the GAP benchmark suite and of GBBS, in folders that the user names: a
peer here is a program that reads the graph itself, computes as often as it is told, and
prints how long each time took, and something of the result.

Of GAP's, the folder has bfs, cc, pr, sssp and tc, as its Makefile builds them. Of GBBS's,
it has benchmarks/BFS/NonDeterministicBFS/BFS_main and so on, as `bazel build` leaves them
in bazel-bin.

Both print less than a library returns: searches how many vertices they reach or how far
the farthest is; GAP verifies the rest itself. GAP's ranks are numbers of 32 bits, of which
it prints five, and they stop at a coarser tolerance, with which tussah is compared then.
GBBS prints no ranks, and its breadth-first search no distances.
"""

import os
import pathlib
import re
import subprocess

import graphs
import toolchain


class Native:
    """What both have in common. PROGRAMS has for each algorithm a program, its further
    arguments, and a function from what it prints to what is compared: a number where it
    prints one, otherwise None."""

    # What computes is a child, which has ended when a sample is taken.
    process = None
    tolerance = 1e-9

    def __init__(self, folder, stem, source):
        self.folder, self.stem, self.source = folder, stem, source
        self.able = [
            (self.name, algorithm, True)
            for algorithm, (program, _, _) in self.PROGRAMS.items()
            if (folder / program).exists()
        ]
        if not self.able:
            wanted = ", ".join(program for program, _, _ in self.PROGRAMS.values())
            toolchain.fail(f"{folder} has none of {wanted}; build {self.title} there")

    def compute(self, _, algorithm, times=1, threads=1):
        """Returns the least seconds of so many times, and the result. One more is done
        before, as others did it, too."""
        program, arguments, result = self.PROGRAMS[algorithm]
        command = [str(self.folder / program), *self.arguments(algorithm, times + 1), *arguments]
        command = [one.replace("SOURCE", str(self.source)) for one in command]
        if algorithm in self.FILE_LAST:
            command.append(self.file(algorithm))
        environment = {**os.environ, self.THREADS: str(threads)}
        process = subprocess.run(command, env=environment, text=True, capture_output=True)
        every = re.findall(self.TIME, process.stdout, re.MULTILINE)
        # Programs that find their graph wrong, or their result, only print that.
        if process.returncode != 0 or len(every) != times + 1 or "FAIL" in process.stdout:
            toolchain.fail(f"{' '.join(command)} failed: {process.stdout}{process.stderr}")
        return min(map(float, every[1:])), result(process.stdout)

    def close(self):
        pass


def numbers(*patterns):
    """Returns a function that finds what each pattern stands before, None where there is no
    pattern."""

    def find(text):
        found = [re.findall(one + r"(\d+)", text) if one else [None] for one in patterns]
        if not all(found):
            toolchain.fail(f"a program printed no result, but '{text}'")
        # The last is that of the last time.
        return [one[-1] and int(one[-1]) for one in found]

    return find


def ranks(text):
    """Returns the greatest ranks by vertex."""
    found = re.findall(r"^(\d+):([0-9.e+-]+)$", text, re.MULTILINE)
    return {int(vertex): float(rank) for vertex, rank in found}


def clusters(text):
    """Returns how many components GAP found, and how large the largest is."""
    count = re.search(r"^There are (\d+) components", text, re.MULTILINE)
    return [int(count[1]), max(map(int, re.findall(r"^\d+:(\d+)$", text, re.MULTILINE)))]


class Gap(Native):
    name, title, tolerance = "gap", "GAP", 1e-4
    THREADS, TIME = "OMP_NUM_THREADS", r"^Trial Time: +([0-9.]+)$"
    FILE_LAST = ()
    # The width of a step is tussah's own, the average weight.
    PROGRAMS = {
        "components": ("cc", (), clusters),
        "bfs": ("bfs", ("-r", "SOURCE", "-v"), numbers("BFS Tree has ")),
        "sssp": ("sssp", ("-r", "SOURCE", "-d", "128", "-v"), numbers("SSSP Tree reaches ")),
        "triangles": ("tc", (), numbers(r"(?m)^(?=\d+ triangles)")),
        "pagerank": ("pr", ("-i", "1000", "-t", "1e-4"), ranks),
    }

    def file(self, algorithm):
        return graphs.file_of(self.stem, algorithm)

    def arguments(self, algorithm, times):
        return ["-f", self.file(algorithm), "-n", str(times), "-a"]


class Gbbs(Native):
    name, title = "gbbs", "GBBS"
    THREADS, TIME = "PARLAY_NUM_THREADS", r"^### Running Time: ([0-9.e+-]+)$"
    CONNECTIVITY = "benchmarks/Connectivity/SimpleUnionAsync/Connectivity_main"
    FOREST = "benchmarks/MinimumSpanningForest/Boruvka/MinimumSpanningForest_main"
    STRONG = (
        "benchmarks/StronglyConnectedComponents/RandomGreedyBGSS16/StronglyConnectedComponents_main"
    )
    DELTA = "benchmarks/PositiveWeightSSSP/DeltaStepping/DeltaStepping_main"
    PROGRAMS = {
        "components": (CONNECTIVITY, ("-s", "-stats"), numbers("# n_cc = ", "largest_cc has size: ")),
        "bfs": (
            "benchmarks/BFS/NonDeterministicBFS/BFS_main",
            ("-s", "-src", "SOURCE"),
            numbers("Reachable: "),
        ),
        "triangles": (
            "benchmarks/TriangleCounting/ShunTangwongsan15/Triangle_main",
            ("-s",),
            numbers("Num triangles = "),
        ),
        "kcore": (
            "benchmarks/KCore/JulienneDBS17/KCore_main",
            ("-s",),
            numbers("k_{max} = "),
        ),
        "sssp": (
            DELTA,
            ("-s", "-w", "-src", "SOURCE", "-delta", "128"),
            numbers(None, None, "max_dist = "),
        ),
        "msf": (FOREST, ("-s", "-w"), numbers(None, "total weight = ")),
        "scc": (STRONG, ("-stats",), numbers("n_scc = ", "Largest StronglyConnectedComponents has ")),
    }
    FILE_LAST = tuple(PROGRAMS)

    def __init__(self, program, folder, stem, source):
        super().__init__(folder, stem, source)
        for path in {graphs.file_of(stem, algorithm) for _, algorithm, _ in self.able}:
            toolchain.run([program, "graph", "convert", path, "-o", self.adjacency(path)])

    @staticmethod
    def adjacency(path):
        return str(pathlib.Path(path).with_suffix("")) + f"{pathlib.Path(path).suffix}.adj"

    def file(self, algorithm):
        return self.adjacency(graphs.file_of(self.stem, algorithm))

    def arguments(self, _, times):
        return ["-rounds", str(times)]
