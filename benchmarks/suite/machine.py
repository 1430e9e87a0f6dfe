"""Facts about the machine and the compilers, which a result means little without."""

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path


def read(path, pattern, default=""):
    """Returns the first group of `pattern` in a file, if both exist."""
    try:
        match = re.search(pattern, Path(path).read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        return default
    return match[1].strip() if match else default


def first_line(*command):
    """Returns the first line that a command prints, or nothing if it fails."""
    if not shutil.which(command[0]):
        return ""
    result = subprocess.run(command, capture_output=True, text=True, errors="replace")
    lines = (result.stdout or result.stderr).splitlines()
    return lines[0] if result.returncode == 0 and lines else ""


def cores():
    """Returns how many cores the processors are of, and in how many sockets, as far as the system
    tells; those of a core share its units."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return ""
    sockets = re.findall(r"^physical id\s*: (\d+)$", text, re.MULTILINE)
    numbers = re.findall(r"^core id\s*: (\d+)$", text, re.MULTILINE)
    found = len({*zip(sockets, numbers)})
    return f"{found}, sockets: {len({*sockets})}" if found and len(sockets) == len(numbers) else ""


def facts():
    """Returns what stays the same while the machine runs, by name."""
    memory = int(read("/proc/meminfo", r"^MemTotal: +(\d+)", "0"))
    virtual = read("/proc/cpuinfo", r"^flags.*\b(hypervisor)\b")
    governor = read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", r"(\w+)")
    result = {
        "processor": read("/proc/cpuinfo", r"^model name\s*: (.*)$", platform.machine()),
        "processors": str(len(os.sched_getaffinity(0))),
        "memory": f"{memory / 2**20:.0f} GiB",
        "system": read("/etc/os-release", r'^PRETTY_NAME="?([^"\n]*)', platform.system()),
        "kernel": platform.release(),
        "virtual machine": "yes" if virtual else "no",
    }
    return {**result, **{name: value for name, value in (("cores", cores()), ("frequency governor", governor)) if value}}


def versions(tools, others):
    """Returns what the compilers say of themselves, by name. `others` are the commands of
    further systems, by name."""
    tussah = str(tools.installation / "bin" / "tussah")
    result = {
        "tussah": first_line(tussah, "--version"),
        "clang": first_line(tools.clang, "--version"),
        "gcc": first_line("gcc", "--version"),
        "go": first_line("go", "version"),
        "rust": first_line("rustc", "--version"),
        "java": first_line("java", "-version"),
        **{f"system {name}": first_line(*command, "--version") for name, command in others.items()},
    }
    return {name: version for name, version in result.items() if version}
