package witness

import (
	"fmt"
	"path"
	"path/filepath"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/read"
)

// This file handles witnesses for programs with several files. A place in a witness names one of the files as it was
// called where the witness was made, perhaps in another folder.

// in reports whether a file named by the witness can be the given file of the program. For a program with a single
// file, it always can.
func (w *Witness) in(named, file string) bool {
	return len(w.Task.Files) < 2 || named == "" || base(named) == base(file)
}

func base(name string) string { return path.Base(filepath.ToSlash(name)) }

// Split divides the invariants of the witness among the files that they are in. The error is an *Error if the file of
// an invariant is not clear.
func (w *Witness) Split(files []read.Source) ([]*Witness, error) {
	parts := make([]*Witness, len(files))
	for i := range files {
		parts[i] = &Witness{Task: w.Task}
	}
	if len(files) == 1 {
		return []*Witness{w}, nil
	}
	if g := w.Ghosts; len(g) > 0 {
		return nil, Said{Text: "the ghost variable " + g[0].Name, Pos: lang.Pos{File: files[0].Path, Line: 1}, At: g[0].At}.Error("belongs to a program of several files, which is not understood")
	}
	for _, v := range w.Invariants {
		at, n := 0, 0
		for i, f := range files {
			if f.Path == v.Pos.File {
				at, n = i, 1
				break
			}
			if base(f.Path) == base(v.Pos.File) {
				at, n = i, n+1
			}
		}
		if n != 1 {
			return nil, &Error{File: v.Pos.File, Line: v.Pos.Line, Col: max(v.Pos.Col, 1), What: fmt.Sprintf("the invariant %s is in none of the program's files, or in several", v.Value)}
		}
		parts[at].Invariants = append(parts[at].Invariants, v)
	}
	return parts, nil
}
