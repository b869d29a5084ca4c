package refine

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/unions"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
	"github.com/whet-mc/whet/smt"
)

// graphAnnotations makes annotations of a reached graph: each activation is a context, each node an annotation. nil where the
// states are of a kind that has no formulas, or the context ends.
func graphAnnotations(ctx context.Context, g *mc.Graph) *Annotations {
	x := &graphWriter{a: NewAnnotations(g.Program, nil), g: g, made: map[*mc.Node]*Annotation{}}
	x.pass = passable(g.Program)
	x.formulas.a = x.a
	x.formulas.read(g.Program)
	acts := slices.Clone(g.Activations)
	// The start is the first activation; graphs promise no order.
	slices.SortStableFunc(acts, func(a, b *mc.Activation) int { return rank(g, a) - rank(g, b) })
	contexts := map[*mc.Activation]*Context{}
	for _, a := range acts {
		contexts[a] = x.a.Context(a.Proc)
		for _, l := range a.Proc.Locs {
			if x.pass[l] {
				contexts[a].Pass[l] = true
			}
		}
	}
	for i, n := range g.Nodes {
		if i%1024 == 0 && effort.Done(ctx) {
			return nil
		}
		if n.Gone || n.By != nil || x.pass[n.Loc] {
			continue
		}
		conj, ok := x.formulas.of(n.State)
		if !ok {
			return nil
		}
		x.made[n] = contexts[n.Act].Add(n.Loc, conj...)
	}
	for i, n := range g.Nodes {
		if i%1024 == 0 && effort.Done(ctx) {
			return nil
		}
		if x.made[n] != nil {
			x.hints(n)
		}
	}
	// Of several activations that a call entered the latest is the one whose entry contains what is entered now.
	for k := len(acts) - 1; k >= 0; k-- {
		a := acts[k]
		for i, site := range a.Sites {
			if n := x.made[site]; n != nil {
				h := n.hint(a.SiteEdge(i))
				h.Callee = append(h.Callee, contexts[a])
			}
		}
	}
	return x.a
}

func rank(g *mc.Graph, a *mc.Activation) int {
	if a.Proc == g.Program.Start {
		return 0
	}
	return 1
}

// passable are the locations that need no annotation, since there is one way to them and no call at them: there, what the
// annotations before say is all that is to be said.
func passable(p *cfa.Program) map[*cfa.Loc]bool {
	pass := map[*cfa.Loc]bool{}
	call := func(e *cfa.Edge) bool {
		_, ok := e.Op.(*cfa.Call)
		return ok
	}
	for _, l := range p.Locs {
		if len(l.In) == 1 && len(l.Out) > 0 && l != l.Proc.Entry && l != l.Proc.Exit && !l.LoopHead && l.Error == nil &&
			!call(l.In[0]) && !slices.ContainsFunc(l.Out, call) {
			pass[l] = true
		}
	}
	return pass
}

type graphWriter struct {
	a        *Annotations
	g        *mc.Graph
	pass     map[*cfa.Loc]bool
	made     map[*mc.Node]*Annotation
	formulas stateFormulas
}

// hint returns the hint of an annotation for an edge.
func (n *Annotation) hint(e *cfa.Edge) *Hint {
	for i := range n.Next {
		if n.Next[i].Edge == e {
			return &n.Next[i]
		}
	}
	n.Next = append(n.Next, Hint{Edge: e})
	return &n.Next[len(n.Next)-1]
}

// hints notes where the steps from a node lead.
func (x *graphWriter) hints(n *mc.Node) {
	from := x.made[n]
	for _, m := range n.Out {
		for _, l := range m.In {
			if l.From == n {
				h := from.hint(l.Edge)
				x.targets(m, h, 0)
			}
		}
	}
}

// mostHints bounds the hints of one edge, and mostPassed the nodes that are passed one after another; beyond, the checker
// has to look for itself.
const (
	mostHints  = 64
	mostPassed = 1000
)

// targets adds the annotations that a path to m leads to.
func (x *graphWriter) targets(m *mc.Node, h *Hint, depth int) {
	if m.By != nil {
		x.targets(m.By, h, depth+1)
		for _, o := range m.Also() {
			x.targets(o, h, depth+1)
		}
		return
	}
	if len(h.To) >= mostHints || depth > mostPassed {
		return
	}
	if t := x.made[m]; t != nil {
		if !slices.Contains(h.To, t) {
			h.To = append(h.To, t)
		}
		return
	}
	for _, o := range m.Out {
		x.targets(o, h, depth+1)
	}
}

// stateFormulas says states in formulas.
type stateFormulas struct {
	a    *Annotations
	vars cfa.VarSet   // those that anything in the program reads; of others nothing need be said
	arrs cfa.ArraySet // which the slice may have changed: an argument that does not matter is 0 there
}

func (x *stateFormulas) read(p *cfa.Program) {
	for _, l := range p.Locs {
		for _, e := range l.Out {
			cfa.Reads(e.Op, x.vars.Add, x.arrs.Add)
			if c, ok := e.Op.(*cfa.Call); ok {
				for i, v := range c.Results {
					if v != nil {
						x.vars.Add(c.Callee.Results[i])
					}
				}
			}
		}
	}
}

// of returns a conjunction that says what a state says, and whether it is of a kind that is known.
func (x *stateFormulas) of(s mc.State) ([]*smt.Term, bool) {
	switch s := s.(type) {
	case *value.State:
		return x.values(s), true
	case *unions.State[*poly.Polyhedron]:
		return x.linear(s.Layout.Slots, s.Elem.Constraints(), x.a.Program.Arith != cfa.Real), true
	case *unions.State[*octagon.Octagon]:
		return x.linear(s.Layout.Slots, s.Elem.Constraints(), x.a.Program.Arith != cfa.Real), true
	}
	return nil, false
}

// mostFilled is how many cells of a filled range are told one by one.
const mostFilled = 256

func (x *stateFormulas) values(s *value.State) []*smt.Term {
	b := x.a.Builder
	out := make([]*smt.Term, 0, s.Size())
	is := func(t *smt.Term, v num.Int) { out = append(out, b.Eq(t, b.Num(num.RatOfInt(v), b.IntSort()))) }
	s.Vars(func(v *cfa.Var, k num.Int) {
		if x.vars.Has(v) {
			is(x.a.Term(Symbol{Var: v}), k)
		}
	})
	cell := func(a *cfa.Array, i int64, k num.Int) {
		if x.arrs.Has(a) {
			is(b.Select(x.a.Term(Symbol{Array: a}), b.IntNum(i)), k)
		}
	}
	s.Cells(cell)
	s.Fills(func(a *cfa.Array, lo, hi int64, k num.Int) {
		for i := lo; i <= hi && uint64(i)-uint64(lo) < mostFilled; i++ {
			if v, ok := s.Cell(a, num.Of(i)); ok && v.Equal(k) {
				cell(a, i, k)
			}
		}
	})
	return out
}

// linear translates constraints over slots.
func (x *stateFormulas) linear(slots []cells.Slot, cs []linear.Constraint, integers bool) []*smt.Term {
	out := make([]*smt.Term, 0, len(cs))
	for _, c := range cs {
		if integers {
			c = c.Tighten() // what is said of the integers is the same, in fewer forms
		}
		if f := x.constraint(slots, c.Primitive()); !f.IsTrue() {
			out = append(out, f)
		}
	}
	return out
}

func (x *stateFormulas) constraint(slots []cells.Slot, c linear.Constraint) *smt.Term {
	b := x.a.Builder
	var coefs []num.Rat
	var terms []*smt.Term
	for t := range c.Expr.Terms() {
		coefs = append(coefs, t.Coef)
		terms = append(terms, x.slot(slots[t.Var]))
	}
	sum := b.Linear(b.IntSort(), c.Expr.Constant(), coefs, terms)
	zero := b.IntNum(0)
	switch c.Rel {
	case linear.EQ:
		return b.Eq(sum, zero)
	case linear.LT:
		return b.Lt(sum, zero)
	}
	return b.Le(sum, zero)
}

func (x *stateFormulas) slot(s cells.Slot) *smt.Term {
	b := x.a.Builder
	if s.Quotient != nil {
		return b.Div(x.index(s.Quotient.Term), num.RatOf(s.Quotient.By))
	}
	if s.Product != nil {
		fs := make([]*smt.Term, len(s.Product.Factors))
		for i, f := range s.Product.Factors {
			fs[i] = x.slot(cells.Slot{Var: f.Var, Arr: f.Arr, Idx: f.Idx})
		}
		return b.Mul(fs...)
	}
	if s.Var != nil {
		return x.a.Term(Symbol{Var: s.Var, Entry: s.Entry})
	}
	i := b.Num(num.RatOfInt(s.Idx.Num), b.IntSort())
	if s.Idx.Ghost != nil {
		i = x.a.Term(Symbol{Var: s.Idx.Ghost})
	}
	if s.Idx.Term != nil {
		i = x.index(s.Idx.Term)
	}
	return b.Select(x.a.Term(Symbol{Array: s.Arr, Entry: s.Entry}), i)
}

// index is a linear term over present values.
func (x *stateFormulas) index(t *cells.Term) *smt.Term {
	b := x.a.Builder
	var coefs []num.Rat
	var terms []*smt.Term
	for _, p := range t.Parts {
		coefs = append(coefs, num.RatOfInt(p.Coef))
		terms = append(terms, x.a.Term(Symbol{Var: p.Var}))
	}
	return b.Linear(b.IntSort(), num.RatOfInt(t.Const), coefs, terms)
}
