//go:build !linux

// Systems other than Linux: the verifier limits itself, and the clock ends it.

package bench

import (
	"os"
	"os/exec"
	"time"
)

func prepare(*exec.Cmd) {}

func start(cmd *exec.Cmd, _ time.Duration, _ uint64) error { return cmd.Start() }

func kill(cmd *exec.Cmd) { cmd.Process.Kill() } //nolint:errcheck // it may be gone

func spent(*os.ProcessState) bool { return false }
