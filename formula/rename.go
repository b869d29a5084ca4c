package formula

import "github.com/whet-mc/whet/cfa"

// maxShown is how many expressions of an operation are renamed, for showing. They are not
// remembered: an expression that shares its parts is as large as the tree that it stands for.
const maxShown = 500

// rename copies an expression with versions in place of variables and arrays, for showing.
func (x *encoder) rename(e cfa.Expr) cfa.Expr {
	if x.shown++; x.shown > maxShown {
		return &cfa.Var{Name: "…"}
	}
	switch e := e.(type) {
	case *cfa.Var:
		return x.renamed(e, x.read(e))
	case *cfa.Select:
		return &cfa.Select{Arr: x.renamedArray(e.Arr), Idx: x.rename(e.Idx)}
	}
	return cfa.MapOperands(e, x.rename)
}
