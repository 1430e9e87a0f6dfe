"""Makes a wheel of graph/python, which needs no Tussah: the library for graphs and the runtime are in it.

usage: graph_wheel.py [--build-dir FOLDER] [--out FOLDER]

The libraries are those of a build. They are called by ctypes, so one wheel is for each Python. Its tag says which
processor it is for, and the oldest C library: what the libraries in it ask for. Needs nothing but Python. The same
build makes the same wheel.
"""

import argparse
import base64
import hashlib
import re
import stat
import sys
import zipfile
from pathlib import Path

from wheel import ROOT, version, with_version

SOURCES = ROOT / "graph" / "python"
# By the number in the header of ELF.
MACHINES = {62: "x86_64", 183: "aarch64"}
# The minor version of glibc from which on systems have a libstdc++ with these symbols, by the rules for manylinux.
GLIBC_OF_LIBSTDCXX = {29: 34, 30: 35, 32: 38, 33: 39}
METADATA = """\
Metadata-Version: 2.4
Name: tussah-graph
Version: {version}
Summary: Parallel graph algorithms, on SciPy's arrays without copying
License-Expression: Apache-2.0 WITH LLVM-exception
License-File: LICENSE
Requires-Python: >=3.11
Requires-Dist: numpy>=1.24
Description-Content-Type: text/markdown
Classifier: Operating System :: POSIX :: Linux
Classifier: Typing :: Typed

{description}"""
WHEEL = """\
Wheel-Version: 1.0
Generator: tussah
Root-Is-Purelib: false
Tag: {tag}
"""


def newest(data, prefix, least):
    """The greatest N of the versions PREFIX.N of symbols that a library asks for."""
    found = re.findall(rb"\0" + re.escape(prefix) + rb"\.(\d+)(?:\.\d+)*(?=\0)", data)
    return max([least, *map(int, found)])


def tag_of(libraries):
    """The tag of a wheel with these libraries."""
    machines, glibc = set(), 17
    for path in libraries:
        data = path.read_bytes()
        if b"\0GLIBC_PRIVATE\0" in data:
            sys.exit(f"graph_wheel.py: error: {path} needs symbols that are private to one version of the C library")
        machines.add(int.from_bytes(data[18:20], "little"))
        glibc = max(glibc, newest(data, b"GLIBC_2", 17))
        needed = newest(data, b"GLIBCXX_3.4", 0)
        if needed > max(GLIBC_OF_LIBSTDCXX):
            sys.exit(f"graph_wheel.py: error: {path} needs GLIBCXX_3.4.{needed}; add which glibc that goes with")
        glibc = max(glibc, min(mine for has, mine in GLIBC_OF_LIBSTDCXX.items() if has >= needed) if needed > 19 else 17)
    [machine] = machines
    return f"py3-none-manylinux_2_{glibc}_{MACHINES[machine]}"


def contents(build):
    """Names and bytes of the package, and its tag."""
    libraries = [build / "graph" / "python" / "libtussah-graph-python.so", build / "lib" / "tussah" / "libtussah.so.0"]
    for path in libraries:
        if not path.is_file():
            sys.exit(f"graph_wheel.py: error: there is no {path}; build first, as 'make build' does")
    files = {}
    for path in sorted((SOURCES / "tussah_graph").iterdir()):
        if path.suffix in (".py", ".typed"):
            text = path.read_text(encoding="utf-8")
            files[f"tussah_graph/{path.name}"] = with_version(text).encode()
    for path in libraries:
        files[f"tussah_graph/{path.name}"] = path.read_bytes()
    return files, tag_of(libraries)


def write(out, files, tag):
    """Writes the wheel; returns its path."""
    info = f"tussah_graph-{version()}.dist-info"
    description = (SOURCES / "README.md").read_text(encoding="utf-8")
    files[f"{info}/METADATA"] = METADATA.format(version=version(), description=description).encode()
    files[f"{info}/WHEEL"] = WHEEL.format(tag=tag).encode()
    files[f"{info}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    path = out / f"tussah_graph-{version()}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | (0o755 if ".so" in name else 0o644)) << 16
            archive.writestr(entry, data)
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build-dir", type=Path, default=ROOT / "build")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "wheel")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for old in options.out.glob("tussah_graph-*.whl"):
        old.unlink()
    print(write(options.out, *contents(options.build_dir)))


if __name__ == "__main__":
    main()
