package value

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/num"
)

// Backward interpolation.
//
// needs[i] is the set of variables and cells whose values in States[i] contradict the rest of the path. For the
// contradictory step k itself, needs[k+1] would be "false", and needs[k] is a small set of values that contradicts
// the assumption. For any other step i, needs[i] is a set N of variables and cells that have values in States[i],
// such that
//
//	SP_op(state restricted to N) has values for everything in needs[i+1]
//
// This makes the sequence inductive; Algorithm 4 searches for the same from the other end. N is minimised greedily as
// in Algorithm 3, but one operation suffices to test a candidate, since the required result of the operation is
// known. Operations that set nothing in needs[i+1] are skipped. Removal is tried first for the variables that are
// most expensive to track (loop counters first).
//
// A call has two sides: values that the callee provides are needed at its exit; values that it cannot change are
// still needed in the caller, before the call. The latter are kept on a stack while the callee's steps are processed.

// Proof explains why a prefix of a path is infeasible: the values of Needs[i] hold after i steps, for i up to Step,
// and step Step is then impossible.
type Proof struct {
	Step  int
	Needs []*Need // has length Step+1
	Cost  int
}

// Interpolate explains the contradiction at step k, which must be in t.Bad. It returns nil if the budget ends.
func (c *Checker) Interpolate(ctx context.Context, t *Trace, k int) *Proof {
	p := &Proof{Step: k, Needs: make([]*Need, k+1)}
	var past []*Need // needs of the callers, one for each callee being processed
	bad := t.Bad
	for len(bad) > 0 && bad[len(bad)-1] >= k {
		bad = bad[:len(bad)-1]
	}
	need := c.contradiction(t, k, &past)
	p.Needs[k] = need
	for i := k - 1; i >= 0; i-- {
		if effort.Done(ctx) {
			return nil
		}
		step, s := t.Path[i], t.States[i]
		if len(bad) > 0 && bad[len(bad)-1] == i { // this contradictory step is left out
			bad = bad[:len(bad)-1]
			p.Needs[i] = need
			continue
		}
		switch step.Kind {
		case cfa.Intra:
			need = c.before(s, step.Edge, need)
		case cfa.Enter:
			var caller *Need
			if n := len(past); n > 0 {
				caller, past = past[n-1], past[:n-1]
			}
			need = c.arguments(s, step.Edge, need).union(caller)
		case cfa.Return:
			// The caller's state is the state before the matching Enter.
			call := t.States[t.enter[i]]
			var inside *Need
			inside, caller := split(step.Edge, need, call)
			past = append(past, caller)
			need = inside
		}
		p.Needs[i] = need
	}
	return p
}

// contradiction returns the values that make step k impossible.
func (c *Checker) contradiction(t *Trace, k int, past *[]*Need) *Need {
	step, s := t.Path[k], t.States[k]
	if step.Kind == cfa.Return {
		// A global that the callee does not modify has different known values on both sides.
		call := t.States[t.enter[k]]
		q := step.Edge.Op.(*cfa.Call).Callee
		var vars []*cfa.Var
		s.Vars(func(v *cfa.Var, x num.Int) {
			if y, ok := call.Var(v); v.Proc == nil && ok && !q.Mods.Has(v) && !x.Equal(y) && len(vars) == 0 {
				vars = append(vars, v)
			}
		})
		*past = append(*past, build(vars, nil))
		return build(vars, nil)
	}
	return c.minimise(s, step.Edge, nil, func(t *value.State) bool { return t == nil })
}

// before returns the need before an edge, given the need after the edge.
func (c *Checker) before(s *value.State, e *cfa.Edge, need *Need) *Need {
	if need.Empty() {
		return need
	}
	switch op := e.Op.(type) {
	case cfa.Skip:
		return need
	case *cfa.Havoc:
		if op.Def == nil || !need.hasVar(op.LHS) {
			return need
		}
	case *cfa.Assume:
		if need.Known(s) && !mentions(op.Cond, need) {
			return need
		}
	case *cfa.Assign:
		if !need.hasVar(op.LHS) {
			return need
		}
	case *cfa.Store:
		if !need.hasArray(op.Arr) {
			return need
		}
	case *cfa.Fill:
		if !need.hasArray(op.Arr) {
			return need
		}
	case *cfa.Copy:
		if !need.hasArray(op.Dst) {
			return need
		}
	}
	return c.minimise(s, e, need, need.Knows)
}

// Knows does what Known does, but accepts a nil state, which is impossible and so satisfies every need.
func (n *Need) Knows(s *value.State) bool { return s == nil || n.Known(s) }

// minimise finds a small set of values in s from which the edge leads to a state that the function "enough" accepts.
// Candidates are the members of need and the values that the operation reads.
func (c *Checker) minimise(s *value.State, e *cfa.Edge, need *Need, enough func(*value.State) bool) *Need {
	read := c.reads(s, e, need)
	keep := need.filter(
		func(v *cfa.Var) bool { _, ok := s.Var(v); return ok && !read.hasVar(v) },
		func(x Cell) bool {
			_, ok := s.Cell(x.Arr, num.Of(x.Idx))
			return ok && !slices.Contains(read.cells(), x)
		})
	// The members are tried in the order of their cost, the most expensive first. The old value of a variable that
	// the edge sets can only be needed for the variable's new value.
	type item struct {
		v    *cfa.Var
		c    Cell
		cost int
		gone bool
	}
	var items []item
	for _, v := range read.vars() {
		items = append(items, item{v: v, cost: c.use.cost(v)})
	}
	for _, x := range read.cells() {
		items = append(items, item{c: x, cost: cellCost})
	}
	slices.SortStableFunc(items, func(a, b item) int { return b.cost - a.cost })
	collect := func() *Need {
		var vars []*cfa.Var
		var cells []Cell
		for _, it := range items {
			if it.gone {
				continue
			}
			if it.v != nil {
				vars = append(vars, it.v)
			} else {
				cells = append(cells, it.c)
			}
		}
		return build(vars, cells).union(keep)
	}
	// Large expressions are not worth a quadratic number of tests.
	if len(items) <= 64 {
		for i := range items {
			items[i].gone = true
			if !enough(c.post(c.cut(s, collect()), e)) {
				items[i].gone = false
			}
		}
	}
	return collect()
}

// cut returns the state s restricted to the values in need.
func (c *Checker) cut(s *value.State, need *Need) *value.State {
	return s.Only(need.vars(), func(f func(a *cfa.Array, i int64)) {
		for _, x := range need.cells() {
			f(x.Arr, x.Idx)
		}
	})
}

// reads returns the variables and cells at known indexes that the operation reads and s has values for. If need is
// not empty and s has a value for the variable that the operation sets, the result has this variable, too. So
// minimise tries to drop its old value.
func (c *Checker) reads(s *value.State, e *cfa.Edge, need *Need) *Need {
	r := reader{dom: c.dom, s: s}
	switch op := e.Op.(type) {
	case *cfa.Assume:
		r.expr(op.Cond)
	case *cfa.Assign:
		r.expr(op.RHS)
		r.set = op.LHS
	case *cfa.Havoc:
		if op.Def != nil {
			for _, a := range op.Def.Args {
				r.expr(a)
			}
			r.set = op.LHS
		}
	case *cfa.Store:
		r.expr(op.Idx)
		r.expr(op.Val)
		// Removal of the stored cell is tried, too.
		r.add(op.Arr, op.Idx)
	case *cfa.Fill:
		if op.Lo != nil {
			r.expr(op.Lo)
			r.expr(op.Hi)
		}
		if op.Val != nil {
			r.expr(op.Val)
		}
		r.cellsOf(op.Arr, need, 0)
	case *cfa.Copy:
		r.expr(op.DstLo)
		r.expr(op.SrcLo)
		r.expr(op.N)
		d, ok1 := c.dom.Eval(s, op.DstLo)
		f, ok2 := c.dom.Eval(s, op.SrcLo)
		if by, ok3 := f.Sub(d).Int64(); ok1 && ok2 && ok3 {
			for _, x := range need.cells() {
				if x.Arr == op.Dst {
					r.known(op.Src, x.Idx+by)
				}
			}
		}
		r.cellsOf(op.Dst, need, 0)
	case *cfa.Call:
		for _, a := range op.Args {
			r.expr(a)
		}
	}
	if r.set != nil && !need.Empty() {
		// The old value of x is needed before x := e if e reads x, and otherwise not. So its removal must be tried.
		n := build(r.vars, r.cells)
		if !n.hasVar(r.set) {
			if _, ok := s.Var(r.set); ok {
				r.vars = append(r.vars, r.set)
			}
		}
	}
	return build(r.vars, r.cells)
}

// reader collects the variables and cells that an expression reads.
type reader struct {
	dom   *value.Domain
	s     *value.State
	vars  []*cfa.Var
	cells []Cell
	set   *cfa.Var
}

func (r *reader) expr(e cfa.Expr) {
	switch e := e.(type) {
	case *cfa.Var:
		if _, ok := r.s.Var(e); ok {
			r.vars = append(r.vars, e)
		}
	case *cfa.Select:
		r.expr(e.Idx)
		r.add(e.Arr, e.Idx)
	case *cfa.Unary:
		r.expr(e.X)
	case *cfa.Binary:
		r.expr(e.X)
		r.expr(e.Y)
	case *cfa.Wrap:
		r.expr(e.X)
	case *cfa.Ite:
		r.expr(e.C)
		r.expr(e.T)
		r.expr(e.E)
	}
}

func (r *reader) add(a *cfa.Array, idx cfa.Expr) {
	if i, ok := r.dom.Eval(r.s, idx); ok {
		if k, ok := i.Int64(); ok {
			r.known(a, k)
		}
	}
}

func (r *reader) known(a *cfa.Array, i int64) {
	if _, ok := r.s.Cell(a, num.Of(i)); ok {
		r.cells = append(r.cells, Cell{a, i})
	}
}

func (r *reader) cellsOf(a *cfa.Array, need *Need, by int64) {
	for _, x := range need.cells() {
		if x.Arr == a {
			r.known(a, x.Idx+by)
		}
	}
}

// split divides the need after a call into the part that the callee's exit provides, and the part that the caller
// keeps. call is the caller's state before the call.
func split(e *cfa.Edge, need *Need, call *value.State) (inside, caller *Need) {
	op := e.Op.(*cfa.Call)
	q := op.Callee
	var vars []*cfa.Var
	result := map[*cfa.Var]bool{}
	for i, v := range op.Results {
		if v != nil && need.hasVar(v) {
			vars = append(vars, q.Results[i])
			result[v] = true
		}
	}
	fromExit := func(v *cfa.Var) bool {
		if v.Proc != nil || result[v] {
			return false
		}
		_, known := call.Var(v)
		return q.Mods.Has(v) || !known // a value that was unknown before became known inside
	}
	cellFromExit := func(c Cell) bool {
		if c.Arr.Proc != nil {
			return false
		}
		_, known := call.Cell(c.Arr, num.Of(c.Idx))
		return q.ModsArrays.Has(c.Arr) || !known
	}
	inside = need.filter(fromExit, cellFromExit).union(build(vars, nil))
	caller = need.filter(
		func(v *cfa.Var) bool { return !result[v] && !fromExit(v) },
		func(c Cell) bool { return !cellFromExit(c) })
	return inside, caller
}

// arguments returns the need of the caller, given the need at the callee's entry.
func (c *Checker) arguments(s *value.State, e *cfa.Edge, need *Need) *Need {
	global := need.filter(
		func(v *cfa.Var) bool { return v.Proc == nil },
		func(c Cell) bool { return c.Arr.Proc == nil })
	op := e.Op.(*cfa.Call)
	out := global
	for i, v := range op.Callee.Params {
		if i >= len(op.Args) || !need.hasVar(v) {
			continue
		}
		// As for an assignment to v: drop variables that the value does not depend on.
		r := reader{dom: c.dom, s: s}
		r.expr(op.Args[i])
		vars, cells := r.vars, r.cells
		for k := 0; k < len(vars); {
			rest := slices.Delete(slices.Clone(vars), k, k+1)
			if _, ok := c.dom.Eval(c.cut(s, build(rest, cells)), op.Args[i]); ok {
				vars = rest
			} else {
				k++
			}
		}
		out = out.union(build(vars, cells))
	}
	return out
}

// Known returns the variables and cells in an expression that s has values for.
func (c *Checker) Known(s *value.State, e cfa.Expr) *Need {
	r := reader{dom: c.dom, s: s}
	r.expr(e)
	return build(r.vars, r.cells)
}

// Track adds the proof's needs to a precision along the nodes of the path. It returns the first node whose values
// lack some of its need, or nil, and whether the precision grew.
func (p *Proof) Track(prec *value.Precision, nodes []*mc.Node, values func(*mc.Node) *value.State) (first *mc.Node, grew bool) {
	for i, need := range p.Needs {
		grew = need.Track(prec, nodes[i].Loc) || grew
		if first == nil && !need.Known(values(nodes[i])) {
			first = nodes[i]
		}
	}
	return first, grew
}

// Steps returns the steps of the path that the contradiction depends on, ascending: the steps at which the need
// changes, and the last step.
func (p *Proof) Steps() []int {
	var out []int
	for i := range p.Step {
		if !p.Needs[i].same(p.Needs[i+1]) {
			out = append(out, i)
		}
	}
	return append(out, p.Step)
}

// same reports whether two needs are the same set.
func (n *Need) same(m *Need) bool {
	return n == m || slices.Equal(n.vars(), m.vars()) && slices.Equal(n.cells(), m.cells())
}
