"""The examples that are fully strict need, on P workers, at most P times the closures that
they need on one (section 6 of the paper). Runs them in the present folder."""

import json
import subprocess


def space(command, workers):
    run = subprocess.run(
        ["./" + command[0], *command[1:], "--workers", str(workers), "--stats=json"],
        capture_output=True,
        text=True,
        check=True,
    )
    line = next(line for line in run.stderr.splitlines() if line.startswith("{"))
    return json.loads(line)["space"]


for command in ("fib 18", "queens 8 0", "pfold 3 3 3 9 0", "knary 4 6 1 0"):
    one = space(command.split(), 1)
    assert one > 10, f"{command}: {one} closures"
    for workers in (2, 3, 8):
        most = space(command.split(), workers)
        assert most <= workers * one, f"{command}, {workers} workers: {most}, one: {one}"
