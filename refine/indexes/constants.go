// Variables with one constant value.

package indexes

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// constants maps variables to the only number that the program ever assigns to them, such as n = 1500, the length of
// a row. With these values an index i*n + j is linear. They are used only to choose cells and terms: the effects of
// operations are computed with the values in the states.
type constants map[*cfa.Var]num.Int

// constantsOf finds the constants of a program: first variables that are assigned literals, then variables that are
// assigned expressions over constants. The cost is the program's size times the length of the longest chain of such
// assignments.
func constantsOf(p *cfa.Program) constants {
	cs := constants{}
	for {
		found, other := constants{}, map[*cfa.Var]bool{}
		gets := func(v *cfa.Var, e cfa.Expr) {
			k, ok := cfa.IsConst(cs.fold(e))
			if old, again := found[v]; !ok || again && !old.Equal(k) {
				other[v] = true
				return
			}
			found[v] = k
		}
		for _, e := range p.Edges {
			switch o := e.Op.(type) {
			case *cfa.Assign:
				gets(o.LHS, o.RHS)
			case *cfa.Call:
				for i, arg := range o.Args {
					gets(o.Callee.Params[i], arg)
				}
				cfa.Writes(o, func(v *cfa.Var) { other[v] = true }, nil)
			default:
				cfa.Writes(o, func(v *cfa.Var) { other[v] = true }, nil)
			}
		}
		for v := range other {
			delete(found, v)
		}
		if len(found) == len(cs) {
			return cs
		}
		cs = found
	}
}

// fold returns e with constants replaced by their numbers.
func (cs constants) fold(e cfa.Expr) cfa.Expr {
	if len(cs) == 0 {
		return e
	}
	return cs.folded(e, foldDepth)
}

const foldDepth = 40

func (cs constants) folded(e cfa.Expr, depth int) cfa.Expr {
	if depth--; depth < 0 {
		return e
	}
	switch e := e.(type) {
	case *cfa.Var:
		if k, ok := cs[e]; ok {
			return cfa.ConstOf(k)
		}
	case *cfa.Select:
		return cfa.MkSelect(e.Arr, cs.folded(e.Idx, depth))
	case *cfa.Wrap:
		return cfa.MkWrap(e.Bits, e.Signed, cs.folded(e.X, depth))
	case *cfa.Unary:
		return cfa.MkUnary(e.Op, cs.folded(e.X, depth))
	case *cfa.Binary:
		return cfa.MkBinary(e.Op, cs.folded(e.X, depth), cs.folded(e.Y, depth))
	}
	return e
}
