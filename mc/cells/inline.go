// Calls in a layout for all procedures together (Whole). The callee's variables have dimensions of their own, of
// which nothing is known outside of its activation. So a procedure can have only one activation at a time.

package cells

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
)

// Step returns the image of a step of a path; none of its elements is empty. If skip is set the step is a call that
// is not followed.
func (t *Transfer[E]) Step(l *Layout, s E, st cfa.Step, skip bool) []E {
	switch {
	case skip:
		return []E{t.Skip(l, s, st.Edge)}
	case st.Kind == cfa.Enter:
		return t.Call(l, s, st.Edge)
	case st.Kind == cfa.Return:
		if u := t.Back(l, s, st.Edge); !u.IsBottom() {
			return []E{u}
		}
		return nil
	}
	return t.Post(l, s, st.Edge)
}

// Call returns elements whose union contains all states at the callee's entry for callers in s: the parameters have
// the values of the arguments. No element is empty; the list may be.
func (t *Transfer[E]) Call(l *Layout, s E, call *cfa.Edge) []E {
	op := call.Op.(*cfa.Call)
	x := t.evaluator(l, call)
	if len(l.movers)+len(l.quotients) > 0 {
		// The activation gives its variables new values, so the cells whose indexes contain them move.
		s = forget(s, l.Own(op.Callee))
	}
	out := []E{s}
	for i, p := range op.Callee.Params {
		d, ok := l.Var(p)
		if !ok || i >= len(op.Args) {
			continue
		}
		var next []E
		for _, s := range out {
			for _, c := range x.term(s, op.Args[i]) {
				t.assign(x, c, p, d, func(u E) {
					u = within(u, d, p.Range)
					if n := u.Dims(); n > l.Dims() {
						u = u.RemoveDims(extra(l.Dims(), n)...)
					}
					if !u.IsBottom() {
						next = append(next, u)
					}
				})
			}
		}
		out = few(next)
	}
	return out
}

// Back returns the states after the call, for s at the callee's exit: results are assigned, and the callee's own
// variables and cells are forgotten.
func (t *Transfer[E]) Back(l *Layout, s E, call *cfa.Edge) E {
	op := call.Op.(*cfa.Call)
	for i, v := range op.Results {
		if v == nil {
			continue
		}
		d, ok := l.Var(v)
		if !ok {
			continue
		}
		if r, ok := l.Var(op.Callee.Results[i]); ok {
			s = s.Assign(d, linear.X(r))
		} else {
			s = s.Havoc(d)
		}
		s = giveOrder(l, unsettle(l, within(s, d, v.Range), v), v, op.Callee.Results[i])
	}
	return forget(s, l.Own(op.Callee))
}

// Own returns the dimensions of a procedure's own variables and cells, and of cells, sums and other derived slots
// that depend on its variables.
func (l *Layout) Own(q *cfa.Proc) []int {
	var dims []int
	for d, s := range l.Slots {
		if s.Derived() {
			if s.DerivedFrom(func(v *cfa.Var) bool { return v.Proc == q }) || s.isSum() && s.Arr.Proc == q {
				dims = append(dims, d)
			}
			continue
		}
		if s.Var != nil && s.Var.Proc == q || s.Var == nil && (s.Arr.Proc == q || s.Idx.Term.among(func(v *cfa.Var) bool { return v.Proc == q })) {
			dims = append(dims, d)
		}
	}
	return dims
}

// Skip returns the states after a call that is not followed: its results, and everything that the callee may change,
// have any value.
func (t *Transfer[E]) Skip(l *Layout, s E, call *cfa.Edge) E {
	op := call.Op.(*cfa.Call)
	lost := l.lost(op)
	s = forget(s, lost)
	for _, d := range lost {
		if v := l.Slots[d].Var; v != nil {
			s = within(s, d, v.Range)
		} else {
			s = within(s, d, l.Slots[d].Arr.Elem)
		}
	}
	return s
}

// lost returns the dimensions that a call may change in its caller's view.
func (l *Layout) lost(op *cfa.Call) []int {
	var dims []int
	changes := func(v *cfa.Var) bool { return op.Callee.Mods.Has(v) || slices.Contains(op.Results, v) }
	for d, s := range l.Slots {
		switch {
		case s.Var == nil:
			if op.Callee.Modifies(s.Arr) || s.Idx.Term.among(changes) {
				dims = append(dims, d)
			}
		case s.Derived():
			if s.DerivedFrom(changes) {
				dims = append(dims, d)
			}
		case changes(s.Var):
			dims = append(dims, d)
		}
	}
	return dims
}

// forget forgets the dimensions dims.
func forget[E interface{ Havoc(...int) E }](s E, dims []int) E {
	if len(dims) == 0 {
		return s
	}
	return s.Havoc(dims...)
}
