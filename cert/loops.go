// Loops in programs that are written out: unwinding, and the start and the middle of an induction (see bounded.go);
// also from which locations errors can be reached, so that the rest of the program is left out.

package cert

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// inner executes the loop at the positions i to end, if a state waits in it.
func (b *block) inner(i, end int) *Error {
	in := states{}
	for _, l := range b.w.Order[i:end] {
		if s := b.in[l]; s != nil {
			in[l] = s
			delete(b.in, l)
		}
	}
	if b.c.Unwind > 0 {
		return b.unwind(i, end, in)
	}
	return b.induct(i, end, in)
}

// round executes the loop's body once and passes on the states that have left it. It returns the state that has
// returned to the head, or nil. through says that the round is assumed to complete, without an error.
func (b *block) round(i, end int, in states, through bool) (*state, *Error) {
	r := block{runner: b.runner, shape: b.shape, behind: b.behind, lo: i, hi: end, loop: true, in: in, through: through}
	if through {
		b.mute++
		defer func() { b.mute-- }()
	}
	if err := r.run(); err != nil {
		return nil, err
	}
	for _, l := range r.left {
		b.come(&cfa.Edge{To: l, Op: cfa.Skip{}}, r.out[l])
	}
	return r.head, nil
}

// unwind writes out the loop as often as the certificate says, and records that no run returns to the head once more.
func (b *block) unwind(i, end int, in states) *Error {
	head := b.w.Order[i]
	for n := 0; ; n++ {
		// The first round is incomplete if the loop is not entered at its head, so Unwind rounds may follow it.
		if n > b.c.Unwind {
			b.error(&cfa.Edge{From: head, To: head, Op: cfa.Skip{}, Pos: head.Pos}, in[head], "there is one round more of the loop")
			return nil
		}
		s, err := b.round(i, end, in, false)
		if s == nil {
			return err
		}
		in = states{head: s}
	}
}

// induct writes out the start and the middle of the loop. A loop that is not entered at its head first makes the rest
// of a round.
func (b *block) induct(i, end int, in states) *Error {
	head := b.w.Order[i]
	entered := in[head]
	delete(in, head)
	if len(in) > 0 {
		s, err := b.round(i, end, in, false)
		if err != nil {
			return err
		}
		switch {
		case s == nil:
		case entered == nil:
			entered = s
		default:
			entered = b.merge(entered, s)
		}
	}
	if entered == nil {
		return nil
	}
	middle := entered.clone()
	b.keeps(entered, i)
	for n, s := 1, entered; n < b.c.Induction && s != nil; n++ {
		var err *Error
		if s, err = b.round(i, end, states{head: s}, false); err != nil {
			return err
		}
		b.keeps(s, i)
	}
	c := b.changed(i, end)
	for _, id := range c.vars.IDs() {
		middle.set(b.p.Vars[id], b.input(b.p.Vars[id].Range))
	}
	for _, id := range c.arrays.IDs() {
		middle.setArray(b.p.Arrays[id], b.anything(b.p.Arrays[id]))
	}
	s := middle
	for n := 1; n <= b.c.Induction && s != nil; n++ {
		b.auxiliary(s, head)
		if s.false {
			break
		}
		var err *Error
		if s, err = b.round(i, end, states{head: s}, n < b.c.Induction); err != nil {
			return err
		}
		if n == b.c.Induction {
			b.keeps(s, i)
		}
	}
	return nil
}

// auxiliary assumes what is known about a loop head: its invariants, and that one of the annotations there holds, in
// some context of its procedure.
func (r *runner) auxiliary(s *state, head *cfa.Loc) {
	for _, f := range r.kept[head.ID] {
		r.assume(s, r.show(s, r.ownView(s), f))
	}
	var any []*smt.Term
	v := r.ownView(s)
	for i := range r.c.Contexts {
		p := r.at(i, head)
		if p == nil {
			continue
		}
		// A context that passes the location states nothing about it.
		if p.Pass {
			return
		}
		for _, a := range p.Holds {
			all := make([]*smt.Term, 0, len(a.Conj))
			for _, f := range a.Conj {
				if !r.atEntryToo(f) {
					all = append(all, r.show(s, v, f))
				}
			}
			any = append(any, r.b.And(all...))
		}
	}
	r.assume(s, r.b.Or(any...))
}

// atEntryToo reports whether a formula contains values at the entry.
func (r *runner) atEntryToo(f *smt.Term) bool {
	for _, t := range r.constantsOf(f) {
		if y, _ := r.symbol(t); y.Entry {
			return true
		}
	}
	return false
}

// changed returns what the loop can set, itself or in procedures that it calls.
func (b *block) changed(i, end int) *changes {
	if c := b.changes[i]; c != nil {
		return c
	}
	c := &changes{}
	for _, l := range b.w.Order[i:end] {
		for _, e := range l.Out {
			cfa.Writes(e.Op, c.vars.Add, c.arrays.Add)
			if call, ok := e.Op.(*cfa.Call); ok {
				c.vars.Union(&call.Callee.Mods)
				c.arrays.Union(&call.Callee.ModsArrays)
			}
		}
	}
	b.changes[i] = c
	return c
}

// liveness says from which locations errors and exits can be reached.
type liveness struct {
	fails   []bool // by Loc.ID: an error can be reached before the activation ends
	returns []bool // by Loc.ID: the exit of the procedure can be reached
}

// matters reports whether an error can be reached from the location l. behind says whether an error can be reached
// after the procedure of l has returned.
func (v *liveness) matters(l *cfa.Loc, behind bool) bool {
	return v.fails[l.ID] || behind && v.returns[l.ID]
}

// alive computes from which locations errors can be reached in the control-flow graph. It ignores conditions.
func alive(p *cfa.Program) *liveness {
	v := &liveness{make([]bool, len(p.Locs)), make([]bool, len(p.Locs))}
	for changed := true; changed; {
		changed = false
		for k := len(p.Locs) - 1; k >= 0; k-- {
			l := p.Locs[k]
			returns, fails := l == l.Proc.Exit, l.Error != nil
			for _, e := range l.Out {
				if call, ok := e.Op.(*cfa.Call); ok {
					in := call.Callee.Entry.ID
					returns = returns || v.returns[in] && v.returns[e.To.ID]
					fails = fails || v.fails[in] || v.returns[in] && v.fails[e.To.ID]
					continue
				}
				returns, fails = returns || v.returns[e.To.ID], fails || v.fails[e.To.ID]
			}
			if returns && !v.returns[l.ID] || fails && !v.fails[l.ID] {
				changed = true
				v.returns[l.ID], v.fails[l.ID] = returns, fails
			}
		}
	}
	return v
}
