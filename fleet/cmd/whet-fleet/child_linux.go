// This file runs workers as child processes.

package main

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// child runs a command until it ends or ctx is done. The child does not outlive this process.
func child(ctx context.Context, path string, args []string) error {
	// The system sends Pdeathsig when the thread that started the child ends.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	return cmd.Run()
}
