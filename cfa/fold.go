package cfa

import (
	"slices"

	"github.com/whet-mc/whet/num/interval"
)

// Folding of temporaries: forward substitution of variables that the lowering has
// made for one use (A. Aho et al.: Compilers, 2nd ed., section 8.5; here within
// straight lines of edges only).
//
//	t = nondet(f)   x = t             becomes  x = nondet(f)
//	t = f()         x = t             becomes  x = f()
//	t = i           i = s32(t + 1)    becomes  i = s32(i + 1)
//
// It matters to engines: each temporary would have to be tracked along with the variable
// that it is copied to, and would appear in precisions, counterexamples and drawings.
//
// A temporary goes where it is set on one edge only, and read only by the edges of the next branch
// or operation after it. What it holds is evaluated there instead. That is the same
// value: between the two, on a line that nothing joins, lie only operations that set nothing
// that it depends on. It is undefined in the same runs: either it is total, or
// the two are neighbours and whichever edge is taken evaluates it.

const (
	foldNodes = 64 // larger expressions stay in their temporaries
	foldSteps = 16 // how many edges lie between at most
)

// temp is how a temporary of the procedure at hand is used.
type temp struct {
	own  bool  // it is one
	sets int   // how many edges set it
	set  *Edge // the first of these
	uses int   // reading occurrences
}

// folding folds the temporaries of one procedure after another.
type folding struct {
	temps []temp // by Var.ID
	told  []*Loc // error locations of the procedure that have operands
}

// temp is nil for what is no temporary of the procedure at hand.
func (f *folding) temp(v *Var) *temp {
	if t := &f.temps[v.ID]; t.own {
		return t
	}
	return nil
}

// fold folds the temporaries of q. What became superfluous is Skip.
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
	// The last one first: its operands are then next to its use.
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
				// What the value reads is now read as often as the temporary was.
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
			// An Effect may leave the variable as it was, and it was not x.
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

func (t *temp) replace(from, to *Edge) {
	if t.set == from {
		t.set = to
	}
}

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

// line reports whether runs come to l by one edge and leave it by one.
func (l *Loc) line() bool {
	return len(l.In) == 1 && len(l.Out) == 1 && l != l.Proc.Entry && l != l.Proc.Exit
}

type copyOf struct {
	edge *Edge
	lhs  *Var
}

// foldCopy finds the edge that copies v, its only use, right after the edge that sets it.
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

// tell puts the value for v in the operands of error locations, which are there for people, where no
// run from l on has changed it.
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

// lasts reports whether all runs to the location bad come from l, a few steps before, and nothing
// that the value reads is set in between.
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

// foldAssign puts the value where v is read, if it can, and returns the location where that is.
func foldAssign(set *Edge, v *Var, value Expr, uses int) *Loc {
	if !Small(value, foldNodes) {
		return nil
	}
	var (
		nodes, free = 0, false // free: reads a global or a cell
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
	// To the edges that read v.
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

// occurrences counts how often the operation reads v.
func occurrences(o Op, v *Var) (n int) {
	Reads(o, func(w *Var) {
		if w == v {
			n++
		}
	}, nil)
	return n
}

// evaluates reports whether the operation surely evaluates v: outside of the branches of an Ite,
// and not too deep to see.
func evaluates(o Op, v *Var) (yes bool) {
	OpExprs(o, func(e Expr) { yes = yes || evaluatesVar(e, v, boundsDepth) })
	return yes
}

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

// substitute returns the operation with value in the place of v.
func substitute(o Op, v *Var, value Expr) Op {
	if occurrences(o, v) == 0 {
		return o
	}
	return mapReads(o, by(v, value), map[Expr]Expr{})
}

// by puts the value in the place of v.
func by(v *Var, value Expr) leaves {
	return leaves{variable: func(w *Var) Expr {
		if w == v {
			return value
		}
		return w
	}}
}
