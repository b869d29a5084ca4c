// Functions and equality: the connection of terms and literals with the congruence closure (package euf; Nieuwenhuis,
// Oliveras 2007). Literals are linked to equalities of nodes; the closure implies them and explains why. Unions that
// congruence finds between numbers or bit-vectors are passed on to the other theories as lemmas.
//
// A literal may be linked when it already has a value, for which the engine gets no notice. Such links are listed and
// asserted by assertLate.

package solver

import (
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/euf"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/sat"
)

// equality connects terms with the congruence closure. A term is a node if it is an argument or the result of a
// function or an array operation, or a side of an equality, unless it is a number.
type equality struct {
	e *engine
	g *euf.Graph

	nodes          map[*smt.Term]euf.Node
	terms          []*smt.Term   // by node: its term
	fns            map[fnKey]int // the closure's number of each function
	truth, falsity euf.Node

	watched     []watched          // by tag: see watch
	pairs       map[sat.Var][]pair // by variable: the equalities of nodes that it decides
	anyIndirect bool               // some pair is indirect
	merges      [][2]euf.Node      // unions that the other theories have to know; see merged

	// Links of literals that had a value when they were linked; see assertLate.
	late      []latePair
	lateNodes []sat.Lit
	lateDue   bool

	// For the combination of theories and for models.
	functions    []euf.Node        // applications of functions
	numbers      []*smt.Term       // numbers that are nodes, numerals included
	arguments    map[argument]bool // numbers and arrays that are arguments of functions or of array operations
	places       []argument        // the members of arguments that are numbers, except elements of arrays
	sharedArrays []*smt.Term       // the members of arguments that are arrays

	laterFormula []formulaNode // formulas that are nodes, to be connected with their literals
}

// argument is a term at one position of one function. Only arguments of one group are compared with each other; all
// indexes of arrays are group 0.
type argument struct {
	t     *smt.Term
	group int
}

// fnKey identifies a function of the closure; sort is set for constant arrays only.
type fnKey struct {
	op   smt.Op
	fn   *smt.Func
	sort *smt.Sort
}

// watched is a pair of nodes and the literal that is true if and only if they are equal.
type watched struct {
	lit  sat.Lit
	a, b euf.Node
}

// formulaNode is a formula and its node.
type formulaNode struct {
	f *smt.Term
	n euf.Node
}

func (q *equality) init(e *engine) {
	q.e, q.g = e, euf.New()
	q.nodes, q.fns = map[*smt.Term]euf.Node{}, map[fnKey]int{}
	q.pairs, q.arguments = map[sat.Var][]pair{}, map[argument]bool{}
	q.g.OnMerge(q.merged)
	q.truth = q.value(e.b.True())
	q.falsity = q.value(e.b.False())
}

// value makes the node of t, a value; the closure keeps different values apart.
func (q *equality) value(t *smt.Term) euf.Node {
	n := q.g.Value(t.ID())
	q.name(n, t)
	return n
}

// name records that n is the node of t.
func (q *equality) name(n euf.Node, t *smt.Term) {
	q.nodes[t] = n
	for int(n) >= len(q.terms) {
		q.terms = append(q.terms, nil)
	}
	q.terms[n] = t
}

// latePair is a pair that was linked to a variable when that had a value already: pairs[v][at].
type latePair struct {
	v  sat.Var
	at int
}

// wants reports whether equalities of t matter to the closure: t is a node, or will become one.
func (q *equality) wants(t *smt.Term) bool {
	if _, ok := q.nodes[t]; ok {
		return true
	}
	switch t.Op() {
	case smt.OpApp:
		return t.NumArgs() > 0
	case smt.OpSelect, smt.OpDiff:
		return true
	}
	return false
}

// simple reports whether t is a node or not a sum.
func (q *equality) simple(t *smt.Term) bool {
	_, ok := q.nodes[t]
	return ok || t.Op() != smt.OpSum
}

// isFunction reports whether t is an application whose arguments the closure sees.
func isFunction(t *smt.Term) bool {
	switch t.Op() {
	case smt.OpApp, smt.OpSelect, smt.OpStore, smt.OpConstArray, smt.OpDiff, smt.OpMul:
		return t.NumArgs() > 0
	}
	return false
}

// node returns the node of t. If it has none, node makes it and the nodes of its arguments, without recursion.
func (q *equality) node(t *smt.Term) euf.Node {
	if n, ok := q.nodes[t]; ok {
		return n
	}
	stack := []*smt.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if _, ok := q.nodes[t]; ok {
			stack = stack[:len(stack)-1]
			continue
		}
		if isFunction(t) {
			ready := true
			for _, a := range t.Args() {
				if _, ok := q.nodes[a]; !ok {
					stack = append(stack, a)
					ready = false
				}
			}
			if !ready {
				continue
			}
		}
		stack = stack[:len(stack)-1]
		q.make(t)
	}
	return q.nodes[t]
}

// make makes the node of t, whose arguments have nodes already, and queues t for the theories that have to know it.
func (q *equality) make(t *smt.Term) {
	e := q.e
	if t.IsValue() {
		q.value(t)
		if t.Op() == smt.OpNum {
			q.numbers = append(q.numbers, t)
		}
		return
	}
	var n euf.Node
	if isFunction(t) {
		key := fnKey{op: t.Op(), fn: t.Func()}
		if t.Op() == smt.OpConstArray {
			key.sort = t.Sort()
		}
		fn, ok := q.fns[key]
		if !ok {
			fn = len(q.fns)
			q.fns[key] = fn
		}
		args := make([]euf.Node, t.NumArgs())
		for i, a := range t.Args() {
			args[i] = q.nodes[a]
			if !(i == 0 && (t.Op() == smt.OpSelect || t.Op() == smt.OpStore || t.Op() == smt.OpDiff)) {
				q.argument(t, i, fn)
			}
		}
		n = q.g.App(fn, args...)
	} else {
		n = q.g.Leaf()
	}
	q.name(n, t)
	switch t.Op() {
	case smt.OpApp, smt.OpMul:
		if t.NumArgs() > 0 {
			q.functions = append(q.functions, n)
		}
	case smt.OpStore, smt.OpSelect, smt.OpConstArray, smt.OpDiff:
		e.arrays.add(t, n)
	}
	switch t.Sort().Kind {
	case smt.Bool:
		q.laterFormula = append(q.laterFormula, formulaNode{t, n})
	case smt.Int, smt.Real:
		if !e.names {
			e.laterNumber = append(e.laterNumber, t)
			q.numbers = append(q.numbers, t)
		} else if t.Op() == smt.OpIte {
			e.laterIte = append(e.laterIte, t)
		}
	case smt.BitVec, smt.Float, smt.Rounding:
		e.laterNumber = append(e.laterNumber, t)
	case smt.Array:
		e.arrays.w.Arrays = append(e.arrays.w.Arrays, int(n))
		if t.Op() == smt.OpIte {
			e.laterIte = append(e.laterIte, t)
		}
	case smt.Free:
		if t.Op() == smt.OpIte {
			e.laterIte = append(e.laterIte, t)
		}
	}
}

// argument records argument i of t, an application of the closure's function fn, if it is an array or a number whose
// equality with other arguments matters.
func (q *equality) argument(t *smt.Term, i, fn int) {
	a := argument{t: t.Arg(i)}
	switch a.t.Sort().Kind {
	case smt.Array:
		if !q.arguments[a] {
			q.arguments[a] = true
			q.sharedArrays = append(q.sharedArrays, a.t)
		}
	case smt.Int, smt.Real:
		switch t.Op() {
		case smt.OpStore, smt.OpSelect:
			if i == 2 {
				return // equal elements have no consequences
			}
		case smt.OpConstArray:
			return
		default:
			a.group = fn<<8 + i + 1
		}
		if !q.arguments[a] {
			q.arguments[a] = true
			q.places = append(q.places, a)
		}
	}
}

// connect makes the literal of f and its node n equivalent.
func (q *equality) connect(f *smt.Term, n euf.Node) {
	e := q.e
	l := e.lit(f)
	a := &e.atoms[l.Var()]
	if l.Neg() {
		a.isNotNode, a.notNode = true, n
	} else {
		a.isNode, a.node = true, n
	}
	if e.sat.Value(l) != 0 {
		q.lateNodes = append(q.lateNodes, l)
		q.lateDue = true
	}
	e.sat.Watch(l.Var())
	// Watching one pair suffices for the formula and for its negation: true and false are always apart, so a class
	// that has a value and is apart from one of them is the other.
	q.watch(l, n, q.truth)
}

// watch lets the closure imply l when a and b become equal, and its negation when they become apart.
func (q *equality) watch(l sat.Lit, a, b euf.Node) {
	tag := len(q.watched)
	q.watched = append(q.watched, watched{l, a, b})
	q.g.Watch(a, b, tag)
}

// pair is an equality of nodes that is equivalent to a literal of a variable: the positive one, or, if neg, the
// negative one.
type pair struct {
	a, b euf.Node
	neg  bool
	// The atom is not an equality of these two terms: the constructor has brought it to another form. Steps of a proof
	// have to name the terms then.
	indirect bool
}

// equation makes the equality f known to the closure.
func (q *equality) equation(f *smt.Term) {
	q.link(q.e.lit(f), f.Arg(0), f.Arg(1))
}

// agree returns the literal of s = t, linked to the nodes of s and t.
func (q *equality) agree(s, t *smt.Term) sat.Lit {
	l := q.e.literal(q.e.b.Eq(s, t))
	q.link(l, s, t)
	q.e.drain()
	return l
}

// link makes l and the equality of the nodes of s and t equivalent.
func (q *equality) link(l sat.Lit, s, t *smt.Term) {
	e := q.e
	a, b := q.node(s), q.node(t)
	v := l.Var()
	for _, p := range q.pairs[v] {
		if p.a == a && p.b == b || p.a == b && p.b == a {
			return
		}
	}
	f := e.terms[v]
	direct := f.Op() == smt.OpEq && (f.Arg(0) == s && f.Arg(1) == t || f.Arg(0) == t && f.Arg(1) == s)
	q.pairs[v] = append(q.pairs[v], pair{a, b, l.Neg(), !direct})
	q.anyIndirect = q.anyIndirect || !direct
	at := &e.atoms[v]
	at.equal = true
	at.arrays = at.arrays || s.Sort().Kind == smt.Array
	if e.sat.Value(l) != 0 {
		// The engine has asserted its value already, or may never get notice of it.
		q.late = append(q.late, latePair{v, len(q.pairs[v]) - 1})
		q.lateDue = true
	}
	e.sat.Watch(v)
	q.watch(l, a, b)
}

// note records a clause that follows by congruence, and returns its step. goal, if given, are the two terms that the
// clause says are equal.
func (q *equality) note(lits []sat.Lit, goal ...*smt.Term) sat.ID {
	e := q.e
	if e.log == nil {
		return 0
	}
	x := extra{terms: goal}
	if q.anyIndirect {
		for _, l := range lits {
			for _, p := range q.pairs[l.Var()] {
				if p.indirect {
					x.terms = append(x.terms, q.terms[p.a], q.terms[p.b])
				}
			}
		}
	}
	if len(x.terms) == 0 {
		return e.log.add(proof.Euf, lits, nil, nil)
	}
	return e.log.add(proof.Euf, lits, nil, &x)
}

// push opens a scope.
func (q *equality) push() {
	q.g.Push()
}

// pop ends the last n scopes.
func (q *equality) pop(n int) {
	q.g.Pop(n)
	q.lateDue = len(q.late)+len(q.lateNodes) > 0
	q.merges = q.merges[:0]
}

// merged is called after every union. If congruence has united numbers or bit-vectors, merged records the union, which
// has to be passed on to the tableau or to the bits. It does not record a union that was asserted, because that comes
// from a literal that the tableau and the bits know themselves.
func (q *equality) merged(_, _ euf.Node, by euf.Union) {
	if !by.Congruent || q.e.names && q.terms[by.A].Sort().Arithmetic() {
		return
	}
	switch q.terms[by.A].Sort().Kind {
	case smt.Int, smt.Real, smt.BitVec, smt.Float, smt.Rounding:
		q.merges = append(q.merges, [2]euf.Node{by.A, by.B})
	}
}

// assertLate asserts the pairs and formulas that were linked to a literal which already had a value. It drops an entry
// whose literal has no value any more. It also drops an entry whose literal got its value at the current level, since
// backtracking retracts the literal and the assertion together. Other entries stay listed: the current scope may end
// before the literal loses its value, and then they have to be asserted again.
func (q *equality) assertLate() {
	if !q.lateDue {
		return
	}
	q.lateDue = false
	e := q.e
	settled := func(v sat.Var) bool { return e.sat.Level(v) >= len(e.marks) }
	n := 0
	for _, p := range q.late {
		l := sat.MkLit(p.v, false)
		val := e.sat.Value(l)
		if val == 0 {
			continue
		}
		if !settled(p.v) {
			q.late[n] = p
			n++
		}
		if val < 0 {
			l = l.Not()
		}
		pr := q.pairs[p.v][p.at]
		if (val < 0) == pr.neg {
			if !q.g.Same(pr.a, pr.b) {
				q.g.Merge(pr.a, pr.b, euf.Reason(l))
			}
		} else if !q.g.Apart(pr.a, pr.b) {
			q.g.Distinct(pr.a, pr.b, euf.Reason(l))
		}
	}
	q.late = q.late[:n]
	n = 0
	for _, l := range q.lateNodes {
		val := e.sat.Value(l)
		if val == 0 {
			continue
		}
		if !settled(l.Var()) {
			q.lateNodes[n] = l
			n++
		}
		if val < 0 {
			l = l.Not()
		}
		e.assertNodes(l)
	}
	q.lateNodes = q.lateNodes[:n]
}

// close propagates by congruence: it implies literals and passes unions on. It returns false after a conflict.
func (q *equality) close() bool {
	e := q.e
	if q.g.Nodes() == 2 {
		return true
	}
	q.assertLate()
	if !q.g.Close() {
		e.stats.EqualityConflicts++
		reasons, _ := q.g.Conflict()
		lits := q.negated(reasons, 0)
		e.sat.Conflict(q.note(lits), lits...)
		return false
	}
	for _, ev := range q.g.Events() {
		w := q.watched[ev.Tag]
		l := w.lit
		if !ev.Equal {
			l = l.Not()
		}
		switch e.sat.Value(l) {
		case 0:
			e.implied[l.Var()] = implied{kind: byEquality, tag: int32(ev.Tag)}
			e.sat.Imply(l)
		case -1:
			// Report the conflict at once. The reason of l's value must not be overwritten: a literal can have several
			// pairs, and another of them may have implied it.
			lits := append([]sat.Lit{l}, q.negated(q.g.ExplainWatch(ev.Tag), 0)...)
			e.stats.EqualityConflicts++
			e.sat.Conflict(q.note(lits), lits...)
			return false
		}
	}
	for i := 0; i < len(q.merges); i++ {
		q.tell(q.merges[i][0], q.merges[i][1])
	}
	q.merges = q.merges[:0]
	return true
}

// tell passes the equality of nodes a and b, two numbers or bit-vectors that the closure has found equal, on to the
// tableau or to the bits: as a lemma with the atom of the equality.
func (q *equality) tell(a, b euf.Node) {
	e := q.e
	s, t := q.terms[a], q.terms[b]
	f := e.b.Eq(s, t)
	if f.IsTrue() {
		return
	}
	if f.Op() == smt.OpEq {
		if l, ok := e.have(f); ok && e.sat.Value(l) > 0 {
			return
		}
	}
	lits := q.negated(q.g.Explain(a, b), 1)
	if f.IsFalse() {
		// The terms differ by a constant, which the closure does not see.
		e.sat.Conflict(q.note(lits, s, t), lits...)
		return
	}
	lits = append(lits, e.literal(f))
	e.sat.Lemma(q.note(lits, s, t), lits...)
}

// negated returns the clause of the negations of the reasons, with room for `more` additional literals.
func (q *equality) negated(reasons []euf.Reason, more int) []sat.Lit {
	lits := make([]sat.Lit, 0, len(reasons)+more)
	for _, r := range reasons {
		lits = append(lits, sat.Lit(r).Not())
	}
	return lits
}

// explain returns the clause that implied l, and its step.
func (q *equality) explain(l sat.Lit) ([]sat.Lit, sat.ID) {
	e := q.e
	tag := int(e.implied[l.Var()].tag)
	lits := append([]sat.Lit{l}, q.negated(q.g.ExplainWatch(tag), 0)...)
	return lits, q.note(lits)
}
