"""Compiles a program for AArch64, lets an emulator run it, and prints what gdb shows where it
comes to leaf().

usage: emulated.py PROGRAM LIBRARIES SCRIPT -- COMPILER ARGUMENT...

LIBRARIES is lib/tussah, SCRIPT has show().
"""

import os
import subprocess
import sys
import tempfile
import time

ROOT = "/usr/aarch64-linux-gnu"


def main():
    program, libraries, script, _, *compiler = sys.argv[1:]
    subprocess.run([*compiler, "-o", program], check=True)
    with tempfile.TemporaryDirectory() as folder:
        socket = os.path.join(folder, "gdb")
        emulator = subprocess.Popen(
            ["qemu-aarch64-static", "-cpu", "cortex-a72", "-g", socket, "-L", ROOT, program],
            env={**os.environ, "CILK_NWORKERS": "2", "TUSSAH_STRESS": "always-steal"},
            stderr=subprocess.DEVNULL,
        )
        while not os.path.exists(socket) and emulator.poll() is None:
            time.sleep(0.05)
        commands = [
            f"set sysroot {ROOT}",
            f"set solib-search-path {libraries}/aarch64-linux-gnu",
            f"source {libraries}/libtussah.so.0-gdb.py",
            f"source {script}",
            f"target remote {socket}",
            "break leaf",
            "continue",
            "python show()",
            "kill",
        ]
        gdb = ["gdb-multiarch", "-nx", "-q", "-batch", *(part for command in commands for part in ("-ex", command))]
        code = subprocess.run([*gdb, program], check=False, stderr=subprocess.STDOUT).returncode
        emulator.kill()
        emulator.wait()
    sys.exit(code)


if __name__ == "__main__":
    main()
