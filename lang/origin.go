package lang

import "strings"

const (
	// headerRoot is the directory of the embedded headers in positions.
	headerRoot = "<whet>"
	// modelPrefix starts the file names of models in positions.
	modelPrefix = "whet:"
)

// OwnHeader reports whether the name of a file in positions is that of a header that is built in.
func OwnHeader(name string) bool { return strings.HasPrefix(name, headerRoot) }

// TellsExceptions reports whether a model says by __whet_raises which floating exceptions it raises.
func TellsExceptions(f *Func) bool { return f.Pos.File == modelPrefix+"math.c" }
