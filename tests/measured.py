"""A test format of lit that notes the processor time of each test, for scripts/test-times.py.
The time that lit itself notes depends on what else the machine does."""

import os
import resource

import lit.formats
import lit.Test

# In the folder of a suite's results: a line for each run; of a test the last one counts.
SAMPLED, ALL = ".cpu_times.txt", ".cpu_times_all.txt"


def of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class MeasuredTest(lit.formats.ShTest):
    """Each worker of lit runs one test at a time, so what its children take is the test's."""

    def execute(self, test, lit_config):
        reason = getattr(test.config, "left_out", {}).get("/".join(test.path_in_suite))
        if reason:
            return lit.Test.Result(lit.Test.UNSUPPORTED, reason)
        before = of_children()
        result = super().execute(test, lit_config)
        seconds = of_children() - before
        name = ALL if "all-tests" in test.config.available_features else SAMPLED
        os.makedirs(test.suite.exec_root, exist_ok=True)
        # One write for a line, so lines of several workers do not mix.
        with open(os.path.join(test.suite.exec_root, name), "a", encoding="utf-8") as file:
            file.write(f"{seconds:.2f} {'/'.join(test.path_in_suite)}\n")
        return result
