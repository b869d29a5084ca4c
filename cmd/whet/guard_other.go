//go:build !linux

// On other systems than Linux, guard does nothing.

package main

func guard([]string) (status int, done bool) { return 0, false }
