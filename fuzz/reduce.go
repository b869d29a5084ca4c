package fuzz

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/whet-mc/whet/num"
)

// Reduce shortens a program by whole lines for as long as interesting holds, and returns the
// shortest version found. It is delta debugging (A. Zeller, R. Hildebrandt: Simplifying and
// isolating failure-inducing input. TSE 2002) on lines, with one addition for programs: a line
// that opens a block is also tried together with the line that closes it, with and without what is
// in between.
func Reduce(src string, interesting func(src string) bool) string {
	lines := strings.Split(strings.TrimRight(src, "\n"), "\n")
	try := func(next []string) bool {
		if len(next) < len(lines) && interesting(strings.Join(next, "\n")+"\n") {
			lines = next
			return true
		}
		return false
	}
	for {
		before := len(lines)
		for size := len(lines) / 2; size >= 1; size /= 2 {
			for at := 0; at < len(lines); {
				if !try(slices.Concat(lines[:at], lines[min(at+size, len(lines)):])) {
					at += size
				}
			}
		}
		for at := 0; at < len(lines); at++ {
			end := closing(lines, at)
			if end < 0 {
				continue
			}
			if !try(slices.Concat(lines[:at], lines[end+1:])) {
				try(slices.Concat(lines[:at], lines[at+1:end], lines[end+1:]))
			}
		}
		if len(lines) == before {
			return strings.Join(lines, "\n") + "\n"
		}
	}
}

// closing returns the line that closes the block which line at opens, or -1.
func closing(lines []string, at int) int {
	depth := 0
	for i := at; i < len(lines); i++ {
		depth += strings.Count(lines[i], "{") - strings.Count(lines[i], "}")
		if i == at && depth <= 0 {
			return -1
		}
		if depth <= 0 {
			return i
		}
	}
	return -1
}

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
