// Expressions with versions in place of variables, for display.

package formula

import "github.com/whet-mc/whet/cfa"

// maxShown bounds the number of subexpressions of an operation that rename copies. The copies are
// not memoized, so an expression with shared parts counts as large as its tree.
const maxShown = 500

// rename returns a copy of e, for display, with versions in place of variables and arrays. After
// maxShown subexpressions it returns "…" instead of further copies.
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
