package array

import (
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Versions of arrays. An array term that is, or is defined as, a store over another array is a version on a line.
// The versions of a line are numbered upwards from its first store. A select from a version needs the latest store
// to the same index at this version or before it. That store is looked up, not searched: a line has, for each
// index, the numbers of the stores to it. Two indexes that differ by a constant are distinguished at once.
// Therefore an index is split into a part (a term without constant) and an offset. Stores to an index with another
// part are foreign: arithmetic must decide whether they matter.
//
// Frames prove that the versions between two numbers do not matter. There is one frame for each needed aligned block of
// 2^k versions, composed of the frames of its halves. So n selects over n stores cost n·log n nodes, not n².

// A versionKind says how a version is made from others.
type versionKind uint8

const (
	rootVersion versionKind = iota
	storeVersion
	aliasVersion
	constVersion
	iteVersion
)

type version struct {
	kind versionKind
	term *smt.Term
	// the definition whose right side is the store, the conditional and so on; nil if term itself is that
	def *definition
	// for a store or an alias, the array that it is made from; for a conditional, the array if its condition is true
	under *version
	other *version // for a conditional, the array if its condition is false
	cond  *smt.Term
	elem  *smt.Term
	index *smt.Term  // the index of a store, as written
	idx   *smt.Term  // the index of a store, as rewritten
	eqs   []*Sequent // proofs of index = idx

	part   *smt.Term // the term in idx = part + offset; nil means the term 0
	offset num.Rat
	line   *line
	pos    int
	apart  int // the greatest number of a store before pos whose part is another one, or -1
}

// A line is a chain of stores.
type line struct {
	under    *version // the version into which the store with number 0 stores
	versions []*version
	stores   map[*smt.Term][]int // by rewritten index: the numbers of the stores at this index
	blocks   [][]*Sequent        // blocks[k][i] is the frame of the versions i·2^k … (i+1)·2^k-1
}

// definitionOf returns the right side of the definition of a, and the definition; a itself and nil if a has none.
func (p *prover) definitionOf(a *smt.Term) (*smt.Term, *definition) {
	if d := p.defs[a]; d != nil {
		return d.rhs(), d
	}
	return a, nil
}

// version returns the version for the array term a. It returns nil if the normal forms of keys (prove_rewrite.go) in the
// indexes of stores are not known yet; need has made tasks for them. It also returns nil if the search was stopped.
func (p *prover) version(a *smt.Term) *version {
	if v := p.versions[a]; v != nil {
		return v
	}
	// path lists a and the arrays from which a is made, beginning with a. Arrays that have a version are left out.
	var path []*smt.Term
	ready := true
	seen := map[*smt.Term]bool{a: true}
	stack := []*smt.Term{a}
	below := func(a *smt.Term) {
		if p.versions[a] == nil && !seen[a] {
			seen[a] = true
			stack = append(stack, a)
		}
	}
	for len(stack) > 0 {
		if p.stopped() {
			return nil
		}
		a := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		path = append(path, a)
		t, d := p.definitionOf(a)
		switch {
		case t.Op() == smt.OpStore:
			ready = p.need(t.Arg(1)) && ready
			below(t.Arg(0))
		case t.Op() == smt.OpIte:
			below(t.Arg(1))
			below(t.Arg(2))
		case d != nil && t.Op() != smt.OpConstArray:
			below(t)
		}
	}
	if !ready {
		return nil
	}
	// Both branches of a conditional can be made from the same array, so path may still hold an array that t needs.
	for len(path) > 0 {
		if p.stopped() {
			return nil
		}
		n := len(path)
		t, d := p.definitionOf(path[n-1])
		var open []*smt.Term
		switch {
		case t.Op() == smt.OpStore:
			open = t.Args()[:1]
		case t.Op() == smt.OpIte:
			open = t.Args()[1:]
		case d != nil && t.Op() != smt.OpConstArray:
			open = []*smt.Term{t}
		}
		ready := true
		for _, a := range open {
			if p.versions[a] == nil {
				path = append(path, a)
				ready = false
			}
		}
		if ready {
			if p.versions[path[n-1]] == nil {
				p.addVersion(path[n-1], t, d)
			}
			path = path[:n-1]
		}
	}
	return p.versions[a]
}

func (p *prover) addVersion(a, t *smt.Term, d *definition) {
	v := &version{term: a, def: d}
	switch {
	case t.Op() == smt.OpStore:
		v.kind, v.under, v.index, v.elem = storeVersion, p.versions[t.Arg(0)], t.Arg(1), t.Arg(2)
		v.idx, v.eqs = p.rewritten(v.index)
		for _, e := range v.eqs {
			if e.level > 0 {
				// The version outlives the current case, so it must not use equations that depend on it.
				v.idx, v.eqs = v.index, nil
				break
			}
		}
		v.part, v.offset = splitConstant(p.b, v.idx)
		v.onLine()
	case t.Op() == smt.OpConstArray:
		v.kind, v.elem = constVersion, t.Arg(0)
	case t.Op() == smt.OpIte:
		v.kind, v.cond, v.under, v.other = iteVersion, t.Arg(0), p.versions[t.Arg(1)], p.versions[t.Arg(2)]
	case d != nil:
		v.kind, v.under = aliasVersion, p.versions[t]
	}
	p.versions[a] = v
}

// splitConstant splits t into part + offset. Equal parts are the same pointer. The part of a number is nil.
func splitConstant(b *smt.Builder, t *smt.Term) (part *smt.Term, offset num.Rat) {
	switch t.Op() {
	case smt.OpNum:
		return nil, t.Value()
	case smt.OpSum:
		if c := t.Value(); !c.IsZero() {
			return b.Sub(t, b.Num(c, t.Sort())), c
		}
	}
	return t, num.Rat{}
}

// onLine appends a store to the line of the version that it stores into, or begins a new line.
func (v *version) onLine() {
	u := v.under
	if u.kind == storeVersion && u.pos == len(u.line.versions)-1 {
		v.line = u.line
	} else {
		v.line = &line{under: u, stores: map[*smt.Term][]int{}}
	}
	l := v.line
	v.pos = len(l.versions)
	l.versions = append(l.versions, v)
	l.stores[v.idx] = append(l.stores[v.idx], v.pos)
	v.apart = -1
	if v.pos > 0 {
		below := l.versions[v.pos-1]
		v.apart = v.pos - 1
		if below.part == v.part {
			v.apart = below.apart
		}
	}
}

// latest returns the number of the latest store up to number pos to exactly this index, or -1 if the line has no such
// store.
func (l *line) latest(index *smt.Term, pos int) int {
	at := l.stores[index]
	i, found := slices.BinarySearch(at, pos)
	if found {
		return pos
	}
	if i == 0 {
		return -1
	}
	return at[i-1]
}

// foreign returns the number of the latest store up to number pos whose index has another part, or -1 if the line has
// no such store.
func (l *line) foreign(part *smt.Term, pos int) int {
	if v := l.versions[pos]; v.part == part {
		return v.apart
	}
	return pos
}

// bottom returns the version that number pos stores into.
func (l *line) bottom(pos int) *version {
	if pos == 0 {
		return l.under
	}
	return l.versions[pos-1]
}

// block returns the frame of the versions i·2^k … (i+1)·2^k-1. All must be stores with one part.
func (p *prover) block(l *line, k, i int) *Sequent {
	for len(l.blocks) <= k {
		l.blocks = append(l.blocks, nil)
	}
	for len(l.blocks[k]) <= i {
		l.blocks[k] = append(l.blocks[k], nil)
	}
	if s := l.blocks[k][i]; s != nil {
		return s
	}
	var s *Sequent
	if k == 0 {
		v := l.versions[i]
		var premises []*Sequent
		if v.def != nil {
			premises = append(premises, v.def.withoutElement())
		}
		s = p.node(ByFrame, append(premises, v.eqs...)...)
		s.Frame = &Agreement{New: v.term, Old: v.under.term, Part: v.part, Except: []num.Rat{v.offset}}
	} else {
		upper, lower := p.block(l, k-1, 2*i+1), p.block(l, k-1, 2*i)
		s = p.node(ByJoin, upper, lower)
		s.Frame = &Agreement{New: upper.Frame.New, Old: lower.Frame.Old, Part: upper.Frame.Part, Except: union(upper.Frame.Except, lower.Frame.Except)}
	}
	p.steps += len(s.Frame.Except)
	l.blocks[k][i] = s
	return s
}

// frames lists frames that lead from number hi back to the version that number lo stores into.
func (p *prover) frames(l *line, lo, hi int) []*Sequent {
	var out []*Sequent
	for at := hi + 1; at > lo; {
		k := 0
		for at&(1<<k) == 0 && at-(2<<k) >= lo && at > 0 && k < 40 {
			k++
		}
		at -= 1 << k
		out = append(out, p.block(l, k, at>>k))
	}
	return out
}

// union merges two ascending lists.
func union(x, y []num.Rat) []num.Rat {
	out := make([]num.Rat, 0, len(x)+len(y))
	for len(x) > 0 && len(y) > 0 {
		c := x[0].Cmp(y[0])
		if c <= 0 {
			out = append(out, x[0])
			x = x[1:]
		} else {
			out = append(out, y[0])
		}
		if c >= 0 {
			y = y[1:]
		}
	}
	return append(append(out, x...), y...)
}
