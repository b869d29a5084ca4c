package models

import (
	"embed"
	"strings"
	"sync"
)

// NameList are the names that the models declare, each on a line of its own, with () after those
// that they define. A test keeps it.
//
//go:embed names.txt
var NameList string

// Declared are the same; true: the models define the name.
var Declared = sync.OnceValue(func() map[string]bool {
	out := make(map[string]bool, 1000)
	for line := range strings.Lines(NameList) {
		name, defined := strings.CutSuffix(strings.TrimSuffix(line, "\n"), "()")
		out[name] = defined
	}
	delete(out, "")
	return out
})

// Named reports whether the library has a model of a function of that name. A program's
// function without a body that bears such a name all the same is declared unlike the library's.
func Named(name string) bool { return Declared()[name] }

//go:embed c/*.c
var Files embed.FS
