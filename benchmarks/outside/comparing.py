"""Whether a run of a program did what its serial elision did."""

import dataclasses
import subprocess

import steps


@dataclasses.dataclass(frozen=True)
class Run:
    """How a run ended, where its output is, and how many workers it had: 0 for the
    elision."""

    workers: int
    outcome: steps.Outcome
    output: object

    def normalized(self, program):
        """What of the output is compared, line by line."""
        text = self.output.read_bytes().decode("utf-8", "replace")
        lines = [
            line for line in text.splitlines() if not any(d.search(line) for d in program.drops)
        ]
        for mask in program.masks:
            lines = [mask.sub("#", line) for line in lines]
        return sorted(lines) if program.sort else lines


def fault_of_end(program, run):
    """Why the end of a run is not that of a right one, or None."""
    if run.outcome.hangs:
        return str(run.outcome)
    return None if run.outcome.code == program.exit else str(run.outcome)


def fault(program, run, elision, folder, environment):
    """Why the run is wrong, or None. `elision` is the elision's run."""
    return fault_of_end(program, run) or (
        fault_by_check(program, run, elision, folder, environment)
        if program.check
        else first_difference(run.normalized(program), elision.normalized(program))
    )


def fault_by_check(program, run, elision, folder, environment):
    """What the user's own command says about the output."""
    with open(run.output, "rb") as output:
        try:
            result = subprocess.run(
                ["/bin/bash", "-c", program.check],
                cwd=folder,
                env={**environment, "ELISION": str(elision.output)},
                stdin=output,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=program.run_seconds,
            )
        except subprocess.TimeoutExpired:
            return "the check did not end"
    if result.returncode == 0:
        return None
    said = result.stdout.decode("utf-8", "replace").strip().splitlines()
    return f"the check says: {said[0]}" if said else "the check fails"


def first_difference(lines, expected):
    if lines == expected:
        return None
    for number, (line, wanted) in enumerate(zip(lines, expected), 1):
        if line != wanted:
            return f"line {number} is '{line[:60]}', not '{wanted[:60]}'"
    return f"{len(lines)} lines of output, not {len(expected)}"
