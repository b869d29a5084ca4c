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

// cost is what a process has used.
type cost struct {
	cpu    time.Duration
	memory int64 // bytes, the most that was resident
}

// outcome is a process that has ended.
type outcome struct {
	cost
	text   string // standard output
	failed bool   // it took too long, or could not be started
}

// command is a process to run: the program with its arguments.
type command []string

// missing reports whether the program is not there.
func (c command) missing() bool {
	_, err := exec.LookPath(c[0])
	return err != nil
}

// run runs a command once. A busy machine takes longer than the CPU time; four times the limit, and
// the process is ended.
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

// beside runs commands in turns, and returns for each the last outcome with the medians of what it
// cost; the program of a command that is missing has failed.
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

// median is the middle of some figures, of an even number the lower one of the two.
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
