// This file has the names that the models declare, and the models' text.

package models

import (
	"embed"
	"strings"
	"sync"
)

// NameList lists the names that the models declare, one per line, with () after the names that they
// define. A test checks it.
//
//go:embed names.txt
var NameList string

// Declared returns the names of NameList; the value says whether the models define the name.
var Declared = sync.OnceValue(func() map[string]bool {
	out := make(map[string]bool, 1000)
	for line := range strings.Lines(NameList) {
		name, defined := strings.CutSuffix(strings.TrimSuffix(line, "\n"), "()")
		out[name] = defined
	}
	delete(out, "")
	return out
})

// Named reports whether the library has a model of a function with that name. If a program's function without a body
// has the name nevertheless, its declaration differs from the library's.
func Named(name string) bool { return Declared()[name] }

//go:embed c/*.c
var Files embed.FS
