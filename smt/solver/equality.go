package solver

import (
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/euf"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/sat"
)

// equality connects terms with the congruence closure. A term is a node when a function or an array
// operation has it as an argument or made it, or when it is equated and not a number.
type equality struct {
	e *engine
	g *euf.Graph

	nodes          map[*smt.Term]euf.Node
	terms          []*smt.Term // by node
	fns            map[fnKey]int
	truth, falsity euf.Node

	watched     []watched // by tag
	pairs       map[sat.Var][]pair
	anyIndirect bool // among the pairs
	merges      [][2]euf.Node

	// What literals stand for that had a value already when they were given it; see assertLate.
	late      []latePair
	lateNodes []sat.Lit
	lateDue   bool

	// What the combination and the models look at.
	functions    []euf.Node        // applications of functions
	numbers      []*smt.Term       // numbers that are nodes, numerals included
	arguments    map[argument]bool // of functions and of array operations: numbers and arrays
	places       []argument        // the numbers among them, but for elements of arrays
	sharedArrays []*smt.Term       // the arrays among them

	laterFormula []formulaNode // formulas that are nodes, to be connected with their literals
}

// An argument is a term at one place of one function: only such are compared with each other.
type argument struct {
	t     *smt.Term
	group int
}

type fnKey struct {
	op   smt.Op
	fn   *smt.Func
	sort *smt.Sort
}

// A watched pair is an equality whose literal follows from the classes.
type watched struct {
	lit  sat.Lit
	a, b euf.Node
}

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

func (q *equality) value(t *smt.Term) euf.Node {
	n := q.g.Value(t.ID())
	q.name(n, t)
	return n
}

func (q *equality) name(n euf.Node, t *smt.Term) {
	q.nodes[t] = n
	for int(n) >= len(q.terms) {
		q.terms = append(q.terms, nil)
	}
	q.terms[n] = t
}

// A latePair is an equality that was linked to a literal when that had a value.
type latePair struct {
	v  sat.Var
	at int
}

// wants reports whether an equality with t matters to the closure: t is a node, or will be one.
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

// simple reports whether t is a node or no sum.
func (q *equality) simple(t *smt.Term) bool {
	_, ok := q.nodes[t]
	return ok || t.Op() != smt.OpSum
}

// isFunction reports whether the closure sees through t to its arguments.
func isFunction(t *smt.Term) bool {
	switch t.Op() {
	case smt.OpApp, smt.OpSelect, smt.OpStore, smt.OpConstArray, smt.OpDiff, smt.OpMul:
		return t.NumArgs() > 0
	}
	return false
}

// node is the node of a term, made with those of its arguments where it has none; without
// recursion.
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

// make makes the node of a term whose arguments have theirs.
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

// argument notes that argument i of t, an application of fn, is an argument of a function, an index
// or an element.
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
				return // no lemma is due because elements are equal
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

// connect lets the literal of a formula and its node be the same.
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
	// The closure implies the formula, and its negation: since true and false are always apart, to
	// be apart from the one is to be the other as soon as the class has a value.
	q.watch(l, n, q.truth)
}

func (q *equality) watch(l sat.Lit, a, b euf.Node) {
	tag := len(q.watched)
	q.watched = append(q.watched, watched{l, a, b})
	q.g.Watch(a, b, tag)
}

// A pair is an equality of nodes that holds when a literal is true, or if neg, when it is false.
type pair struct {
	a, b euf.Node
	neg  bool
	// The literal's atom is no equality of just these terms: the constructor has brought it to
	// another form. Steps of a proof have to name the terms.
	indirect bool
}

// equation makes an equality known to the closure.
func (q *equality) equation(f *smt.Term) {
	q.link(q.e.lit(f), f.Arg(0), f.Arg(1))
}

// agree makes the closure know when two terms are equal, by the literal of their equality, which it
// returns.
func (q *equality) agree(s, t *smt.Term) sat.Lit {
	l := q.e.literal(q.e.b.Eq(s, t))
	q.link(l, s, t)
	q.e.drain()
	return l
}

// link lets the closure know that l says whether s = t.
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
		// Its assignment has been handed on, or will not be handed on again.
		q.late = append(q.late, latePair{v, len(q.pairs[v]) - 1})
		q.lateDue = true
	}
	e.sat.Watch(v)
	q.watch(l, a, b)
}

// note records a clause that congruence proves.
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

func (q *equality) push() {
	q.g.Push()
}

func (q *equality) pop(n int) {
	q.g.Pop(n)
	q.lateDue = len(q.late)+len(q.lateNodes) > 0
	q.merges = q.merges[:0]
}

// merged hears of every union. Those of numbers and bit-vectors that come from congruence have to
// be told to the tableau and to the bits; those that were asserted come from literals that these
// know themselves.
func (q *equality) merged(_, _ euf.Node, by euf.Union) {
	if !by.Congruent || q.e.names && q.terms[by.A].Sort().Arithmetic() {
		return
	}
	switch q.terms[by.A].Sort().Kind {
	case smt.Int, smt.Real, smt.BitVec, smt.Float, smt.Rounding:
		q.merges = append(q.merges, [2]euf.Node{by.A, by.B})
	}
}

// assertLate asserts pairs and formulas whose literal had a value before they were linked to it.
// One stays listed as long as it was asserted in a scope above the literal's own: that scope may
// end first.
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

// close draws the consequences of what was merged; false: conflict.
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
			// A conflict, stated at once: the record of why the variable has its value must stay,
			// since a literal can stand for several pairs, and another of them may have implied it.
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

// tell makes an equality of two numbers or bit-vectors that the closure has found known to the
// tableau or to the bits, as a lemma with the atom of the equality.
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
		// The closure does not see that the difference is a number.
		e.sat.Conflict(q.note(lits, s, t), lits...)
		return
	}
	lits = append(lits, e.literal(f))
	e.sat.Lemma(q.note(lits, s, t), lits...)
}

// negated is the clause of the negations of reasons.
func (q *equality) negated(reasons []euf.Reason, more int) []sat.Lit {
	lits := make([]sat.Lit, 0, len(reasons)+more)
	for _, r := range reasons {
		lits = append(lits, sat.Lit(r).Not())
	}
	return lits
}

// explain is the clause that implied l.
func (q *equality) explain(l sat.Lit) ([]sat.Lit, sat.ID) {
	e := q.e
	tag := int(e.implied[l.Var()].tag)
	lits := append([]sat.Lit{l}, q.negated(q.g.ExplainWatch(tag), 0)...)
	return lits, q.note(lits)
}
