// The product as an mc.Domain. Each operation first computes the successors of the values, and then restricts the
// blocks' part by the values at the beginning of the block and by each successor.

package product

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/num"
)

// Valued is a state that lists the variables whose values it knows.
type Valued interface {
	mc.State
	Vars(f func(v *cfa.Var, x num.Int))
}

// Blocks is an analysis that abstracts at the ends of blocks. Its methods get values of the other part as lists: at
// the beginning of the block (from), at the exit of a callee that is not part of the block (mid), and after the step
// (to). The lists may be longer than it can use.
type Blocks interface {
	mc.Domain
	PostWithin(s mc.State, e *cfa.Edge, from, to func(func(*cfa.Var, num.Int))) []mc.State
	EnterWithin(s mc.State, call *cfa.Edge, from, to func(func(*cfa.Var, num.Int))) (mc.State, bool)
	ReturnWithin(caller mc.State, call *cfa.Edge, exit mc.State, from, mid, to func(func(*cfa.Var, num.Int))) []mc.State
	Abstract(l *cfa.Loc) bool      // reports whether a block ends at l and another begins
	Inlined(callee *cfa.Proc) bool // reports whether calls of the callee are parts of blocks
}

// State is a pair of states.
type State struct {
	Values Valued
	Block  mc.State
	From   Valued // the values at the beginning of the block
}

// String returns the texts of both parts and of the values at the beginning of the block.
func (s *State) String() string {
	return s.Values.String() + " & " + s.Block.String() + " since " + s.From.String()
}

// Domain makes pairs. It implements mc.Domain.
type Domain struct {
	values mc.Domain
	blocks Blocks
	seen   func(at *cfa.Loc, s Valued) // see New; may be nil
}

// New returns the product. The states of values must be Valued. If seen is not nil, it is called with each state of
// values at the end of a block for which the blocks' part has a successor.
func New(values mc.Domain, blocks Blocks, seen func(at *cfa.Loc, s Valued)) *Domain {
	return &Domain{values, blocks, seen}
}

// Start implements mc.Domain.
func (d *Domain) Start(p *cfa.Program) mc.State {
	v := d.values.Start(p).(Valued)
	return &State{v, d.blocks.Start(p), v}
}

// pairs pairs each of the values' states vs at the location `at` with the states that step returns for it. If a block
// ends there, the pair's block begins with these values, otherwise with `from`.
func (d *Domain) pairs(vs []mc.State, at *cfa.Loc, from Valued, step func(to Valued) []mc.State) []mc.State {
	var out []mc.State
	ends := d.blocks.Abstract(at)
	for _, v := range vs {
		to := v.(Valued)
		for _, b := range step(to) {
			s := &State{to, b, from}
			if ends {
				s.From = to
				if d.seen != nil {
					d.seen(at, to)
				}
			}
			out = append(out, s)
		}
	}
	return out
}

// Post implements mc.Domain.
func (d *Domain) Post(s mc.State, e *cfa.Edge) []mc.State {
	t := s.(*State)
	return d.pairs(d.values.Post(t.Values, e), e.To, t.From, func(to Valued) []mc.State {
		return d.blocks.PostWithin(t.Block, e, t.From.Vars, to.Vars)
	})
}

// Enter implements mc.Domain.
func (d *Domain) Enter(s mc.State, call *cfa.Edge) (mc.State, bool) {
	t := s.(*State)
	v, ok := d.values.Enter(t.Values, call)
	if !ok {
		return nil, false
	}
	entry := call.Op.(*cfa.Call).Callee.Entry
	out := d.pairs([]mc.State{v}, entry, t.From, func(to Valued) []mc.State {
		if b, ok := d.blocks.EnterWithin(t.Block, call, t.From.Vars, to.Vars); ok {
			return []mc.State{b}
		}
		return nil
	})
	if len(out) == 0 {
		return nil, false
	}
	return out[0], true
}

// Return implements mc.Domain. After a callee that is part of a block, the block of its exit continues; otherwise the
// caller's block.
func (d *Domain) Return(caller mc.State, call *cfa.Edge, entry, exit mc.State) []mc.State {
	s, n, x := caller.(*State), entry.(*State), exit.(*State)
	from := s.From
	if d.blocks.Inlined(call.Op.(*cfa.Call).Callee) {
		from = x.From
	}
	return d.pairs(d.values.Return(s.Values, call, n.Values, x.Values), call.To, from, func(to Valued) []mc.State {
		return d.blocks.ReturnWithin(s.Block, call, x.Block, from.Vars, x.Values.Vars, to.Vars)
	})
}

// Covers implements mc.Domain.
func (d *Domain) Covers(old, new mc.State) bool {
	s, t := old.(*State), new.(*State)
	return d.values.Covers(s.Values, t.Values) && (s.From == t.From || d.values.Covers(s.From, t.From)) && d.blocks.Covers(s.Block, t.Block)
}

// Merge implements mc.Domain: states are kept apart.
func (d *Domain) Merge(_, _ mc.State, _ *cfa.Loc) (mc.State, bool) { return nil, false }

// Key implements mc.Domain.
func (d *Domain) Key(s mc.State) uint64 {
	t := s.(*State)
	return mix(mix(d.values.Key(t.Values)+d.values.Key(t.From)*3) + d.blocks.Key(t.Block))
}

func mix(x uint64) uint64 {
	x = (x ^ x>>31) * 0x9e3779b97f4a7c15
	return x ^ x>>29
}

// Equal implements mc.Domain.
func (d *Domain) Equal(a, b mc.State) bool {
	s, t := a.(*State), b.(*State)
	return s == t || d.blocks.Equal(s.Block, t.Block) && d.values.Equal(s.Values, t.Values) &&
		(s.From == t.From || d.values.Equal(s.From, t.From))
}
