// The build that a document belongs to. It is set by the user, or found as a compilation database in a folder above
// the document that compiles its file.

package lsp

import (
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/lang/compdb"
)

// database is the name of a compilation database.
const database = "compile_commands.json"

// source returns the program that a document belongs to: the build that compiles it, with the text of the document in
// place of its file, or the text alone.
func (s *settings) source(path string, text []byte) whet.Source {
	if text == nil {
		text = []byte{}
	}
	if build := s.build(path); build != "" {
		return whet.Source{Build: build, Units: []whet.Unit{{Path: path, Text: text}}}
	}
	return whet.Text(path, text)
}

// build returns the compilation database that compiles a file, or "" if none is found.
func (s *settings) build(path string) string {
	switch {
	case s.CompileCommands == "none" || !filepath.IsAbs(path):
		return ""
	case s.CompileCommands != "":
		return s.CompileCommands
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		for _, at := range []string{dir, filepath.Join(dir, "build")} {
			if name := filepath.Join(at, database); builds.compiles(name, path) {
				return name
			}
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// builds caches databases: the files that each compiles.
var builds buildCache

// buildCache caches databases by name. It is safe for concurrent use.
type buildCache struct {
	mu   sync.Mutex
	read map[string]readBuild
}

// readBuild is the content of a database that was last modified at modified.
type readBuild struct {
	modified time.Time
	files    map[string]bool
}

// compiles reports whether a database exists and compiles the file. A database that cannot be read compiles nothing;
// if it is named in the settings, verification reports the error.
func (c *buildCache) compiles(name, path string) bool {
	info, err := os.Stat(name)
	if err != nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	b, ok := c.read[name]
	if !ok || !b.modified.Equal(info.ModTime()) {
		b = readBuild{info.ModTime(), map[string]bool{}}
		entries, _ := compdb.Read(name)
		for _, e := range entries {
			f := e.File
			if !filepath.IsAbs(f) {
				f = filepath.Join(e.Directory, f)
			}
			b.files[filepath.Clean(f)] = true
		}
		if c.read == nil {
			c.read = map[string]readBuild{}
		}
		c.read[name] = b
	}
	return b.files[filepath.Clean(path)]
}
