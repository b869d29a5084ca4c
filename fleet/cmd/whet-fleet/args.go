// This file separates the command's own arguments from those for whet.

package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"go.yaml.in/yaml/v3"
)

// ownFirst moves the command's own flags before the other flags, which are for whet. This command does not know
// whet's flags, so it could not distinguish their values from the files to verify.
func ownFirst(flags []*kong.Flag, args []string) []string {
	var own, others []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			others = append(others, args[i:]...)
			break
		}
		name, _, valued := strings.Cut(a, "=")
		k := slices.IndexFunc(flags, func(f *kong.Flag) bool {
			return name == "--"+f.Name || f.Short != 0 && name == "-"+string(f.Short)
		})
		switch {
		case k < 0:
			others = append(others, a)
		case valued || flags[k].IsBool() || i+1 == len(args):
			own = append(own, a)
		default:
			own = append(own, a, args[i+1])
			i++
		}
	}
	if len(others) == 0 {
		return own
	}
	return slices.Concat(own, []string{"--"}, others)
}

// whetArgs returns the arguments for whet: those of check if a whet.yml or nothing is named, else those of bench.
func whetArgs(rest []string) ([]string, error) {
	if len(rest) > 0 && rest[0] == "--" { // the one that ownFirst added
		rest = rest[1:]
	}
	named := false
	for i, a := range rest {
		if a == "--" {
			break
		}
		if strings.HasPrefix(a, "-") {
			continue
		}
		if isTargets(a) {
			rest = slices.Clone(rest)
			rest[i] = "--file=" + a
			return slices.Insert(rest, 0, "check"), nil
		}
		_, err := os.Stat(a)
		named = named || err == nil
	}
	if named {
		return slices.Insert(slices.Clone(rest), 0, "bench"), nil
	}
	if i := slices.IndexFunc(rest, func(a string) bool { return !strings.HasPrefix(a, "-") }); i >= 0 {
		return nil, errors.New("what is to be verified? " + rest[i] + " is no file; name a whet.yml or a manifest")
	}
	return slices.Insert(slices.Clone(rest), 0, "check"), nil
}

// isTargets reports whether a file is a whet.yml. A task definition has the same ending.
func isTargets(path string) bool {
	if ext := strings.ToLower(filepath.Ext(path)); ext != ".yml" && ext != ".yaml" {
		return false
	}
	text, err := os.ReadFile(path)
	var file struct {
		Format  yaml.Node `yaml:"format_version"`
		Targets yaml.Node `yaml:"targets"`
	}
	if err != nil || filepath.Base(path) == "whet.yml" {
		return err == nil
	}
	return yaml.Unmarshal(text, &file) == nil && file.Format.IsZero() && !file.Targets.IsZero()
}
