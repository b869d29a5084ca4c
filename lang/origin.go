package lang

import "strings"

const (
	// HeaderRoot is the directory of the embedded headers in positions.
	HeaderRoot = "<whet>"
	// ModelPrefix starts the file names of models in positions.
	ModelPrefix = "whet:"
)

// OwnHeader reports whether the name of a file in positions is that of a header that is built in.
func OwnHeader(name string) bool { return strings.HasPrefix(name, HeaderRoot) }

// TellsExceptions reports whether a model says by __whet_raises which floating exceptions it raises.
func TellsExceptions(f *Func) bool { return f.Pos.File == ModelPrefix+"math.c" }
