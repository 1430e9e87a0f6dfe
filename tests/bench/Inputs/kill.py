"""Runs a command until it has printed that N samples are taken, and kills it."""

import os
import signal
import subprocess
import sys

wanted, *command = sys.argv[1:]
process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
for line in process.stdout:
    if line.startswith(f"[{wanted}/"):
        os.killpg(process.pid, signal.SIGKILL)
        break
assert process.wait() == -signal.SIGKILL, "it ended before it was killed"
