package read

import (
	"embed"
	"strings"
	"sync"
)

// modelNames are the names that the models declare, each on a line of its own, with () after those
// that they define. A test keeps it.
//
//go:embed models/names.txt
var modelNames string

// declaredNames are the same; true: the models define the name.
var declaredNames = sync.OnceValue(func() map[string]bool {
	out := make(map[string]bool, 1000)
	for line := range strings.Lines(modelNames) {
		name, defined := strings.CutSuffix(strings.TrimSuffix(line, "\n"), "()")
		out[name] = defined
	}
	delete(out, "")
	return out
})

// ModelNamed reports whether the library has a model of a function of that name. A program's
// function without a body that bears such a name all the same is declared unlike the library's.
func ModelNamed(name string) bool { return declaredNames()[name] }

//go:embed models/*.c
var modelFiles embed.FS
