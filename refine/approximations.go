// Expressions that an engine over-approximates.

package refine

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc/cells"
)

// Approximations collects the expressions whose value an engine leaves open because it cannot express it. They can
// only make a verdict unknown: the abstraction allows any value for them, and a path that depends on one is replayed.
type Approximations struct {
	now   map[cfa.Expr]lang.Note // the notes of the current exploration
	paths []lang.Note            // the notes about formulas of error paths
}

// Forget drops the approximations of the current exploration: a finer exploration may not have them.
func (a *Approximations) Forget() { clear(a.now) }

// Expression records that the abstraction leaves an expression open.
func (a *Approximations) Expression(e *cfa.Edge, what cfa.Expr) {
	if _, ok := a.now[what]; ok {
		return
	}
	if a.now == nil {
		a.now = map[cfa.Expr]lang.Note{}
	}
	a.now[what] = approximation(e.Pos, what)
}

// Path records what the formulas of a path leave open and, if the solver could not decide it, the nonlinear
// expressions.
func (a *Approximations) Path(p *formula.Path, undecided bool) {
	add := func(at lang.Pos, e cfa.Expr) {
		if n := approximation(at, e); !slices.Contains(a.paths, n) {
			a.paths = append(a.paths, n)
		}
	}
	for _, x := range p.Approximations {
		add(x.Pos, x.Expr)
	}
	if !undecided {
		return
	}
	seen := map[*cfa.Edge]bool{}
	for _, s := range p.Steps {
		if e := s.Step.Edge; !seen[e] {
			seen[e] = true
			cfa.OpExprs(e.Op, func(x cfa.Expr) {
				cfa.Walk(x, func(x cfa.Expr) {
					if b, ok := x.(*cfa.Binary); ok && cells.Nonlinear(b) {
						add(e.Pos, b)
					}
				})
			})
		}
	}
}

// Add replaces the approximations of error paths by the approximations of another run.
func (a *Approximations) Add(notes []lang.Note) { a.paths = notes }

// Because names an expression that is left open, for the reason of a verdict. It returns "" if nothing is left open.
func (a *Approximations) Because() string {
	notes := a.notes()
	switch n := len(notes); n {
	case 0:
		return ""
	case 1:
		return ": it leaves open " + notes[0].What
	default:
		return fmt.Sprintf(": it leaves open %s and %d more", notes[0].What, n-1)
	}
}

// approximation returns the note that says why an expression is left open.
func approximation(at lang.Pos, e cfa.Expr) lang.Note {
	n := lang.Note{Pos: at, Done: "any value"}
	switch x := e.(type) {
	case *cfa.Wrap:
		n.What, n.Done = "overflow of "+cfa.ExprWords(plain(x.X)), "any value of its type"
	case *cfa.Binary:
		if x.Op < cfa.Eq {
			n.What = "non-linear " + cfa.ExprWords(plain(x))
			break
		}
		n.What = "too many cases in " + cfa.ExprWords(plain(x))
	default:
		n.What = "too many cases in " + cfa.ExprWords(plain(x))
	}
	return n
}

// plain returns the expression without conversions, as in the source.
func plain(e cfa.Expr) cfa.Expr {
	if w, ok := e.(*cfa.Wrap); ok {
		return plain(w.X)
	}
	return cfa.MapOperands(e, plain)
}

// notes returns all approximations in source order.
func (a *Approximations) notes() []lang.Note {
	out := slices.Clone(a.paths)
	for _, n := range a.now {
		out = append(out, n)
	}
	slices.SortFunc(out, func(a, b lang.Note) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col),
			cmp.Compare(a.What, b.What))
	})
	return slices.Compact(out)
}
