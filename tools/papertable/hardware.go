package papertable

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// The machine on which figures are measured.

// Hardware describes the machine, as far as the system gives information.
func Hardware() string {
	text := fmt.Sprintf("%d processors (%s/%s)", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return text
	}
	for line := range strings.Lines(string(info)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return text + ", " + strings.TrimSpace(value)
		}
	}
	return text
}

// Load returns the load average of the last minute.
func Load() string {
	text, err := os.ReadFile("/proc/loadavg")
	minute, _, ok := strings.Cut(string(text), " ")
	if err != nil || !ok {
		return "unknown"
	}
	return minute
}
