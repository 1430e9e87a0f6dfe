"""Checks on which terminals commands write escape sequences. Writes count.c into the current folder.

usage: terminal.py TUSSAH
"""

import os
import pty
import subprocess
import sys
from pathlib import Path

ESCAPE = b"\x1b"
Path("count.c").write_text(
    "#include <cilk/cilk.h>\nint main(void) {\n  int n = 0;\n  cilk_for (int i = 0; i < 9; ++i) ++n;\n}\n"
)


def on_terminal(command, **variables):
    """Returns what the command writes on a terminal."""
    environment = {**os.environ, "TERM": "xterm", **variables}
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(command[0], command, environment)
    said = b""
    try:
        while part := os.read(terminal, 1 << 16):
            said += part
    except OSError:  # the child has ended
        pass
    os.waitpid(child, 0)
    return said


os.environ.pop("NO_COLOR", None)
race = [sys.argv[1], "race", "-w", "count.c"]
assert ESCAPE in on_terminal(race)
measure = [sys.argv[1], "scale", "--measure", "--runs", "1", "--workers", "1", "-w", "count.c"]
assert ESCAPE in on_terminal(measure)
for command in (
    race,
    measure,
    [sys.argv[1], "scale", "-w", "count.c"],
    [sys.argv[1], "predict", "--workers=2", "-w", "count.c"],
    [sys.argv[1], "trace", "-w", "count.c"],
    [sys.argv[1], "doctor"],
    [sys.argv[1], "graph", "stats", "nonesuch.el"],
    [sys.argv[1], "bench", "--list"],
    [sys.argv[1], "job", "--status", "nonesuch"],
):
    said = on_terminal(command, TERM="dumb")
    assert said and ESCAPE not in said, (command, said)
    said = on_terminal(command, NO_COLOR="1").replace(b"\x1b[K", b"")
    assert said and ESCAPE not in said, (command, said)
    said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
    assert ESCAPE not in said and b"\r" not in said, (command, said)
