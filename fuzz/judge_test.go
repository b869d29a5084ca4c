package fuzz

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/whet-mc/whet/num"
)

// Judge says whether programs that may no longer keep the promises of Program still show no sign of
// undefined behaviour: sanitizers find nothing, gcc sees no variable without a value and no missing
// return, and optimisation changes nothing.
type Judge struct{ ways []*GCC }

// NewJudge returns a Judge that works in the folder, with more flags for gcc ("-m32").
func NewJudge(dir string, flags ...string) (*Judge, error) {
	j := &Judge{}
	for i, fs := range [][]string{
		{"-O2", "-Wall", "-Werror=uninitialized", "-Werror=maybe-uninitialized", "-Werror=return-type", "-Werror=sequence-point", "-Werror=implicit-function-declaration"},
		{"-O0"},
		{"-O1", "-fsanitize=undefined,address", "-fno-sanitize=shift-base", "-fno-sanitize-recover=all"},
	} {
		sub := filepath.Join(dir, fmt.Sprint("judge", i))
		if err := os.MkdirAll(sub, 0o755); err != nil {
			return nil, err
		}
		j.ways = append(j.ways, &GCC{Dir: sub, Flags: append(fs, flags...)})
	}
	return j, nil
}

// Defined gives the verdict on one program, run on each list of inputs.
func (j *Judge) Defined(ctx context.Context, src string, inputs [][]num.Int) bool {
	var first []Result
	for i, c := range j.ways {
		exe, err := c.Build(ctx, src)
		if err != nil {
			return false
		}
		defer os.Remove(exe)
		for k, in := range inputs {
			r, err := c.Run(ctx, exe, in)
			if i == 0 {
				first = append(first, r)
			}
			if err != nil || r != first[k] || r.Ended == Crashed || r.Ended == TimedOut {
				return false
			}
		}
	}
	return true
}
