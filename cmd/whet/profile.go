package main

import (
	"os"
	"runtime"
	"runtime/pprof"
)

// profiles starts the profiles that were asked for; what it returns ends them.
func (c *verifyCmd) profiles() (func() error, error) {
	stop := func() error { return nil }
	if c.Cpuprofile != "" {
		f, err := os.Create(c.Cpuprofile)
		if err != nil {
			return nil, err
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			f.Close()
			return nil, err
		}
		stop = func() error {
			pprof.StopCPUProfile()
			return f.Close()
		}
	}
	if c.Memprofile == "" {
		return stop, nil
	}
	f, err := os.Create(c.Memprofile)
	if err != nil {
		stop() //nolint:errcheck // the first error counts
		return nil, err
	}
	stopCPU := stop
	return func() error {
		err := stopCPU()
		runtime.GC()
		if e := pprof.Lookup("allocs").WriteTo(f, 0); err == nil {
			err = e
		}
		if e := f.Close(); err == nil {
			err = e
		}
		return err
	}, nil
}
