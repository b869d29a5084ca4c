//go:build !linux

// This file runs workers as child processes on systems other than Linux.

package main

import (
	"context"
	"os"
	"os/exec"
	"time"
)

// child runs a command until it ends or ctx is done.
func child(ctx context.Context, path string, args []string) error {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Stderr = os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	return cmd.Run()
}
