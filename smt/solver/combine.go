// Total assignments: the theories reach agreement, or the search goes on. Integers are made whole, equalities of
// shared terms are proposed as decisions (de Moura, Bjørner: Model-based Theory Combination, SMT 2007), and lemmas are
// added for arrays, for conversions between floats and reals, and for products. If all of them accept, the state of
// the theories is kept as a snapshot, from which the model is built.

package solver

import (
	"strconv"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/euf"
	"github.com/whet-mc/whet/smt/simplex"
)

// snapshot is the state of the theories for an assignment that all of them accept.
type snapshot struct {
	taken  bool
	values []num.Rat    // by simplex.Var: its value
	roots  []euf.Node   // by node: the root of its class
	arrays []arrayValue // the values of arrays, over nodes instead of terms
}

// Final implements sat.Theory. The assignment is total, and the closure and the tableau have accepted its propagation.
// Final returns true if all theories accept the assignment; otherwise it has added lemmas, suggested decisions,
// reported a conflict or given up.
func (e *engine) Final() bool {
	e.inTheory = true
	defer func() { e.inTheory = false }()
	e.snap = snapshot{}
	if e.products.spent() {
		e.sat.GiveUp(errNonLinear)
		return false
	}
	if !e.propagate() || !e.arith.integers() {
		return false
	}
	if e.stop() {
		e.sat.GiveUp(errStopped)
		return false
	}
	if e.eq.g.Nodes() > 2 && e.arith.goes {
		e.arith.spread()
	}
	if !e.arith.differences() {
		return false
	}
	if !e.agreeReals() {
		return false
	}
	if e.eq.g.Nodes() > 2 {
		e.scratch = map[*smt.Term]bool{}
		v := &view{e: e, key: make([]int32, e.eq.g.Nodes())}
		if !e.agree(v) || !e.arrays.check(v) {
			return false
		}
		e.snap.roots = make([]euf.Node, e.eq.g.Nodes())
		for n := range e.snap.roots {
			e.snap.roots[n] = e.eq.g.Find(euf.Node(n))
		}
		e.snap.arrays = e.arrays.model(v)
	}
	if e.arith.goes {
		e.snap.values = e.concrete()
	}
	e.snap.taken = true
	return e.products.check()
}

// concrete returns the values of the tableau's variables, with a number in place of the infinitesimal.
func (e *engine) concrete() []num.Rat {
	var shared []simplex.Delta
	for _, t := range e.eq.numbers {
		shared = append(shared, e.arith.delta(t))
	}
	return e.arith.t.Concrete(e.arith.apart(shared)...)
}

// view shows nodes as the candidate model has them: numbers and bit-vectors by value, other nodes by class. Nodes of
// one class have one value, since the closure passes every union of numbers on to the tableau and to the bits.
type view struct {
	e       *engine
	key     []int32             // by node: its identity (see id), or 0 if not known yet
	numbers map[uint64][]valued // the values seen so far, by hash
	count   int32               // the last identity given to a value
	nodeOf  map[int32]int       // by identity: the first node with this identity for which Root was called
}

// valued is the value of a number or of a bit-vector, and its identity.
type valued struct {
	sort *smt.Sort
	d    simplex.Delta
	bits num.Int
	id   int32
}

// id returns a positive number that identifies the value of node n: nodes of one sort have the same number if and only
// if their values are equal.
func (v *view) id(n euf.Node) int32 {
	if k := v.key[n]; k != 0 {
		return k
	}
	e := v.e
	t := e.eq.terms[n]
	k := int32(0)
	switch kind := t.Sort().Kind; {
	case t.Sort().Arithmetic() && !e.names:
		k = v.identify(valued{sort: t.Sort(), d: e.arith.delta(t)})
	case kind == smt.BitVec || t.Sort().Binary():
		b, _ := e.number(t)
		k = v.identify(valued{sort: t.Sort(), bits: b})
	default:
		k = int32(e.eq.g.Find(n)) + 1
	}
	v.key[n] = k
	return k
}

// identify returns the identity of the value x, a new one if the value has not been seen.
func (v *view) identify(x valued) int32 {
	if v.numbers == nil {
		v.numbers = map[uint64][]valued{}
		v.count = int32(v.e.eq.g.Nodes()) + 1 // above the identities of classes
	}
	h := x.d.A.Hash() ^ x.d.B.Hash()*31 ^ x.bits.Hash()*131 ^ uint64(x.sort.Width)<<32
	for _, o := range v.numbers[h] {
		if o.sort == x.sort && o.d.Cmp(x.d) == 0 && o.bits.Equal(x.bits) {
			return o.id
		}
	}
	v.count++
	x.id = v.count
	v.numbers[h] = append(v.numbers[h], x)
	return x.id
}

// Root implements weak.View. It returns the node that represents all nodes with the value of a.
func (v *view) Root(a int) int {
	id := v.id(euf.Node(a))
	if n, ok := v.nodeOf[id]; ok {
		return n
	}
	if v.nodeOf == nil {
		v.nodeOf = map[int32]int{}
	}
	v.nodeOf[id] = a
	return a
}

// agree looks for pairs of applications of one function whose arguments are equal in the candidate model but whose
// results the closure does not know to be equal. The equalities of their arguments become literals, which the search
// first tries to make true. For arrays that are arguments, too, a literal has to decide whether they are equal. agree
// returns true if it proposed nothing.
func (e *engine) agree(v *view) bool {
	q := &e.eq
	byCall := map[string]euf.Node{}
	var key []byte
	asked := false
	for _, n := range q.functions {
		fn, _ := q.g.Fn(n)
		key = strconv.AppendInt(key[:0], int64(fn), 36)
		for _, a := range q.g.Args(n) {
			key = strconv.AppendInt(append(key, ' '), int64(v.id(a)), 36)
		}
		m, ok := byCall[string(key)]
		if !ok {
			byCall[string(key)] = n
			continue
		}
		if q.g.Same(m, n) {
			continue
		}
		ma, na := q.g.Args(m), q.g.Args(n)
		for i := range ma {
			if !q.g.Same(ma[i], na[i]) {
				asked = e.ask(ma[i], na[i]) || asked
			}
		}
	}
	for i, s := range q.sharedArrays {
		for _, t := range q.sharedArrays[:i] {
			if s.Sort() != t.Sort() || q.g.Same(q.nodes[s], q.nodes[t]) {
				continue
			}
			if l, ok := e.have(e.b.Eq(s, t)); ok && e.sat.Value(l) != 0 {
				continue
			}
			asked = e.ask(q.nodes[s], q.nodes[t]) || asked
		}
	}
	return !asked
}

// ask makes the equality of two nodes a literal that the closure watches, and suggests to try it true. It returns
// true.
func (e *engine) ask(a, b euf.Node) bool {
	e.stats.Interfaces++
	l := e.eq.agree(e.eq.terms[a], e.eq.terms[b])
	if e.sat.Value(l) == 0 {
		e.sat.Suggest(l)
	}
	return true
}

// spread moves values apart that are equal by accident, as far as no bound is in the way: values of indexes, and of
// arguments at one position of one function, that the closure does not know to be equal. It handles only these, since
// moving values costs pivots.
func (r *arithmetic) spread() {
	q := &r.e.eq
	type place struct {
		group int
		value uint64
	}
	first := map[place]int{} // by group and value: 1 + the index of the first such place
	var clash []simplex.Point
	listed := make([]bool, len(q.places))
	moves := false
	for i, a := range q.places {
		d := r.worth(a.t)
		h := place{a.group, d.A.Hash() ^ d.B.Hash()*31}
		o := first[h] - 1
		if o < 0 {
			first[h] = i + 1
			continue
		}
		if q.g.Same(q.nodes[q.places[o].t], q.nodes[a.t]) {
			continue
		}
		for _, k := range [2]int{o, i} {
			if listed[k] {
				continue
			}
			listed[k] = true
			t := q.places[k].t
			p := simplex.Point{Var: -1, Offset: t.Value(), Group: a.group}
			if t.Op() != smt.OpNum {
				p.Var, p.Offset = r.variable(t)
				moves = true
			}
			clash = append(clash, p)
		}
	}
	if moves {
		r.t.SpreadPoints(clash, r.e.stop)
	}
}
