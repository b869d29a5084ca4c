package main

import (
	"fmt"
	"strings"
)

// reading measures how long it takes to read a program and to make its control-flow automata, beside
// compilers that preprocess the same text, and check its syntax and types.
func reading(b *bench) (string, error) {
	const n = 3000
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
	return out.String(), nil
}
