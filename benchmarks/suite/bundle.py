"""Makes a bundle: one file that measures the programs on another machine, which needs no
compiler, no network and no Python. It has the programs, built for processors of several
levels; the suite, and the Python that runs it; the libraries of what is not linked
statically; and a script."""

import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
from modulefinder import ModuleFinder
from pathlib import Path

import programs
from building import Builder
from bundled import LEVELS, LIBRARIES, MANIFEST, REGISTRY, description, start
from errors import UserError
from summary import counted
from systems import QUICK, processor_of

# The systems of a bundle, if nobody says which: those whose programs are files that run alone.
SYSTEMS = (*QUICK, "openmp-by-hand", "onetbb-by-hand", "go", "rayon")
# The best one first.
DEFAULT_LEVELS = ("x86-64-v3", "x86-64")
# How many bytes a bundle may have.
MOST = 60_000_000
KINDS = {".tar.xz": "w:xz", ".tar.gz": "w:gz", ".tar": "w"}
STATIC = ["-static", "-s"]
NAME = "tussah-bench"
# What Python needs to start, whatever it runs.
START = ("abc", "codecs", "encodings", "io", "os", "stat", "posixpath", "genericpath", "_collections_abc", "site")
# What modules import that the suite uses, in functions that it does not call: windows, networks
# and debuggers.
UNUSED = ("_ctypes", "_curses", "_hashlib", "_ssl", "_tkinter", "asyncio", "ctypes", "doctest", "email", "http",
          "lib2to3", "multiprocessing", "pdb", "pydoc", "pydoc_data", "readline", "sqlite3", "ssl", "tkinter",
          "unittest", "urllib.request", "xml")  # fmt: skip

SCRIPT = """#!/bin/sh
# Measures programs with Cilk's keywords on this machine, which needs neither a compiler nor
# a network:
#     {name}/run.sh [--quick] [--minutes N] [--workers 1,2,...] [--out DIR]
# --help says what else there is.
case $0 in */*) here=${{0%/*}} ;; *) here=. ;; esac
here=$(cd "$here" && pwd -P) || exit 2
case $here in *:*) echo "move the bundle into a folder without ':' in its path" >&2; exit 2 ;; esac
unset PYTHONPATH
PYTHONHOME=$here/python
export PYTHONHOME
exec {python} -B -S -s "$here/benchmarks/suite/__main__.py" --bundled "$here" "$@"
"""


def make(workload, chosen_programs, chosen_systems, file):
    """Makes the bundle `file`. Returns the exit code."""
    kind = next((kind for ending, kind in KINDS.items() if file.name.endswith(ending)), None)
    if not kind:
        raise UserError(f"--bundle must be the name of a file that ends with {', '.join(KINDS)}, not '{file}'")
    if not file.resolve().parent.is_dir():
        raise UserError(f"no folder '{file.resolve().parent}' for the bundle")
    levels = levels_of(workload)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, NAME)
        folder.mkdir()
        contents = Contents(folder)
        commands = {level: build(workload, levels[level]["flags"], chosen_programs, chosen_systems,
                                 contents, Path(scratch, "build", level), Path("bin", level))
                    for level in levels}  # fmt: skip
        serial = [commands[level]["serial"] for level in levels]
        built = [p for p in chosen_programs if not any("missing" in row.get(p.name, {"missing": ""}) for row in serial)]
        if not built:
            raise UserError(f"no program can be built: {next(iter(serial[0].values()))['missing']}")
        tools = workload.tools(workload.flags())
        identity = workload.identity(tools, chosen_systems, Path(scratch))
        manifest = {"made": time.strftime("%Y-%m-%d"), "levels": levels, **identity,
                    "programs": [program.name for program in built],
                    "systems": {system.name: description(system) for system in chosen_systems},
                    "commands": commands}  # fmt: skip
        (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
        add_suite(folder)
        if workload.settings().get("registry"):
            add_registry(folder, workload.options.registry, built)
        add_python(contents)
        pack(folder, file, kind)
    say_what_is_missing(commands[next(iter(levels))])
    print(f"{file}: {file.stat().st_size / 1e6:.1f} MB, {counted(len(built), 'program')} for {', '.join(levels)}; "
          f"unpack it where it is to measure, and start {NAME}/run.sh")  # fmt: skip
    return 0


def levels_of(workload):
    """Returns the flags of the programs by level, and what a processor must have for them."""
    if workload.options.flags is None:
        return {name: {"flags": ["-O3", f"-march={name}"], "needs": LEVELS[name]} for name in DEFAULT_LEVELS}
    flags = workload.flags()
    name = processor_of(flags)
    if name not in LEVELS:
        raise UserError(f"a bundle is for other machines, so that --flags can have -march= with one of {', '.join(LEVELS)}, not '{name}'")
    return {name: {"flags": flags, "needs": LEVELS[name]}}


class Contents:
    """What is copied into a bundle."""

    def __init__(self, folder):
        self.folder = folder
        self.entries = {}

    def add_program(self, command, path):
        """Copies a program to that path in the bundle, and all libraries that it needs.
        Returns what the manifest says of it."""
        program, *arguments = command
        if program not in self.entries:
            self.copy(program, path)
            self.entries[program] = {"file": str(path), "loader": self.add_libraries(program)}
        return {**self.entries[program], "arguments": arguments}

    def add_libraries(self, file):
        """Copies the libraries of a file, and returns the name of what loads them, if it is
        not static."""
        result = subprocess.run(["ldd", str(file)], capture_output=True, text=True)
        loader = None
        for line in result.stdout.splitlines():
            found = re.match(r"\s+(?:\S+ => )?(/\S+) \(", line)
            if found:
                path = Path(found[1])
                # Others are known by another name than the file's.
                name = line.split()[0] if "=>" in line else path.name
                self.copy(path, Path(LIBRARIES, name))
                loader = loader if "=>" in line else path.name
            elif "not found" in line:
                raise UserError(f"'{file}' needs {line.split()[0]}, which is not there")
        return loader

    def copy(self, source, path):
        """Copies a file; another one must not be there."""
        target = self.folder / path
        if target.exists():
            if target.read_bytes() != Path(source).read_bytes():
                raise UserError(f"a bundle cannot have two libraries '{target.name}'; choose other --systems")
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


def build(workload, flags, chosen_programs, chosen_systems, contents, scratch, place):
    """Builds the programs, statically if that is possible, and copies them. Returns what the
    manifest says of them: by system and program."""
    static = Builder(scratch / "static", workload.tools([*flags, *STATIC]))
    shared = Builder(scratch / "shared", workload.tools(flags))
    found = {system.name: {} for system in chosen_systems}
    for program in chosen_programs:
        print(f"building {program.name} for {place.name}", flush=True)
        fitting = [system for system in chosen_systems if system.has(program)]
        commands = static.build(program, fitting)
        commands.update(shared.build(program, [s for s in fitting if s.name not in commands]))
        for system in fitting:
            command = commands.get(system.name)
            if command and not Path(command[0]).is_relative_to(scratch):
                # An interpreter, as Java.
                entry = {"missing": "its programs do not run alone"}
            elif command:
                entry = contents.add_program(command, place / system.name / program.name)
            else:
                entry = {"missing": shared.notes[program.name, system.name]}
            found[system.name][program.name] = entry
    return found


def say_what_is_missing(commands):
    grouped = {}
    for system, row in commands.items():
        for program, entry in row.items():
            if "missing" in entry:
                grouped.setdefault(f"{system}: {entry['missing']}", []).append(program)
    for note, names in grouped.items():
        print(f"  not in the bundle: {note} ({', '.join(names)})")


def add_suite(folder):
    """Copies what measures, and the sources of what is measured."""
    for source in (programs.BENCHMARKS, programs.INCLUDES):
        shutil.copytree(source, folder / source.name, ignore=shutil.ignore_patterns("__pycache__"))


def add_registry(folder, path, chosen):
    """Copies a list of programs, and the files that it names."""
    table = json.loads(path.read_text(encoding="utf-8"))
    entries = {}
    for program in chosen:
        # Other files of the same name are of other programs.
        entry = {**table[program.name], "source": copy_source(folder, program.source, program.name)}
        if program.library:
            library = copy_source(folder, Path(program.library["source"]), program.name)
            entry["library"] = {**program.library, "source": library}
        entries[program.name] = entry
    (folder / REGISTRY).write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


def copy_source(folder, source, name):
    """Copies a file or folder, and returns its path from the folder of the bundle."""
    path = Path("sources", name, source.name)
    if source.is_dir():
        shutil.copytree(source, folder / path, dirs_exist_ok=True)
    elif source.exists():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, folder / path)
    return str(path)


def add_python(contents):
    """Copies the Python that runs this, with all modules that the suite imports anywhere, and
    writes the script that starts it."""
    program = Path(sys.executable).resolve()
    entry = contents.add_program([str(program)], Path("python/bin/python3"))
    library = Path("python/lib", f"python{sys.version_info[0]}.{sys.version_info[1]}")
    for path, name in modules():
        contents.copy(path, library / name)
        if path.suffix == ".so":
            contents.add_libraries(path)
    # Python looks for this folder.
    (contents.folder / library / "lib-dynload").mkdir(exist_ok=True)
    command = " ".join(f'"{part}"' if part.startswith("$") else part for part in start("$here", entry))
    script = contents.folder / "run.sh"
    script.write_text(SCRIPT.format(name=NAME, python=command), encoding="utf-8")
    script.chmod(0o755)


def modules():
    """Returns the files of Python's own modules that the suite imports, and what they are
    called in Python's folder."""
    own = [Path(__file__).parent, programs.BENCHMARKS]
    standard = Path(sysconfig.get_path("stdlib"))
    finder = ModuleFinder([*map(str, own), *(path for path in sys.path if path)], excludes=UNUSED)
    finder.run_script(str(own[0] / "__main__.py"))
    for name in START:
        finder.import_hook(name)
    paths = {Path(module.__file__).resolve() for module in finder.modules.values() if module.__file__}
    paths.update((standard / "encodings").glob("*.py"))
    for path in sorted(paths):
        if path.is_relative_to(standard):
            yield path, path.relative_to(standard)


def pack(folder, file, kind):
    """Makes one file of the folder, if it is small enough."""
    new = file.with_name(file.name + ".new")
    try:
        options = {"preset": 9} if kind.endswith("xz") else {}
        with tarfile.open(new, kind, **options) as archive:
            archive.add(folder, folder.name)
        size = new.stat().st_size
        if size > MOST and kind != "w":
            raise UserError(f"the bundle would have {size / 1e6:.0f} MB, and may have {MOST / 1e6:.0f}; choose --programs or --systems")
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)
