"""Runs a command while other processes keep all processors busy."""

import os
import subprocess
import sys

work = [sys.executable, "-c", "while True: pass"]
others = [subprocess.Popen(work) for _ in range(os.cpu_count())]
try:
    code = subprocess.run(sys.argv[1:]).returncode
finally:
    for other in others:
        other.kill()
sys.exit(code)
