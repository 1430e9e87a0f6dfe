"""What the benchmarks share: the compilers that they compare, and statistics."""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def parser(description, rounds, limit=1.10):
    """An argument parser with the options that all benchmarks have, but for
    --limit where `limit` is None."""
    result = argparse.ArgumentParser(description=description)
    result.add_argument("--build-dir", type=pathlib.Path, default=ROOT / "build")
    result.add_argument("--llvm", default="22", help="version of clang to use")
    result.add_argument(
        "--rounds",
        type=count_of_rounds,
        default=rounds,
        help="alternating runs of each side",
    )
    if limit is not None:
        result.add_argument(
            "--limit",
            type=float,
            default=limit,
            help="largest ratio that is a success (exit code 0)",
        )
    return result


def count_of_rounds(text):
    """The number that --rounds has, which must be one."""
    if not text.isdecimal() or int(text) < 1:
        raise SystemExit(f"error: --rounds must be a number from 1, not '{text}'")
    return int(text)


def replace_generated(page, begin, text):
    """Returns a page of docs/ with what is between the line `begin`, a comment, and the
    next <!-- end --> replaced by a text of whole lines."""
    before, found, rest = page.partition(begin)
    _, end, after = rest.partition("<!-- end -->\n")
    assert found and end, f"no '{begin.strip()}' with an end"
    return before + begin + text + end + after


def add_only(parser):
    """The option for some parts of a benchmark, for chosen()."""
    parser.add_argument(
        "--only", action="append", help="the parts whose names begin so; may be repeated"
    )


def chosen(parser, options, parts):
    """Returns those of the parts, by name, that --only asks for: all without it."""
    wanted = tuple(options.only or [""])
    found = {name: part for name, part in parts.items() if name.startswith(wanted)}
    if not found:
        parser.error(f"nothing begins with {' or '.join(wanted)}; there is {', '.join(parts)}")
    return found


def compilers(options):
    """Returns the commands of the stock clang++ and of tussah-clang++ on it."""
    name = f"clang-{options.llvm}"
    stock = shutil.which(name) or f"/usr/lib/llvm-{options.llvm}/bin/clang"
    if not pathlib.Path(stock).exists():
        raise SystemExit(f"error: no {name}; install it or choose another --llvm")
    driver = options.build_dir / "bin" / "tussah-clang++"
    if not driver.exists():
        raise SystemExit(f"error: no {driver}; run 'make build'")
    include = ROOT / "include"
    return (
        [stock, "--driver-mode=g++", f"-I{include}"],
        [str(driver), f"--tussah-clang={stock}"],
    )


def fail(text):
    """Ends the program with an error."""
    raise SystemExit(f"error: {text}")


def read_toml(path):
    """Returns the tables of a file that a user wrote."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        fail(f"{path} cannot be read: {error.strerror}")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        fail(f"{path} is no TOML: {error}")


def expanded(text, values, where):
    """Replaces each {name} of a command, which `where` has, by its value."""

    def value(match):
        if match[1] not in values:
            fail(f"{where} has '{match[0]}', known are {', '.join(sorted(values))}")
        return str(values[match[1]])

    return re.sub(r"\{(\w+)\}", value, text)


def run(command, **options):
    """Runs a command, which must succeed."""
    result = subprocess.run(command, text=True, **options)
    if result.returncode != 0:
        raise SystemExit(f"error: exit code {result.returncode} of: {' '.join(command)}")
    return result


def build_example(options, output, libraries, sources, standard):
    """Builds a program that uses libtussah-NAME.a for each name in libraries, in the
    order in which they need each other, with the stock clang++ and -O3. Compiles as many
    sources at a time as there are processors."""
    stock, _ = compilers(options)
    folder = options.build_dir / "lib" / "tussah"
    archives = [folder / f"libtussah-{name}.a" for name in libraries]
    for archive in archives:
        if not archive.exists():
            raise SystemExit(f"error: no {archive}; run 'make build'")
    objects = {source: output.with_name(f"{output.name}.{source.stem}.o") for source in sources}

    def compile_one(source):
        run([*stock, f"-std={standard}", "-O3", "-c", str(source), "-o", str(objects[source])])

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compile_one, sources))
    command = [*stock, *map(str, objects.values()), "-o", str(output)]
    command += [*map(str, archives), "-pthread", f"-Wl,-rpath,{folder}"]
    png = "#include <png.h>"
    if any(png in source.read_text(encoding="utf-8") for source in sources):
        check = [*stock, "-fsyntax-only", "-x", "c++", "-"]
        if subprocess.run(check, input=png, text=True, capture_output=True).returncode == 0:
            command.append("-lpng")
    run(command)


def run_example(command):
    """Runs a program that says how long its work took. Returns that, in seconds, and
    what it wrote to the standard error."""
    process = subprocess.run(command, capture_output=True, text=True)
    if process.returncode != 0:
        raise SystemExit(f"error: {' '.join(command)} failed: {process.stderr.strip()}")
    time = re.search(r"^time ([0-9.]+) s$", process.stderr, re.MULTILINE)
    return float(time[1]), process.stderr


# How the programs of examples/backtrack and examples/cps run, in this order.
WAYS = {"serial": ["--serial"], "one": ["--workers", "1"], "two": ["--workers", "2"]}


def samples(program, rounds, *arguments, workers=1):
    """Runs a program that measures, on so many workers. It prints lines of a
    kind and the times of its two sides, in alternation. Returns the times of
    both sides by kind."""
    output = run(
        [program, str(rounds), *arguments],
        env={**os.environ, "CILK_NWORKERS": str(workers)},
        stdout=subprocess.PIPE,
    ).stdout
    times = collections.defaultdict(lambda: ([], []))
    for line in output.splitlines():
        kind, first, second = line.split()
        times[kind][0].append(float(first))
        times[kind][1].append(float(second))
    return times


def report(times, sides, unit, divisor, limit=None):
    """Prints the medians of what `samples` returned, and the ratios. Returns
    whether none is above the limit, if there is one."""
    worst = 0
    for kind, both in times.items():
        factor = ratio(both[1], both[0])
        worst = max(worst, factor)
        columns = "   ".join(
            f"{side} {statistics.median(side_times) / divisor:8.2f} {unit}"
            for side, side_times in zip(sides, both)
        )
        answer = f"  {verdict(factor, limit)}" if limit else ""
        print(f"  {kind:26} {columns}   ratio {factor:5.2f}{answer}")
    return not limit or worst <= limit


class QuietMachine:
    """Takes samples again that were taken while other processes, those of
    others or of the system, used more than 2 % of a processor. `own` returns
    what is not others'."""

    SHARE, ATTEMPTS, PAUSE = 0.02, 20, 0.5

    def __init__(self, own=None):
        self.own, self.disturbed = own or own_seconds, 0
        self.begin, self.stolen_before = time.monotonic(), stolen_seconds()

    def sample(self, measure):
        """Returns the result of `measure()`, which runs programs and waits for
        them. After 20 attempts it takes what it gets, and counts that."""
        for _ in range(self.ATTEMPTS):
            begin = time.monotonic()
            before = processor_seconds() - self.own()
            result = measure()
            # Both clocks are counted in ticks.
            tolerance = 2 / os.sysconf("SC_CLK_TCK")
            allowed = self.SHARE * (time.monotonic() - begin) + tolerance
            if processor_seconds() - self.own() - before <= allowed:
                return result
            time.sleep(self.PAUSE)
        self.disturbed += 1
        return result

    def report(self):
        if self.disturbed:
            print(f"  {self.disturbed} samples were disturbed by other processes")
        passed = (time.monotonic() - self.begin) * os.cpu_count()
        stolen = (stolen_seconds() - self.stolen_before) / passed
        if stolen > 0.01:
            print(f"  the hypervisor gave {stolen:.0%} of the processors to other machines")


def processor_seconds():
    """What all processors have worked since the machine was started."""
    with open("/proc/stat", encoding="ascii") as file:
        user, nice, system, _, _, interrupts, soft = map(int, file.readline().split()[1:8])
    return (user + nice + system + interrupts + soft) / os.sysconf("SC_CLK_TCK")


def stolen_seconds():
    """How long all processors were not there, though they were wanted."""
    with open("/proc/stat", encoding="ascii") as file:
        return int(file.readline().split()[8]) / os.sysconf("SC_CLK_TCK")


def own_seconds():
    """What this process and those that it has waited for have worked."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def running_seconds(process):
    """What a process has worked that was started by subprocess. As long as nobody has
    waited for it, the system does not count it as a child of this one; 0 behind that."""
    if process.returncode is not None:
        return 0
    # The clock of a process has this number in Linux: clock_getcpuclockid(3).
    return time.clock_gettime(~process.pid << 3 | 2)


def ratio(new, old):
    """The median of the ratios of samples that were taken one after the other:
    what else the machine does at the time slows down both."""
    return statistics.median(n / o for n, o in zip(new, old))


def verdict(ratio, limit):
    return "ok" if ratio <= limit else f"above the limit of {limit:.2f}"
