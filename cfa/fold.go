package cfa

import (
	"slices"

	"github.com/whet-mc/whet/num/interval"
)

// Folding of temporaries: forward substitution of variables that the lowering made for one use (A. Aho et al.:
// Compilers, 2nd ed., section 8.5). Here it is restricted to straight lines of edges.
//
//	t = nondet(f)   x = t             becomes  x = nondet(f)
//	t = f()         x = t             becomes  x = f()
//	t = i           i = s32(t + 1)    becomes  i = s32(i + 1)
//
// Without folding, engines would have to track each temporary in addition to the variable that it is copied to.
// Temporaries would also appear in precisions, counterexamples and drawings.
//
// A temporary is folded if only one edge sets it, and only the edges out of one location, further down the line, read
// it. These edges then evaluate the value instead. The value is the same: no other edge leads to the line between the
// two places, and no operation there sets a variable or an array that the value depends on. It is undefined in the same
// runs: either the value is total, or only Skips lie between the two places and each edge at the second place evaluates
// the value.

const (
	foldNodes = 64 // the largest number of nodes of an expression that is folded
	foldSteps = 16 // the largest number of edges between the temporary's assignment and its use
)

// temp counts how a variable of the current procedure is used.
type temp struct {
	own  bool  // the variable is a temporary of the procedure; if not, the other fields are not used
	sets int   // the number of edges that set the variable
	set  *Edge // the first edge that sets the variable
	uses int   // the number of occurrences of the variable in expressions that operations evaluate
}

// folding folds the temporaries of one procedure after another.
type folding struct {
	temps []temp // by Var.ID: the uses of the variable
	told  []*Loc // the error locations of the procedure that have operands
}

// temp returns the entry of v; nil if v is not a temporary of the current procedure.
func (f *folding) temp(v *Var) *temp {
	if t := &f.temps[v.ID]; t.own {
		return t
	}
	return nil
}

// fold folds the temporaries of q. It replaces operations that become superfluous by Skip.
func (f *folding) fold(q *Proc) {
	some := false
	for _, v := range q.Locals {
		if v.Kind == TempVar {
			f.temps[v.ID], some = temp{own: true}, true
		}
	}
	if !some {
		return
	}
	defer func() {
		for _, v := range q.Locals {
			f.temps[v.ID] = temp{}
		}
	}()
	var at *Edge
	read := func(v *Var) {
		if t := f.temp(v); t != nil {
			t.uses++
		}
	}
	write := func(v *Var) {
		if t := f.temp(v); t != nil {
			if t.sets++; t.sets == 1 {
				t.set = at
			}
		}
	}
	f.told = f.told[:0]
	for _, l := range q.Locs {
		if len(l.Operands) > 0 {
			f.told = append(f.told, l)
		}
		for _, e := range l.Out {
			at = e
			Reads(e.Op, read, nil)
			Writes(e.Op, write, nil)
		}
	}
	// Later temporaries are folded first. Then the assignments of the temporaries in a value come right before its use.
	for i := len(q.Locals) - 1; i >= 0; i-- {
		v := q.Locals[i]
		t := f.temp(v)
		if t == nil || t.sets != 1 {
			continue
		}
		set := t.set
		switch o := set.Op.(type) {
		case *Assign:
			if t.uses == 0 && total(o.RHS) {
				Reads(o, func(w *Var) {
					if s := f.temp(w); s != nil {
						s.uses--
					}
				}, nil)
				set.Op = Skip{}
			} else if l := foldAssign(set, v, o.RHS, t.uses); l != nil {
				f.tell(l, v, o.RHS)
				// The variables in the value are now read as often as the temporary was.
				Reads(o, func(w *Var) {
					if s := f.temp(w); s != nil {
						s.uses += t.uses - 1
					}
				}, nil)
			}
		case *Havoc:
			if t.uses == 0 && o.Def.total() {
				Reads(o, func(w *Var) {
					if s := f.temp(w); s != nil {
						s.uses--
					}
				}, nil)
				set.Op = Skip{}
				break
			}
			// An Effect is not folded: it may leave the variable unchanged, and t and x had different values before.
			if x := foldCopy(set, v, t.uses, o.From.Range.Interval()); x != nil && o.From.Kind != Effect {
				set.Op = &Havoc{x.lhs, o.From, o.Def}
				x.edge.Op = Skip{}
				if s := f.temp(x.lhs); s != nil {
					s.replace(x.edge, set)
				}
			}
		case *Call:
			f.result(set, o, v, t.uses)
		}
	}
}

// replace records that the edge to sets the temporary now, if from was recorded before.
func (t *temp) replace(from, to *Edge) {
	if t.set == from {
		t.set = to
	}
}

// result folds the temporary v, which is a result of the call o on the edge set.
func (f *folding) result(set *Edge, o *Call, v *Var, uses int) {
	for i, r := range o.Results {
		if r != v {
			continue
		}
		x := foldCopy(set, v, uses, o.Callee.Results[i].Range.Interval())
		if x == nil {
			return
		}
		results := append([]*Var(nil), o.Results...)
		for _, w := range results {
			if w == x.lhs {
				return
			}
		}
		results[i] = x.lhs
		set.Op = &Call{o.Callee, o.Args, results}
		x.edge.Op = Skip{}
		if s := f.temp(x.lhs); s != nil {
			s.replace(x.edge, set)
		}
		return
	}
}

// line reports whether l has one edge in and one edge out, and is neither the entry nor the exit.
func (l *Loc) line() bool {
	return len(l.In) == 1 && len(l.Out) == 1 && l != l.Proc.Entry && l != l.Proc.Exit
}

// copyOf is an edge that copies a temporary to the variable lhs.
type copyOf struct {
	edge *Edge
	lhs  *Var
}

// foldCopy returns the edge that copies v to another variable if this is the only use of v, only Skips lie between the
// edge set and this edge, and the range of the other variable includes values; else nil.
func foldCopy(set *Edge, v *Var, uses int, values interval.Interval) *copyOf {
	l := set.To
	for n := 0; n < foldSteps && l.line(); n++ {
		e := l.Out[0]
		if _, ok := e.Op.(Skip); ok {
			l = e.To
			continue
		}
		if a, ok := e.Op.(*Assign); ok && uses == 1 && a.RHS == Expr(v) && a.LHS != v && values.Within(a.LHS.Range.Interval()) {
			return &copyOf{e, a.LHS}
		}
		break
	}
	return nil
}

// tell replaces v by its value in the operands of error locations, if the value is still the same there as at l.
// Operands only explain an error in reports.
func (f *folding) tell(l *Loc, v *Var, value Expr) {
	for _, bad := range f.told {
		for i, o := range bad.Operands {
			reads := false
			Walk(o.Value, func(e Expr) { reads = reads || e == Expr(v) })
			if reads && lasts(l, bad, value) {
				bad.Operands[i].Value = by(v, value).replace(o.Value, map[Expr]Expr{})
			}
		}
	}
}

// lasts reports whether all runs to the location bad pass l a few steps before, and no operation in between sets a
// variable or an array that the value reads.
func lasts(l, bad *Loc, value Expr) bool {
	var reads []*Var
	free := false
	Walk(value, func(e Expr) {
		switch e := e.(type) {
		case *Var:
			reads = append(reads, e)
			free = free || e.Proc == nil
		case *Select:
			free = true
		}
	})
	seen := []*Loc{bad}
	for i := 0; i < len(seen); i++ {
		at := seen[i]
		if len(at.In) == 0 || at == at.Proc.Entry || len(seen) > foldSteps {
			return false
		}
		for _, e := range at.In {
			clash := false
			if _, call := e.Op.(*Call); call {
				clash = free
			}
			Writes(e.Op, func(w *Var) { clash = clash || slices.Contains(reads, w) }, func(*Array) { clash = clash || free })
			if clash {
				return false
			}
			if e.From != l && !slices.Contains(seen, e.From) {
				seen = append(seen, e.From)
			}
		}
	}
	return true
}

// foldAssign replaces v by its value in the operations that read it, which are on edges out of one location, and
// returns this location. v is set on the edge set and is read uses times. If v cannot be folded, foldAssign changes
// nothing and returns nil.
func foldAssign(set *Edge, v *Var, value Expr, uses int) *Loc {
	if !Small(value, foldNodes) {
		return nil
	}
	var (
		nodes, free = 0, false // free: the value reads a global or a cell, which a call may change
		reads       []*Var
		cells       []*Array
	)
	Walk(value, func(e Expr) {
		nodes++
		switch e := e.(type) {
		case *Var:
			reads = append(reads, e)
			free = free || e.Proc == nil
		case *Select:
			cells = append(cells, e.Arr)
			free = true
		}
	})
	if slices.Contains(reads, v) {
		return nil
	}
	// Go to the location l before the edges that read v. next: only Skips lie between.
	l, next := set.To, true
	for n := 0; ; n++ {
		if n == foldSteps || len(l.In) != 1 || len(l.Out) == 0 || l == l.Proc.Entry {
			return nil
		}
		found := 0
		for _, e := range l.Out {
			found += occurrences(e.Op, v)
		}
		if found > 0 {
			if found != uses {
				return nil
			}
			break
		}
		if !l.line() {
			return nil
		}
		e := l.Out[0]
		switch e.Op.(type) {
		case Skip:
		case *Call:
			if free {
				return nil
			}
			next = false
		default:
			next = false
		}
		clash := false
		Writes(e.Op, func(w *Var) { clash = clash || slices.Contains(reads, w) }, func(a *Array) { clash = clash || slices.Contains(cells, a) })
		if clash {
			return nil
		}
		l = e.To
	}
	if !total(value) {
		if !next {
			return nil
		}
		for _, e := range l.Out {
			if !evaluates(e.Op, v) {
				return nil
			}
		}
	}
	if nodes > 1 {
		for _, e := range l.Out {
			if occurrences(e.Op, v) > 1 {
				return nil
			}
		}
	}
	for _, e := range l.Out {
		e.Op = substitute(e.Op, v, value)
	}
	set.Op = Skip{}
	return l
}

// occurrences returns how often v occurs in the expressions that the operation o evaluates.
func occurrences(o Op, v *Var) (n int) {
	Reads(o, func(w *Var) {
		if w == v {
			n++
		}
	}, nil)
	return n
}

// evaluates reports whether the operation is known to evaluate v in all runs: v occurs outside of the branches of an
// Ite, and at most boundsDepth levels deep.
func evaluates(o Op, v *Var) (yes bool) {
	OpExprs(o, func(e Expr) { yes = yes || evaluatesVar(e, v, boundsDepth) })
	return yes
}

// evaluatesVar is evaluates for an expression, to the given depth.
func evaluatesVar(e Expr, v *Var, depth int) bool {
	if e == Expr(v) {
		return true
	}
	if depth--; depth < 0 {
		return false
	}
	switch e := e.(type) {
	case *Select:
		return evaluatesVar(e.Idx, v, depth)
	case *Unary:
		return evaluatesVar(e.X, v, depth)
	case *Wrap:
		return evaluatesVar(e.X, v, depth)
	case *Ite:
		return evaluatesVar(e.C, v, depth)
	case *Binary:
		return evaluatesVar(e.X, v, depth) || evaluatesVar(e.Y, v, depth)
	}
	return false
}

// substitute returns the operation o with v replaced by value.
func substitute(o Op, v *Var, value Expr) Op {
	if occurrences(o, v) == 0 {
		return o
	}
	return mapReads(o, by(v, value), map[Expr]Expr{})
}

// by returns the replacement of v by value.
func by(v *Var, value Expr) leaves {
	return leaves{variable: func(w *Var) Expr {
		if w == v {
			return value
		}
		return w
	}}
}
