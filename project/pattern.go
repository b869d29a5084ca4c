// File patterns: those of path.Match, and ** for any number of folders.

package project

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// isPattern reports whether a file name is a pattern.
func isPattern(s string) bool { return strings.ContainsAny(s, "*?[") }

// expand returns the files below dir that match a pattern with slashes, in the order of their names. * and ? match
// parts of one name, ** matches any number of folders. ** does not enter folders whose names begin with a dot.
func expand(dir, pattern string) ([]string, error) {
	parts := strings.Split(path.Clean(filepath.ToSlash(pattern)), "/")
	for _, p := range parts {
		if _, err := path.Match(p, ""); err != nil {
			return nil, err
		}
	}
	var out []string
	// below adds the files at place, relative to dir, that match the rest of the pattern.
	var below func(place string, parts []string)
	below = func(place string, parts []string) {
		full := filepath.Join(dir, filepath.FromSlash(place))
		if path.IsAbs(place) {
			full = filepath.FromSlash(place)
		}
		switch {
		case len(parts) == 0:
			if st, err := os.Stat(full); err == nil && !st.IsDir() {
				out = append(out, place)
			}
		case parts[0] == "":
			below("/", parts[1:])
		case !isPattern(parts[0]):
			below(path.Join(place, parts[0]), parts[1:])
		default:
			list, err := os.ReadDir(full)
			if err != nil {
				return
			}
			if parts[0] == "**" {
				below(place, parts[1:])
			}
			for _, e := range list {
				next := path.Join(place, e.Name())
				if parts[0] == "**" {
					switch {
					case e.IsDir() && !strings.HasPrefix(e.Name(), "."):
						below(next, parts)
					case !e.IsDir() && len(parts) == 1:
						below(next, nil)
					}
				} else if ok, _ := path.Match(parts[0], e.Name()); ok && fits(e, len(parts) > 1) {
					below(next, parts[1:])
				}
			}
		}
	}
	below(".", parts)
	slices.Sort(out)
	return slices.Compact(out), nil
}

// fits reports whether an entry can match: if folder is set it must be a folder, or a link, which may lead to one.
func fits(e fs.DirEntry, folder bool) bool {
	return !folder || e.IsDir() || e.Type()&fs.ModeSymlink != 0
}
