package fuzz

import (
	"slices"
	"strings"
)

// Reduction of programs.

// Reduce shortens a program by whole lines as long as interesting holds, and returns the shortest version found. It
// is delta debugging (A. Zeller, R. Hildebrandt: Simplifying and isolating failure-inducing input. TSE 2002) on
// lines, with one addition for programs: it also tries to remove a line that opens a block together with the line
// that closes it, with and without the lines between them.
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

// closing returns the index of the line that closes the block which the line with index `at` opens, or -1.
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
