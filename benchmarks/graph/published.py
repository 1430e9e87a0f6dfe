"""What is printed in "Parallel Graph Traversals using Work-Stealing Frameworks for
Many-core Platforms" (Hiraishi, Yasugi, Umatani, Yuasa, Journal of Information Processing
20(1), 2012): its Tables 2 and 3, and what its text says of Figure 10. The other figures
have no numbers."""

from collections import namedtuple

MACHINE = "two Xeon X5650 (12 cores), Cilk 5.4.6, GCC 4.4.2"

# A row of Table 2: seconds of the programs of Figures 3 and 4, stages. And of Table 3,
# on twelve workers: overflowed vertices, allocations and the unused part of the arrays
# compared with the used one, for lists for a short time, for a long time, and Tascell.
Profile = namedtuple("Profile", "vertices edges stack limited stages lists")
Lists = namedtuple("Lists", "overflowed allocations overhead")
NONE = Lists(0, 0, 0.0)

RANDOM = Profile(
    4000000, 15999723, 1.11, 0.993, 1,
    {"short": Lists(350812, 136339, 0.17), "long": Lists(356145, 599, 0.0091),
     "backtrack": Lists(706505, 1183, 0.0047)},
)  # fmt: skip
HYPERCUBE = Profile(
    2097152, 44040192, 0.624, 0.597, 2,
    {"short": Lists(1024891, 437266, 0.28), "long": Lists(1025006, 1747, 0.023),
     "backtrack": Lists(1025064, 1724, 0.0091)},
)  # fmt: skip
TORUS = Profile(
    16000000, 64000000, 0.821, 0.985, 200,
    {"short": Lists(4019435, 2163449, 0.61), "long": Lists(4014040, 14397, 1.15),
     "backtrack": Lists(4012193, 12165, 0.82)},
)  # fmt: skip
BINTREE = Profile(
    16777215, 33554428, 0.344, 0.492, 0,
    {"short": NONE, "long": NONE, "backtrack": NONE},
)  # fmt: skip

# Figure 10, without a bound: the least sizes at which the stack overflows.
OVERFLOWS = {"hypercube": 19, "torus": 1024}
