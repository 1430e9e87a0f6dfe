"""Lets one process work for half an hour, and another, and so on: results stay right, and what a process has stays flat.

usage: run.py --hours H --out FOLDER [--leg SECONDS] [--seed N] [--build BUILD] [--llvm N] [--plot FILE]

A leg is a run of Inputs/resident.cpp with an LLVM, an optimization level, a number of workers, stress of the runtime
and pressure on the memory of the machine, all drawn from the seed and the number of the leg. What it prints goes to
FOLDER/legs.jsonl, one line for each leg, when the leg ends; a leg that is cut off does not count and is done again. So
a run may be stopped at any time, and the next one goes on with the next leg, until FOLDER has H hours in all.

A leg passes if the process ends with 0, and if from the tenth minute on it never has more than 1.1 times the memory or
mappings that it had at most in the first half of that time, plus 4 MB or 64 mappings, nor more descriptors.
"""

import argparse
import dataclasses
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WARM_UP = 600  # seconds
MOST = {"resident_kb": (1.1, 4096), "mappings": (1.1, 64), "descriptors": (1.0, 0)}


@dataclasses.dataclass
class Setting:
    """What a leg runs with. Equal for equal seeds and numbers."""

    number: int
    seed: int
    llvm: str
    level: str
    workers: int
    stress: str
    pressure_mb: int

    @classmethod
    def draw(cls, seed, number, llvms):
        chance = random.Random(f"{seed} {number}")
        stress = [word for word in ("always-steal", "delays", "signals") if chance.random() < 0.4]
        return cls(
            number,
            chance.randrange(1 << 32),
            chance.choice(llvms),
            chance.choice(["-O0", "-O1", "-O2", "-O3"]),
            chance.choice([1, 2, 2, 3, 4, 8, 16, 64]),
            ",".join(stress),
            chance.choice([0, 0, 500, 2000]),
        )


def build(setting, options):
    program = options.out / f"resident-{setting.llvm}{setting.level}"
    compiler = [options.build / "bin" / "tussah-clang++", f"--tussah-clang=/usr/bin/clang-{setting.llvm}"]
    flags = [setting.level, "-g1", "-std=c++17", "-ftussah-target=native", "-pthread"]
    subprocess.run([*compiler, *flags, HERE / "Inputs" / "resident.cpp", "-o", program], check=True)
    return program


class Pressure:
    """A process that takes memory and gives it back, over and over."""

    PROGRAM = (
        "import random, sys, time\n"
        "while True:\n"
        "    taken = bytearray(random.randrange(int(sys.argv[1]) << 20))\n"
        "    taken[::4096] = b'x' * len(taken[::4096])\n"
        "    time.sleep(random.random())\n"
        "    del taken\n"
        "    time.sleep(random.random() / 4)\n"
    )

    def __init__(self, megabytes):
        command = [sys.executable, "-c", self.PROGRAM, str(megabytes)]
        self.process = subprocess.Popen(command) if megabytes else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process:
            self.process.kill()
            self.process.wait()


def wrong(samples, code):
    """Returns what is wrong with a leg, or nothing."""
    if code != 0:
        return f"exit code {code}"
    late = [sample for sample in samples if sample["seconds"] >= WARM_UP]
    first, second = late[: len(late) // 2], late[len(late) // 2 :]
    for what, (factor, more) in MOST.items():
        if first and (now := max(each[what] for each in second)) > (
            limit := factor * max(each[what] for each in first) + more
        ):
            return f"{what} grows: {now}, more than {limit:.0f}"
    return ""


def run_leg(setting, seconds, options):
    """Returns the record of a leg."""
    program = build(setting, options)
    environment = {**os.environ, "CILK_NWORKERS": str(setting.workers), "TUSSAH_STRESS": setting.stress}
    command = [program, str(seconds), str(setting.seed), str(max(1, seconds / 180))]
    began = time.time()
    with Pressure(setting.pressure_mb):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
        try:
            output, _ = process.communicate(timeout=1.5 * seconds + 300)
        except subprocess.TimeoutExpired:
            # Its core file, if there is one, shows where it hangs.
            process.send_signal(signal.SIGABRT)
            output, _ = process.communicate()
            output += "it hangs\n"
        except BaseException:
            process.kill()
            raise
    lines = output.splitlines()
    samples = [json.loads(line) for line in lines if line.startswith("{")]
    said = [line for line in lines if not line.startswith("{")]
    failure = wrong(samples, process.returncode)
    return {
        **dataclasses.asdict(setting),
        "seconds": round(time.time() - began, 1),
        "failure": failure,
        "said": said,
        "samples": samples,
    }


def read(out):
    file = out / "legs.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def summary(legs):
    hours = sum(leg["seconds"] for leg in legs) / 3600
    rounds = sum(leg["samples"][-1]["rounds"] for leg in legs if leg["samples"])
    failed = [leg for leg in legs if leg["failure"]]
    lines = [f"{hours:.2f} hours, {len(legs)} legs, {rounds} rounds, {len(failed)} failures"]
    lines += [f"leg {leg['number']}: {leg['failure']} {' '.join(leg['said'])}".rstrip() for leg in failed]
    return "\n".join(lines)


def plot(legs, file):
    """Draws the memory of each leg over time."""
    sys.path.insert(0, str(ROOT / "benchmarks" / "plotting"))
    import render  # pylint: disable=import-outside-toplevel

    rows = [
        {
            "leg": leg["number"],
            "minutes": sample["seconds"] / 60,
            "megabytes": sample["resident_kb"] / 1024,
        }
        for leg in legs
        for sample in leg["samples"]
    ]
    hours = sum(leg["seconds"] for leg in legs) / 3600
    spec = {
        "title": render.title(f"Memory stays flat: {len(legs)} processes in {hours:.1f} hours", 640),
        "width": 640,
        "height": 260,
        "data": {"values": rows},
        "mark": {"type": "line", "strokeWidth": 1, "opacity": 0.7},
        "encoding": {
            "x": {"field": "minutes", "type": "quantitative", "title": "minutes since the process began"},
            "y": {"field": "megabytes", "type": "quantitative", "title": "resident memory, MB", "scale": {"zero": True}},
            "detail": {"field": "leg"},
        },
    }
    file.write_text(render.svg(spec))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hours", type=float, default=2, help="in all, with those that --out has already")
    parser.add_argument("--leg", type=float, default=1800, help="seconds of a process")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--llvm", action="append", help="22 and 19, if not given")
    parser.add_argument("--plot", type=Path, help="write the plot of all legs there")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    legs = read(options.out)
    while sum(leg["seconds"] for leg in legs) < options.hours * 3600:
        setting = Setting.draw(options.seed, len(legs) + 1, options.llvm or ["22", "19"])
        print(setting, flush=True)
        left = options.hours * 3600 - sum(leg["seconds"] for leg in legs)
        legs.append(run_leg(setting, min(options.leg, max(left, 1)), options))
        with open(options.out / "legs.jsonl", "a", encoding="utf-8") as file:
            print(json.dumps(legs[-1]), file=file)
        print(legs[-1]["failure"] or "right", flush=True)
    print(summary(legs))
    if options.plot:
        plot(legs, options.plot)
    return any(leg["failure"] for leg in legs)


if __name__ == "__main__":
    sys.exit(main())
