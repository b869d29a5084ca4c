// Limits of processes on Linux: the kernel limits CPU time and address space, and a process group ends together.

package bench

import (
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// prepare puts the process into a group of its own, which kill can end. It dies with this process.
func prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// start starts the process and then limits it. The few instructions that it executes before the limits are set do not
// matter.
func start(cmd *exec.Cmd, cpu time.Duration, memory uint64) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	if cpu > 0 {
		s := uint64((cpu + time.Second - 1) / time.Second)
		unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_CPU, &unix.Rlimit{Cur: s, Max: s + 2}, nil) //nolint:errcheck // the clock limits it, too
	}
	if memory > 0 {
		unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: memory, Max: memory}, nil) //nolint:errcheck // as above
	}
	return nil
}

// kill ends the process and its children.
func kill(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) } //nolint:errcheck // it may be gone

// spent reports whether the system has ended the process, or the child whose exit status it passes on like a shell,
// because its CPU time was used up. The system may do so early compared with the time that it reports later: it
// counts clock ticks, which are rough on a busy machine.
func spent(s *os.ProcessState) bool {
	w, ok := s.Sys().(syscall.WaitStatus)
	return ok && (w.Signaled() && w.Signal() == syscall.SIGXCPU || w.Exited() && w.ExitStatus() == 128+int(syscall.SIGXCPU))
}
