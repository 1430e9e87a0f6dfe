"""Checks that no jump out of sync regions leaves a variable that a child uses.

jumps.py FOLDER PROGRAMS

FOLDER has the generator. At a jump only the innermost region can still be synced
with: what the children of those around it in the iteration use must outlive them.
"""

import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import statements  # noqa: E402
from body import Body  # noqa: E402
from generator import generate  # noqa: E402
from state import FREE  # noqa: E402

jumps = 0
jump = Body.jump


def checked(self):
    global jumps
    before = len(self.lines)
    left = [
        v.name
        for v, use in self.state.uses.items()
        if use.state != FREE and self.where.loop_region < use.region < self.region
        if v.depth > self.region_depths[use.region]
    ]
    jump(self)
    if self.lines[-2:-1] and self.lines[-2].strip() in ("break;", "continue;"):
        jumps += 1
        if left:
            text = "\n".join(self.lines[before:])
            sys.exit(f"jumps.py: seed {seed}: a child uses {left} when this jumps:\n{text}")


Body.jump = checked
# With fewer, no region is between a jump and its loop and holds a block.
statements.DEEPEST_BLOCK = 7
for seed in range(1, int(sys.argv[2]) + 1):
    generate([seed], seed % 2 == 0)
print(f"{jumps} jumps")
