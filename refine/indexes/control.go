package indexes

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
)

// A variable that controls a program, such as the state of a state machine, has few values, and these occur as
// literals in the program, which assigns them and compares with them. Kind Control keeps states apart that differ in
// such values, of variables or of the cells at ghosts. So a claim about an array may depend on the state of the
// machine and on the value of a cell. A single convex element could only express what holds in all these cases. This
// is state partitioning by the value of a variable (Rival, Mauborgne, "The Trace Partitioning Abstract Domain",
// TOPLAS 2007).

// mostValues bounds the values of a variable or array that controls the program.
const mostValues = 8

// holder is a variable, or all cells of an array.
type holder struct {
	v *cfa.Var
	a *cfa.Array
}

// steering describes the values of a class of holders: variables and arrays that are copied to each other share their
// values.
type steering struct {
	given []num.Int // literals that are assigned
	first []num.Int // literals that whole arrays are initialized with
	asked []num.Int // literals that the values are compared with
	other bool      // values other than these literals are possible
	moved bool      // a holder of the class is a counter
	index bool      // a holder of the class occurs in array indexes
	by    []num.Int // values to distinguish states by, computed at the end
}

// values returns the values to distinguish states by, or none if the class does not control the program. If the class
// has only literal values, these are distinguished. If other values are possible, the class must be compared with
// several literals, or with one literal that is also assigned to it, as in current = -1. For a counter such an
// assignment does not count, because its initial value is not special.
func (s *steering) values() []num.Int {
	given, asked := distinct(s.given), distinct(s.asked)
	var out []num.Int
	switch {
	case s.index || len(given) == 0:
	case !s.other:
		out = distinct(append(given, s.first...))
	case len(asked) > 1 || len(asked) == 1 && !s.moved && slices.ContainsFunc(given, asked[0].Equal):
		out = distinct(append(given, asked...))
	}
	if len(out) > mostValues || len(out) == 1 && !s.other {
		return nil
	}
	return out
}

func distinct(ns []num.Int) []num.Int {
	out := slices.SortedFunc(slices.Values(ns), num.Int.Cmp)
	return slices.CompactFunc(out, num.Int.Equal)
}

// Controlled reports whether some variable or array controls the program.
func (pl *Plan) Controlled() bool { return len(pl.control) > 0 }

// WithoutControl stops distinguishing states by control values.
func (pl *Plan) WithoutControl() { pl.control = nil }

// findControl finds the variables and arrays that control the program.
func (pl *Plan) findControl() {
	f := &controlFinder{Plan: pl, above: map[holder]holder{}, of: map[holder]*steering{}, inputs: map[*cfa.Var]bool{}}
	for _, a := range pl.accesses {
		for _, p := range a.idx.Parts {
			if pl.counters[p.Var] {
				f.at(holder{v: p.Var}).index = true
			}
		}
	}
	for v := range pl.counters {
		f.at(holder{v: v}).moved = true
	}
	for _, e := range pl.prog.Edges {
		f.operation(e.Op)
		comparisons(e, func(b *cfa.Binary) {
			if b.Op == cfa.Eq || b.Op == cfa.Ne {
				f.asked(b.X, b.Y)
				f.asked(b.Y, b.X)
			}
		})
	}
	pl.control = map[holder]*steering{}
	for _, s := range f.of {
		s.by = s.values()
	}
	for h := range f.above {
		// An input is not distinguished here: the program distinguishes its values itself.
		if s := f.at(h); s.by != nil && !f.inputs[h.v] {
			pl.control[h] = s
		}
	}
	if !f.state() {
		pl.control = nil
	}
}

// state reports whether one of the controlling variables is changed by a loop and live at its head, so that the next
// round reads it.
func (f *controlFinder) state() bool {
	set := map[*cfa.Var]int{}
	for _, e := range f.prog.Edges {
		cfa.Writes(e.Op, func(v *cfa.Var) { set[v]++ }, nil)
	}
	live := f.prog.Liveness()
	for _, l := range f.prog.Locs {
		if !l.LoopHead {
			continue
		}
		at := live.LiveAt(l)
		for h := range f.control {
			if h.v != nil && set[h.v] > 1 && at.Has(h.v) {
				return true
			}
		}
	}
	return false
}

// controlFinder is a union-find structure over holders: two holders are in one class if one is copied to the other.
type controlFinder struct {
	*Plan
	above  map[holder]holder
	of     map[holder]*steering // by representative: the values of its class
	inputs map[*cfa.Var]bool
}

func (f *controlFinder) top(h holder) holder {
	for {
		up, ok := f.above[h]
		if !ok {
			f.above[h], f.of[h] = h, &steering{}
			return h
		}
		if up == h {
			return h
		}
		f.above[h] = f.above[up]
		h = up
	}
}

func (f *controlFinder) at(h holder) *steering { return f.of[f.top(h)] }

func (f *controlFinder) unite(a, b holder) {
	x, y := f.top(a), f.top(b)
	if x == y {
		return
	}
	s, t := f.of[x], f.of[y]
	if len(s.given)+len(s.asked) < len(t.given)+len(t.asked) {
		x, y, s, t = y, x, t, s
	}
	f.above[y] = x
	s.given, s.first, s.asked = append(s.given, t.given...), append(s.first, t.first...), append(s.asked, t.asked...)
	s.other, s.moved, s.index = s.other || t.other, s.moved || t.moved, s.index || t.index
	delete(f.of, y)
}

// operation records the assignments of an operation.
func (f *controlFinder) operation(op cfa.Op) {
	switch o := op.(type) {
	case *cfa.Assign:
		f.set(holder{v: o.LHS}, o.RHS)
	case *cfa.Store:
		f.set(holder{a: o.Arr}, o.Val)
	case *cfa.Fill:
		s := f.at(holder{a: o.Arr})
		if k, ok := cfa.IsConst(o.Val); ok && o.Lo == nil {
			s.first = append(s.first, k)
		} else {
			s.other = true
		}
	case *cfa.Copy:
		f.unite(holder{a: o.Dst}, holder{a: o.Src})
	case *cfa.Havoc:
		f.at(holder{v: o.LHS}).other = true
		f.inputs[o.LHS] = true
	case *cfa.Call:
		for i, arg := range o.Args {
			f.set(holder{v: o.Callee.Params[i]}, arg)
		}
		for i, v := range o.Results {
			if v != nil {
				f.unite(holder{v: v}, holder{v: o.Callee.Results[i]})
			}
		}
	}
}

func (f *controlFinder) set(h holder, to cfa.Expr) {
	to = f.consts.fold(to)
	if k, ok := cfa.IsConst(to); ok {
		s := f.at(h)
		s.given = append(s.given, k)
		return
	}
	switch e := to.(type) {
	case *cfa.Wrap:
		f.set(h, e.X)
	case *cfa.Var:
		f.unite(h, holder{v: e})
	case *cfa.Select:
		f.unite(h, holder{a: e.Arr})
	case *cfa.Ite:
		f.set(h, e.T)
		f.set(h, e.E)
	case *cfa.Binary:
		if e.Op.Comparison() || e.Op == cfa.And || e.Op == cfa.Or {
			s := f.at(h)
			s.given = append(s.given, num.Of(0), num.Of(1))
			return
		}
		f.at(h).other = true
	default:
		f.at(h).other = true
	}
}

// asked records that the program compares the variable or cell "what" with the expression "with". This matters only
// if the value of "with" is known.
func (f *controlFinder) asked(what, with cfa.Expr) {
	k, ok := cfa.IsConst(f.consts.fold(with))
	if !ok {
		return
	}
	switch e := what.(type) {
	case *cfa.Var:
		s := f.at(holder{v: e})
		s.asked = append(s.asked, k)
	case *cfa.Select:
		s := f.at(holder{a: e.Arr})
		s.asked = append(s.asked, k)
	}
}

// Steering lists the dimensions of a layout by whose values states are distinguished: controlling variables, and
// cells at ghosts of controlling arrays. It returns none if the kind is not Control.
func (pl *Plan) Steering(lay *cells.Layout) []cells.Slot {
	var out []cells.Slot
	for _, s := range lay.Slots {
		if pl.kind == Control && !s.Derived() && (s.Var != nil || pl.atGhost(Images, s.Idx)) && pl.control[holder{s.Var, s.Arr}] != nil {
			out = append(out, s)
		}
	}
	return out
}

// controlled adds the control values of variables and of the cells at ghosts.
func (s *signs) controlled() {
	for d, slot := range s.lay.Slots {
		if slot.Derived() || slot.Var == nil && !s.atGhost(s.level, slot.Idx) {
			continue
		}
		of := s.control[holder{slot.Var, slot.Arr}]
		if of == nil {
			continue
		}
		if of.other {
			for _, k := range of.by {
				s.three(linear.X(d).Sub(linear.Const(num.RatOfInt(k))))
			}
			continue
		}
		for _, k := range of.by[1:] {
			s.two(linear.X(d).Sub(linear.Const(num.RatOfInt(k))))
		}
	}
}
