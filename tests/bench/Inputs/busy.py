"""Runs a command while another process works all the time."""

import subprocess
import sys

# One is enough to disturb, and more would disturb the tests that run beside. It ends
# with its parent, even if that is killed.
WORK = "import os; parent = os.getppid()\nwhile os.getppid() == parent: pass"

other = subprocess.Popen([sys.executable, "-c", WORK])
try:
    code = subprocess.run(sys.argv[1:]).returncode
finally:
    other.kill()
    other.wait()
sys.exit(code)
