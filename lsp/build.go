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

// source is the program that a document belongs to: the build that compiles it, with the text of
// the document in place of its file, or the text alone.
func (s *settings) source(path string, text []byte) whet.Source {
	if text == nil {
		text = []byte{}
	}
	if build := s.build(path); build != "" {
		return whet.Source{Build: build, Units: []whet.Unit{{Path: path, Text: text}}}
	}
	return whet.Text(path, text)
}

// build is the compilation database that compiles a file, "" where none is found that does.
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

// builds are the databases that were read: which files each compiles.
var builds buildCache

type buildCache struct {
	mu   sync.Mutex
	read map[string]readBuild
}

type readBuild struct {
	modified time.Time
	files    map[string]bool
}

// compiles reports whether there is such a database, and it compiles the file. One that cannot be
// read compiles nothing; a message says why to those who name it in the settings.
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
