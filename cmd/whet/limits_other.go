//go:build !unix

// This file has the limits of systems other than Unix: none.

package main

import (
	"os"
	"os/signal"
	"time"
)

func cpuLimit() time.Duration   { return 0 }
func addressLimit() uint64      { return 0 }
func notify(c chan<- os.Signal) { signal.Notify(c, os.Interrupt) }
func outOfCPU(os.Signal) bool   { return false }
