"""How tests start jobs of several processes, and make sure that none is left."""

import atexit
import ctypes
import os
import re
import signal
import subprocess
import time

# Ranks whose mpirun has ended become children of this process.
PR_SET_CHILD_SUBREAPER = 36
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def launcher(mpi):
    """Returns the beginning of a command, and the environment for it."""
    command = ["mpirun." + mpi]
    environment = {**os.environ, "CILK_NWORKERS": "1"}
    if mpi == "openmpi":
        command.append("--oversubscribe")
        environment |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    return command, environment


def descendants():
    """Returns the numbers of the processes of jobs that have not ended."""
    parents = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            parents[int(entry)] = int(parent)
    found = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {os.getpid()}


def ranks_of(program):
    """Returns the processes of jobs that run a program, which is a real path."""
    found = []
    for process in descendants():
        try:
            if os.readlink(f"/proc/{process}/exe") == program:
                found.append(process)
        except OSError:
            pass
    return sorted(found)


def send(process, what):
    try:
        os.kill(process, what)
    except ProcessLookupError:
        pass


def each(*commands):
    """Returns the arguments for a job in which each rank runs a command of its own. It writes a
    script into the present folder: the usual way, with ":", ends mpirun of Open MPI 5.0.7 by SIGSEGV."""
    cases = "".join(f"{rank}) exec {command} ;;\n" for rank, command in enumerate(commands))
    with open("each.sh", "w", encoding="utf-8") as script:
        script.write(f"case ${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}} in\n{cases}esac\nexit 99\n")
    return f"-n {len(commands)} sh each.sh"


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


class Jobs:
    """Runs programs of the present folder as jobs of one MPI."""

    def __init__(self, mpi):
        self.launcher, self.environment = launcher(mpi)
        # That of MPICH 4.2 often returns 0 if a rank dies that has not aborted the job.
        version = subprocess.run([self.launcher[0], "--version"], capture_output=True, text=True, check=False).stdout
        self.loses_codes = re.search(r"HYDRA.*\s+Version: +4\.2\.", version) is not None
        # What makes messages travel without shared memory, and without what tells in it that
        # they have come.
        self.far, self.far_flags = {"TUSSAH_CPS_NO_BELLS": "1"}, []
        if mpi == "mpich":
            self.far["MPIR_CVAR_NOLOCAL"] = "1"
        if mpi == "openmpi":
            # By default not over the loopback device, and there may be no other.
            self.far_flags = ["--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", "lo"]

    def run(self, arguments, environment={}, far=False):
        """Returns the exit code, the output and the time."""
        command = self.launcher + (self.far_flags if far else []) + arguments.split()
        variables = {**self.environment, **environment, **(self.far if far else {})}
        start = time.monotonic()
        try:
            result = subprocess.run(
                command,
                env=variables,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                timeout=300,
            )
        except subprocess.TimeoutExpired as e:
            print(*command)
            fail("the job does not end", e.stdout)
        took = time.monotonic() - start
        print(f"{took:6.2f} s, code {result.returncode}:", *command, flush=True)
        expect_nothing_left(result.stdout)
        return result.returncode, result.stdout, took

    def good(self, arguments, *patterns, **how):
        """The job ends well; each pattern is in its output, once."""
        code, output, _ = self.run(arguments, **how)
        if code != 0:
            fail(f"exit code {code}", output)
        for pattern in patterns:
            if len(re.findall(pattern, output)) != 1:
                fail(f"not once in the output: {pattern}", output)

    def bad(self, arguments, *patterns, **how):
        """The job fails, says why, and gives no result."""
        code, output, took = self.run(arguments, **how)
        if code == 0 and not self.loses_codes:
            fail("exit code 0", output)
        if "result" in output:
            fail("there is a result", output)
        if took > 45:
            fail(f"the end took {took:.0f} s", output)
        for pattern in patterns:
            if not re.search(pattern, output):
                fail(f"not in the output: {pattern}", output)


def expect_nothing_left(output):
    start = time.monotonic()
    while left := descendants():
        if time.monotonic() - start > 20:
            fail(f"{len(left)} processes are left", output)
        time.sleep(0.01)


def fail(message, output):
    print(output)
    raise SystemExit(f"error: {message}")


@atexit.register
def leave_nothing():
    """A job that does not end as it should must not disturb other tests."""
    while left := descendants():
        for process in left:
            send(process, signal.SIGKILL)
        time.sleep(0.01)
