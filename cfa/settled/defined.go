package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Definitions: at a test, a variable may still have the value of the expression that was assigned to it. The test then
// says something of the variables of this expression, too (A. Miné: Symbolic methods to enhance the precision of numerical
// abstract domains. VMCAI 2006). Addresses are computed like this before they are tested:
//
//	p = a + 4*i; if (p <= a + 76) …    // i <= 19
//
// A definition is followed as long as the locations have one predecessor each: no other run gets there.

// definition is an assignment to a variable v whose value v still has.
type definition struct {
	by *cfa.Edge // the assignment
	op *cfa.Assign
}

// is returns the equation that says that d's variable has the value of d's expression.
func (d definition) is() cfa.Expr { return &cfa.Binary{Op: cfa.Eq, X: d.op.LHS, Y: d.op.RHS} }

// concerns reports whether bounds of v may follow from d and a test.
func (d definition) concerns(v *cfa.Var) bool { return v == d.op.LHS || reads(d.op.RHS, v) }

// mostFollowed is the largest number of edges over which a definition is followed.
const mostFollowed = 64

// findDefinitions finds the definitions at the tests of all procedures.
func (w *program) findDefinitions() {
	w.defined = map[*cfa.Edge][]definition{}
	for _, l := range w.p.Locs {
		for _, e := range l.Out {
			if a, ok := e.Op.(*cfa.Assign); ok && w.defines(a) {
				left := mostFollowed
				w.followDefinition(definition{e, a}, e.To, &left)
			}
		}
	}
}

// defines reports whether tests of the variable that a sets, or of the variables in its expression, are of use for the others.
func (w *program) defines(a *cfa.Assign) bool {
	if !w.tracked[a.LHS.ID] || isConst(a.RHS) || !cfa.Small(a.RHS, smallNodes) || reads(a.RHS, a.LHS) {
		return false
	}
	some, sums := false, true
	cfa.Walk(a.RHS, func(e cfa.Expr) {
		switch e := e.(type) {
		case *cfa.Const, *cfa.Wrap:
		case *cfa.Var:
			some = some || w.tracked[e.ID]
		case *cfa.Unary:
			sums = sums && e.Op == cfa.Neg
		case *cfa.Binary:
			sums = sums && (e.Op == cfa.Add || e.Op == cfa.Sub || e.Op == cfa.Mul && isConst(e.Y))
		default:
			sums = false
		}
	})
	return some && sums
}

// followDefinition records d at the tests from l on, as long as its variables keep their values. left is the number of edges
// that may still be followed.
func (w *program) followDefinition(d definition, l *cfa.Loc, left *int) {
	if len(l.In) != 1 || l == l.Proc.Entry {
		return
	}
	for _, e := range l.Out {
		if *left--; *left < 0 {
			return
		}
		c, isCall := e.Op.(*cfa.Call)
		changed := isCall && mayChange(c, d.is())
		cfa.Writes(e.Op, func(v *cfa.Var) { changed = changed || d.concerns(v) }, nil)
		if changed {
			continue
		}
		if a, ok := e.Op.(*cfa.Assume); ok {
			tested := false
			cfa.ExprReads(a.Cond, func(v *cfa.Var) { tested = tested || d.concerns(v) }, nil)
			if tested {
				w.defined[e] = append(w.defined[e], d)
			}
		}
		w.followDefinition(d, e.To, left)
	}
}

// byDefinitions returns s, the state after the test e, with the bounds that follow from the definitions there. A contradiction
// between them is left to the facts.
func (x *analysis) byDefinitions(e *cfa.Edge, s state) state {
	if !s.live {
		return s
	}
	for _, d := range x.w.defined[e] {
		t := s
		x.learn(&t, d.op.RHS, t.env.Var(d.op.LHS))
		if t.live {
			x.learn(&t, d.op.LHS, bounds(t.env, d.op.RHS).Meet(t.env.Var(d.op.LHS)))
		}
		if t.live && !t.env.Var(d.op.LHS).IsEmpty() {
			s = t
		}
	}
	return s
}

// byDefinition demands, in front of the test e, the definitions from which bounds of v may follow, with the bounds of their
// variables.
func (n *needed) byDefinition(at place, e *cfa.Edge, v *cfa.Var) {
	for _, d := range n.w.defined[e] {
		if d.concerns(v) {
			n.bounds(at, d.is())
			n.bounds(at, e.Op.(*cfa.Assume).Cond)
			n.defines(at, d)
		}
	}
}

// defines records d at a place and at all locations from its assignment on.
func (n *needed) defines(at place, d definition) {
	id := n.add(d.is())
	for l := at.l; ; l = l.In[0].From {
		list := &n.at[at.x.id][l.Index]
		if slices.Contains(*list, id) {
			return
		}
		*list = append(*list, id)
		if l.In[0] == d.by {
			return
		}
	}
}
