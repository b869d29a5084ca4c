package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// octagons measures the operations on octagons beside those of the Parma Polyhedra Library: the
// command poly/bench does that, and this takes the table from what it prints.
func octagons(b *bench) (string, error) {
	cmd := exec.Command("go", "run", "./poly/bench", "-octagons", "8,16,32,64", "-exact", "0", "-polyhedra", "none", "-runs", fmt.Sprint(2*b.runs+1))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("poly/bench: %w", err)
	}
	_, table, ok := strings.Cut(string(out), "\n| ")
	if !ok {
		return "", fmt.Errorf("poly/bench printed no table:\n%s", out)
	}
	return "| " + strings.TrimRight(table, "\n") + "\n", nil
}
