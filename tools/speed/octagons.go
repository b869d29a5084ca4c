package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// Octagons compared with another library.

// octagons compares the operations on octagons with those of the Parma Polyhedra Library. It runs the command
// polybench, and takes the table from its output.
func octagons(b *bench) (string, error) {
	cmd := exec.Command("go", "-C", "tools", "run", "./polybench", "-octagons", "8,16,32,64", "-exact", "0", "-polyhedra", "none", "-runs", fmt.Sprint(2*b.runs+1))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("polybench: %w", err)
	}
	_, table, ok := strings.Cut(string(out), "\n| ")
	if !ok {
		return "", fmt.Errorf("polybench printed no table:\n%s", out)
	}
	b.octagonGoals(table)
	return "| " + strings.TrimRight(table, "\n") + "\n", nil
}

// octagonGoals reads the goals from the columns of the table that are ratios.
func (b *bench) octagonGoals(table string) {
	const operation, size, ppl, apron = 0, 1, 6, 8
	for row := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(row), "|"), " | ")
		if len(cells) <= apron {
			continue
		}
		name, n := strings.TrimSpace(cells[operation]), strings.TrimSpace(cells[size])
		aim := func(column int, beside string) {
			if r, err := strconv.ParseFloat(strings.TrimSpace(cells[column]), 64); err == nil {
				most(b, fmt.Sprintf("octagons, %s, n = %s, beside %s", name, n, beside), r, 1, times)
			}
		}
		switch {
		case name == "join" && (n == "16" || n == "64"):
			aim(apron, "APRON")
		case (name == "widen" || name == "forget") && n == "16":
			aim(ppl, "PPL")
		}
	}
}
