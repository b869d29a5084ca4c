// This file writes profiles.

package main

import (
	"fmt"
	"runtime"
	"runtime/pprof"
)

// profiles starts the requested profiles and returns a function that ends and writes them. The files in reads are not
// overwritten.
func (c *verifyCmd) profiles(e env, reads []string) (func() error, error) {
	cpu, err := newOutput(e, c.Cpuprofile, reads)
	if err != nil {
		return nil, fmt.Errorf("--cpuprofile: %w", err)
	}
	mem, err := newOutput(e, c.Memprofile, reads, cpu)
	if err != nil {
		return nil, fmt.Errorf("--memprofile: %w", err)
	}
	if cpu != nil {
		if err := pprof.StartCPUProfile(cpu); err != nil {
			return nil, err
		}
	}
	return func() error {
		if cpu != nil {
			pprof.StopCPUProfile()
			if err := cpu.keep(); err != nil {
				return err
			}
		}
		if mem == nil {
			return nil
		}
		runtime.GC()
		if err := pprof.Lookup("allocs").WriteTo(mem, 0); err != nil {
			return err
		}
		return mem.keep()
	}, nil
}
