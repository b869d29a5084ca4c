package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The cost of starting.

// trivial is the program that shows the cost of any run.
const trivial = "int main(void) { return 0; }\n"

// start measures the cost of a run that has nothing to do.
func start(b *bench) (string, error) {
	file, err := b.program("trivial.c", trivial)
	if err != nil {
		return "", err
	}
	script := filepath.Join(b.dir, "trivial.smt2")
	if err := os.WriteFile(script, []byte("(set-logic QF_LIA)\n(assert true)\n(check-sat)\n"), 0o644); err != nil {
		return "", err
	}
	commands := []command{
		{b.whet, "--version"},
		{b.whet, "verify", file},
		{b.whet, "solve", script},
		{"z3", script},
		{"gcc", "-fsyntax-only", file},
		{"clang", "-fsyntax-only", file},
	}
	// There are many such short runs: a clock with a resolution of a hundredth of a second says nothing about a
	// single one.
	outcomes := b.beside(10*b.runs, commands...)
	var text strings.Builder
	text.WriteString("| command | CPU time | memory |\n|---|---|---|\n")
	for i, c := range commands {
		name := append(command{filepath.Base(c[0])}, c[1:]...)
		for k, word := range name {
			if filepath.Dir(word) == b.dir {
				name[k] = filepath.Base(word)
			}
		}
		fmt.Fprintf(&text, "| `%s` | %s | %s |\n", strings.Join(name, " "), outcomes[i].time(), outcomes[i].mb())
	}
	most(b, "a trivial program", outcomes[1].cpu, 10*time.Millisecond, duration)
	return text.String(), nil
}

// program writes a program into the directory of the bench.
func (b *bench) program(name, text string) (string, error) {
	file := filepath.Join(b.dir, name)
	return file, os.WriteFile(file, []byte(text), 0o644)
}

// time writes a CPU time with two or three digits, or a dash.
func (o outcome) time() string {
	if o.failed {
		return "–"
	}
	return duration(o.cpu)
}

func duration(d time.Duration) string {
	s := d.Seconds()
	switch {
	case s < 0.1:
		return fmt.Sprintf("%.0f ms", 1000*s)
	case s < 10:
		return fmt.Sprintf("%.2f s", s)
	}
	return fmt.Sprintf("%.0f s", s)
}

// mb writes the memory, or a dash.
func (o outcome) mb() string {
	if o.failed || o.memory == 0 {
		return "–"
	}
	return fmt.Sprintf("%d MB", (o.memory+1<<19)>>20)
}
