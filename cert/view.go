// This file replaces the symbols of a formula by their values in a state.

package cert

import (
	"github.com/whet-mc/whet/smt"
)

// view maps the symbols of a formula to their values in a state.
type view struct {
	variable func(Symbol) *smt.Term
	array    func(Symbol) *memory
	memo     map[*smt.Term]*smt.Term // the values of formulas that were already replaced in this view
	own      bool                    // see ownView
}

// symbol returns the symbol that a constant of the formulas denotes. ok is false for a constant that the checker
// made.
func (x *checker) symbol(t *smt.Term) (s Symbol, ok bool) {
	s, ok = x.symbols[t]
	return s, ok
}

// ownView returns the view of the formulas of a context at a state in this context.
func (x *checker) ownView(s *state) *view {
	if s.shown == nil {
		s.shown = map[*smt.Term]*smt.Term{}
	}
	return &view{
		variable: func(y Symbol) *smt.Term {
			if y.Entry {
				return x.settled(s, x.oldVar(y.Var))
			}
			return x.read(s, y.Var)
		},
		array: func(y Symbol) *memory {
			if y.Entry {
				return x.oldArray(y.Array)
			}
			return x.array(s, y.Array)
		},
		memo: s.shown, own: true,
	}
}

// show returns a formula with its symbols replaced by their values. Reads of arrays become reads of the contents that
// the state has for them. The depth of the formula costs no stack.
func (x *checker) show(s *state, v *view, f *smt.Term) *smt.Term {
	if v.memo == nil {
		v.memo = map[*smt.Term]*smt.Term{}
	}
	if t := v.memo[f]; t != nil {
		return t
	}
	var mems map[*smt.Term]*memory
	done := func(t *smt.Term) bool {
		if t.Sort().Kind == smt.Array {
			return mems[t] != nil
		}
		return v.memo[t] != nil
	}
	stack := []*smt.Term{f}
	var args []*smt.Term
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if done(t) {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		for _, a := range t.Args() {
			if !done(a) {
				stack, ready = append(stack, a), false
			}
		}
		if !ready {
			continue
		}
		stack = stack[:len(stack)-1]
		if t.Sort().Kind == smt.Array {
			if mems == nil {
				mems = map[*smt.Term]*memory{}
			}
			mems[t] = x.showArray(v, t, mems)
			continue
		}
		if t.IsVar() {
			r := t
			if y, ok := x.symbol(t); ok {
				r = v.variable(y)
			}
			v.memo[t] = r
			continue
		}
		if t.Op() == smt.OpSelect {
			v.memo[t] = x.cell(s, mems[t.Arg(0)], v.memo[t.Arg(1)])
			continue
		}
		args = args[:0]
		for _, a := range t.Args() {
			args = append(args, v.memo[a])
		}
		r := x.b.Rebuild(t, args)
		if r.IsBool() {
			r = x.decided(s, r)
		}
		v.memo[t] = r
	}
	return v.memo[f]
}

// showArray returns the contents that the array term t denotes in the view. v.memo and mems have the values of its
// arguments.
func (x *checker) showArray(v *view, t *smt.Term, mems map[*smt.Term]*memory) *memory {
	switch t.Op() {
	case smt.OpApp:
		if y, ok := x.symbol(t); ok {
			return v.array(y)
		}
	case smt.OpStore:
		return &memory{kind: one, below: mems[t.Arg(0)], idx: v.memo[t.Arg(1)], val: v.memo[t.Arg(2)]}
	case smt.OpConstArray:
		return &memory{kind: many, val: v.memo[t.Arg(0)]}
	case smt.OpIte:
		return &memory{kind: either, idx: v.memo[t.Arg(0)], below: mems[t.Arg(1)], src: mems[t.Arg(2)]}
	}
	panic("cert: an array by " + t.Op().String() + " was admitted")
}
