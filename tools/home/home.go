// Package home is for commands that work on the whole repository.
package home

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Enter makes the root of the repository the working directory, from any folder within it.
func Enter() {
	for {
		text, err := os.ReadFile("go.mod")
		if err == nil && strings.HasPrefix(string(text), "module github.com/whet-mc/whet\n") {
			return
		}
		here, err := os.Getwd()
		if err != nil || filepath.Dir(here) == here {
			fmt.Fprintln(os.Stderr, "this command works in a clone of whet only")
			os.Exit(2)
		}
		if err := os.Chdir(".."); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
}
