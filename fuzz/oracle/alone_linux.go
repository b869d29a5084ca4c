package oracle

import (
	"os"
	"os/exec"
	"syscall"
)

// Isolation of the processes that run programs, on Linux.

// alone makes a command run in a separate session, as the user nobody if this process may change the user.
func alone(cmd *exec.Cmd) {
	group(cmd)
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	if os.Getuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: 65534, Gid: 65534}
	}
}

// group makes a command end with all processes that it starts, if its context ends.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// end ends the processes that a command has left.
func end(cmd *exec.Cmd) {
	if cmd.Process != nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) //nolint:errcheck // mostly nothing is left
	}
}
