"""The tool-info module of whet for BenchExec (https://github.com/sosy-lab/benchexec).

Put it into benchexec/tools, or name it with --tool-directory. The version of the program and its verdicts are taken from what it
prints; task definitions give the data model.
"""

import benchexec.result as result
from benchexec.tools.template import BaseTool2
from benchexec.tools.sv_benchmarks_util import get_data_model_from_task, ILP32, LP64


class Tool(BaseTool2):
    """whet: abstraction refinement in pure Go."""

    REQUIRED_PATHS = ["whet"]

    def name(self):
        return "whet"

    def project_url(self):
        return "https://github.com/whet-mc/whet"

    def executable(self, tool_locator):
        return tool_locator.find_executable("whet")

    def version(self, executable):
        return self._version_from_tool(executable, arg="version", line_prefix="whet")

    def cmdline(self, executable, options, task, rlimits):
        cmd = [executable, "verify"]
        if rlimits.cputime and "--timeout" not in options:
            cmd += ["--timeout", str(rlimits.cputime)]
        if rlimits.memory and "--memory" not in options:
            # The limit is on everything that the process has; what the verifier counts is its live heap.
            cmd += ["--memory", str(rlimits.memory * 3 // 4 // 1_000_000)]
        model = get_data_model_from_task(task, {ILP32: "ilp32", LP64: "lp64"})
        if model and "--data-model" not in options:
            cmd += ["--data-model", model]
        if task.property_file:
            cmd += ["--property", task.property_file]
        return cmd + list(options) + [task.single_input_file]

    def determine_result(self, run):
        for line in reversed(run.output):
            line = line.strip()
            if not line.startswith("VERDICT:"):
                continue
            words = line.split(maxsplit=2)
            verdict = words[1] if len(words) > 1 else ""
            if verdict == "safe" and run.exit_code.value == 0:
                return result.RESULT_TRUE_PROP
            if verdict == "unsafe" and run.exit_code.value == 1:
                return result.RESULT_FALSE_REACH
            if verdict == "unknown":
                reason = words[2].strip("()") if len(words) > 2 else ""
                if reason.startswith("out of time"):
                    return "TIMEOUT"
                if reason.startswith("out of memory"):
                    return "OUT OF MEMORY"
                return result.RESULT_UNKNOWN
        if run.exit_code.value == 2:
            return result.RESULT_ERROR + "(input)"
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        # With --stats, a line "name    value".
        for line in output:
            if line.strip().startswith(identifier + " "):
                return line.strip()[len(identifier):].strip()
        return None
