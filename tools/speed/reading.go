package main

import (
	"fmt"
	"strings"
	"time"
)

// Reading programs, compared with compilers.

// reading measures the time for reading a program and making its control-flow automata, and compares it with
// compilers that preprocess the same text and check its syntax and types.
func reading(b *bench) (string, error) {
	const n = 5192 // 135,000 lines
	text := functions(n)
	file, err := b.program("functions.c", text)
	if err != nil {
		return "", err
	}
	commands := []struct {
		name string
		command
	}{
		{"`whet cfa`", command{b.whet, "cfa", file}},
		{"`gcc -E`", command{"gcc", "-E", "-o", "/dev/null", file}},
		{"`gcc -fsyntax-only`", command{"gcc", "-fsyntax-only", file}},
		{"`clang -fsyntax-only`", command{"clang", "-fsyntax-only", file}},
		{"`gcc -O0 -c`", command{"gcc", "-O0", "-c", "-o", "/dev/null", file}},
	}
	var list []command
	for _, c := range commands {
		list = append(list, c.command)
	}
	outcomes := b.beside(b.runs, list...)
	var out strings.Builder
	fmt.Fprintf(&out, "A program of %d functions, %d lines:\n\n| command | CPU time | memory |\n|---|---|---|\n", n, strings.Count(text, "\n"))
	for i, c := range commands {
		fmt.Fprintf(&out, "| %s | %s | %s |\n", c.name, outcomes[i].time(), outcomes[i].mb())
	}
	most(b, fmt.Sprintf("reading %d lines", strings.Count(text, "\n")), outcomes[0].cpu, 3*time.Second, duration)
	most(b, "the same, memory in MB", outcomes[0].memory>>20, 400, func(mb int64) string { return fmt.Sprint(mb) })
	return out.String(), nil
}
