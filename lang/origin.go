// This file has the file names of embedded headers and models in positions.

package lang

import "strings"

const (
	// HeaderRoot is the directory of the embedded headers in positions.
	HeaderRoot = "<whet>"
	// ModelPrefix begins the file names of models in positions.
	ModelPrefix = "whet:"
)

// OwnHeader reports whether name, a file name in positions, is an embedded header.
func OwnHeader(name string) bool { return strings.HasPrefix(name, HeaderRoot) }

// TellsExceptions reports whether f belongs to the models that report by __whet_raises which floating-point
// exceptions they raise.
func TellsExceptions(f *Func) bool { return f.Pos.File == ModelPrefix+"math.c" }
