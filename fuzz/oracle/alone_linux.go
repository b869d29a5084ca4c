package oracle

import (
	"os"
	"os/exec"
	"syscall"
)

// alone lets a command run in a session of its own, as the user nobody where this process may say
// so.
func alone(cmd *exec.Cmd) {
	group(cmd)
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	if os.Getuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: 65534, Gid: 65534}
	}
}

// group lets a command end with all that it starts, where its context ends.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// end ends what a command has left.
func end(cmd *exec.Cmd) {
	if cmd.Process != nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) //nolint:errcheck // mostly nothing is left
	}
}
