package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Pointers into objects. If a pointer leads to the first byte of an object, a check needs a fact about the pointer's
// address. If it leads to a later byte, a check needs a fact about the owner of the address, which is the address of
// the object. The analysis looks for facts of the second kind only where a pointer may have been moved.

// movedPointers are the variables and arrays that may have moved pointers: addresses made by adding something to a
// pointer. These are the variables for which the model promises an owner (cfa/lower, moved.go), and all variables and
// arrays that may get their values from them, on any path.
type movedPointers struct {
	vars   map[*cfa.Var]bool
	arrays map[*cfa.Array]bool
}

// findMoved finds the variables and arrays that may have moved pointers, in time linear in the size of the program.
func (w *program) findMoved() {
	m := movedPointers{map[*cfa.Var]bool{}, map[*cfa.Array]bool{}}
	varReaders, arrReaders := map[*cfa.Var][]*cfa.Edge{}, map[*cfa.Array][]*cfa.Edge{}
	var work []*cfa.Edge
	addVar := func(v *cfa.Var) {
		if !m.vars[v] {
			m.vars[v] = true
			work = append(work, varReaders[v]...)
		}
	}
	addArr := func(a *cfa.Array) {
		if !m.arrays[a] && !a.Shadow {
			m.arrays[a] = true
			work = append(work, arrReaders[a]...)
		}
	}
	for _, e := range w.p.Edges {
		switch op := e.Op.(type) {
		case *cfa.Assume:
			continue
		case *cfa.Call:
			for _, v := range op.Callee.Results {
				varReaders[v] = append(varReaders[v], e)
			}
		}
		cfa.Reads(e.Op, func(v *cfa.Var) { varReaders[v] = append(varReaders[v], e) }, func(a *cfa.Array) { arrReaders[a] = append(arrReaders[a], e) })
	}
	for _, e := range w.p.Edges {
		if a, ok := e.Op.(*cfa.Assume); ok && a.Always && !a.Chosen {
			for _, o := range owners(a.Cond) {
				cfa.ExprReads(o.Idx, addVar, nil)
			}
		}
	}
	for len(work) > 0 {
		e := work[len(work)-1]
		work = work[:len(work)-1]
		switch op := e.Op.(type) {
		case *cfa.Assign:
			if m.in(op.RHS) {
				addVar(op.LHS)
			}
		case *cfa.Store:
			if m.in(op.Val) {
				addArr(op.Arr)
			}
		case *cfa.Fill:
			if op.Val != nil && m.in(op.Val) {
				addArr(op.Arr)
			}
		case *cfa.Copy:
			if m.arrays[op.Src] {
				addArr(op.Dst)
			}
		case *cfa.Call:
			for i, arg := range op.Args {
				if m.in(arg) {
					addVar(op.Callee.Params[i])
				}
			}
			for i, v := range op.Results {
				if v != nil && m.vars[op.Callee.Results[i]] {
					addVar(v)
				}
			}
		}
	}
	w.moved = m
}

// in reports whether the value of e may be a moved pointer, or be computed from one.
func (m *movedPointers) in(e cfa.Expr) bool {
	switch e := e.(type) {
	case *cfa.Var:
		return m.vars[e]
	case *cfa.Select:
		return m.arrays[e.Arr]
	case *cfa.Unary:
		return m.in(e.X)
	case *cfa.Wrap:
		return m.in(e.X)
	case *cfa.Binary:
		return m.in(e.X) || m.in(e.Y)
	case *cfa.Ite:
		return m.in(e.T) || m.in(e.E)
	}
	return false
}

// owners lists the cells that are operands of comparisons in c and that may record the owner of an address: cells of
// shadow arrays other than the sizes of blocks.
func owners(c cfa.Expr) (list []*cfa.Select) {
	cfa.Walk(c, func(e cfa.Expr) {
		if b, ok := e.(*cfa.Binary); ok && b.Op.Comparison() {
			for _, e := range []cfa.Expr{b.X, b.Y} {
				if ofShadow(e) {
					list = append(list, e.(*cfa.Select))
				}
			}
		}
	})
	return list
}

// entersObjects reports whether a test that leads to the error location l reads a record of the owner of a moved
// pointer.
func (w *program) entersObjects(l *cfa.Loc) bool {
	return slices.ContainsFunc(testsOf(l), w.intoObjects)
}

// intoObjects reports whether the test e reads the owner of a moved pointer, or a record of it: block sizes[owner[p]],
// where p may be moved.
func (w *program) intoObjects(e *cfa.Edge) (yes bool) {
	a, ok := e.Op.(*cfa.Assume)
	if !ok {
		return false
	}
	cfa.Walk(a.Cond, func(e cfa.Expr) {
		s, ok := e.(*cfa.Select)
		if !ok || !s.Arr.Shadow {
			return
		}
		if of, nested := s.Idx.(*cfa.Select); nested && of.Arr.Shadow {
			yes = yes || w.moved.in(of.Idx)
		}
		if isOwners(s.Arr) {
			yes = yes || w.moved.in(s.Idx)
		}
	})
	return yes
}
