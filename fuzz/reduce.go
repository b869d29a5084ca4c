package fuzz

import (
	"slices"
	"strings"
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
