package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/whet-mc/whet/internal/machine"
)

// Processes and their cost.

// A cost is the CPU time and memory that a process has used.
type cost struct {
	cpu    time.Duration
	memory int64 // bytes, peak resident
}

// An outcome is a process that has ended.
type outcome struct {
	cost
	text   string // standard output
	failed bool   // it took too long, or could not be started
}

// A command is a process to run: the program with its arguments.
type command []string

// missing reports whether the program is not installed.
func (c command) missing() bool {
	_, err := exec.LookPath(c[0])
	return err != nil
}

// run runs a command once. On a busy machine it takes longer than its CPU time; after four times the limit and ten
// seconds, the process is killed.
func (b *bench) run(c command) outcome {
	ctx, cancel := context.WithTimeout(context.Background(), 4*b.limit+10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, c[0], c[1:]...)
	var out bytes.Buffer
	cmd.Stdout = &out
	err := cmd.Run()
	var exit *exec.ExitError
	o := outcome{text: out.String(), failed: ctx.Err() != nil || err != nil && !errors.As(err, &exit)}
	if cmd.ProcessState != nil {
		o.cost = used(cmd.ProcessState)
	}
	return o
}

func used(st *os.ProcessState) cost {
	return cost{cpu: st.UserTime() + st.SystemTime(), memory: machine.Peak(st)}
}

// beside runs commands in turn. It returns for each the last outcome, with the medians of its costs. A missing
// command has failed.
func (b *bench) beside(runs int, commands ...command) []outcome {
	all := make([][]outcome, len(commands))
	for range runs {
		for i, c := range commands {
			if c.missing() {
				all[i] = append(all[i], outcome{failed: true})
				continue
			}
			all[i] = append(all[i], b.run(c))
		}
	}
	list := make([]outcome, len(commands))
	for i, runs := range all {
		list[i] = runs[len(runs)-1]
		list[i].cost = cost{
			cpu:    median(runs, func(o outcome) time.Duration { return o.cpu }),
			memory: median(runs, func(o outcome) int64 { return o.memory }),
		}
	}
	return list
}

// median returns the median of some figures, the lower of two for an even number.
func median[T any, F int64 | time.Duration | float64](list []T, figure func(T) F) F {
	if len(list) == 0 {
		return 0
	}
	var all []F
	for _, x := range list {
		all = append(all, figure(x))
	}
	slices.Sort(all)
	return all[(len(all)-1)/2]
}
