package array

import "github.com/whet-mc/whet/smt"

// The rewriting. Two kinds of terms are rewritten as a whole, the keys: defined variables and
// selects. A term is rewritten by replacing its outermost keys by their normal forms, so what is
// known about a key is found once, and the proof of it is shared by everything that rests on it.
//
// A definition is put in place of its variable only as long as that makes nothing longer (see
// [prover.short]): sums over n variables would otherwise cost n² terms. Other variables stay, and
// their definitions become facts for the arithmetic, when the variable is met in another fact.

// normal is what is known about a key.
type normal struct {
	eq      *Sequent  // key = normal form; nil if the key is its own
	why     *Sequent  // key = long normal form, when that is not put in place of the key; else nil
	blocked *smt.Term // the equality of indexes that must be decided to go on; else nil
	epoch   int       // when that was tried
}

func (p *prover) isKey(t *smt.Term) bool {
	return t.Op() == smt.OpSelect || t.IsVar() && t.Sort().Kind != smt.Array && p.defs[t] != nil
}

// keys are the outermost keys in t, in the order in which they are met.
func (p *prover) keys(t *smt.Term) []*smt.Term {
	if p.isKey(t) {
		return []*smt.Term{t}
	}
	if len(t.Args()) == 0 {
		return nil
	}
	var out []*smt.Term
	p.walk(t, func(t *smt.Term) bool {
		if p.isKey(t) {
			out = append(out, t)
			return false
		}
		return true
	})
	return out
}

// walk visits t and the terms in it, each once, outermost first; a term's arguments only if visit
// says so. It ends early when the prover is stopped: nothing false follows from having missed a
// term. Visits must not walk themselves.
func (p *prover) walk(t *smt.Term, visit func(*smt.Term) bool) {
	p.round++
	for len(p.marked) < p.b.Len() {
		p.marked = append(p.marked, 0)
	}
	p.marked[t.ID()] = p.round
	stack := []*smt.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p.looking() {
			return
		}
		if !visit(t) {
			continue
		}
		for i := t.NumArgs() - 1; i >= 0; i-- {
			if a := t.Arg(i); p.marked[a.ID()] != p.round {
				p.marked[a.ID()] = p.round
				stack = append(stack, a)
			}
		}
	}
}

// A task is a key whose normal form is being found.
type task struct {
	key   *smt.Term
	stage int
	now   *smt.Term  // what the key is equal to
	chain []*Sequent // why: key = … = now
	at    *version   // where a select reads
	index *smt.Term  // the normal index
	block *smt.Term  // see normal
	name  int        // how much of the chain leads to named
	named *smt.Term  // the select at the version that has the element
}

// lookup is what is known about a key, nil if nothing is, or if that is to be tried again.
func (p *prover) lookup(key *smt.Term) *normal {
	n := p.known[key]
	if n != nil && n.blocked != nil && n.epoch != p.epoch {
		return nil
	}
	return n
}

// need reports whether the normal forms of the keys in t are known; those that are not become
// tasks.
func (p *prover) need(t *smt.Term) bool {
	all := true
	for _, k := range p.keys(t) {
		if p.lookup(k) == nil {
			p.tasks = append(p.tasks, &task{key: k, now: k})
			all = false
		}
	}
	return all
}

// settle finds the normal forms of all keys in t. It reports false when it was stopped.
func (p *prover) settle(t *smt.Term) bool {
	p.need(t)
	for len(p.tasks) > 0 {
		if p.stopped() {
			p.tasks = p.tasks[:0]
			return false
		}
		n := len(p.tasks)
		k := p.tasks[n-1]
		if p.lookup(k.key) != nil || p.step(k) {
			// What was pushed in between is below nothing: a step that is done pushed nothing.
			p.tasks = p.tasks[:n-1]
		}
	}
	return true
}

// rewritten is t with its keys replaced, and the equations that do it. All keys must be known.
func (p *prover) rewritten(t *smt.Term) (*smt.Term, []*Sequent) {
	keys := p.keys(t)
	var eqs []*Sequent
	for _, k := range keys {
		if n := p.known[k]; n != nil && n.eq != nil {
			eqs = append(eqs, n.eq)
		}
	}
	return p.apply(t, eqs), eqs
}

// apply is t rewritten at once with the equations, formulas among them standing for p = true.
func (p *prover) apply(t *smt.Term, eqs []*Sequent) *smt.Term {
	switch {
	case len(eqs) == 0:
		return t
	case len(eqs) == 1 && eqs[0].Right != nil && eqs[0].Left == t:
		return eqs[0].Right
	}
	s := p.b.Substitution()
	for _, e := range eqs {
		from, to := e.sides(p.b)
		s.Set(from, to)
	}
	p.steps++
	return s.Apply(t)
}

// sides are what the conclusion of s rewrites, and to what.
func (s *Sequent) sides(b *smt.Builder) (from, to *smt.Term) {
	if s.Right != nil {
		return s.Left, s.Right
	}
	atom, negated := s.Left.Atom()
	return atom, b.Bool(!negated)
}

// equal is the node t = t' for t' rewritten from t; nil when there is nothing to rewrite.
func (p *prover) equal(t *smt.Term) *Sequent {
	r, eqs := p.rewritten(t)
	switch {
	case r == t:
		return nil
	case len(eqs) == 1 && eqs[0].Left == t:
		return eqs[0]
	}
	n := p.node(ByEqual, eqs...)
	n.Left, n.Right = t, r
	return n
}

// joined is the chain of equations as one; nil for none.
func (p *prover) joined(chain []*Sequent) *Sequent {
	switch len(chain) {
	case 0:
		return nil
	case 1:
		return chain[0]
	}
	n := p.node(ByChain, append([]*Sequent(nil), chain...)...)
	n.Left, n.Right = chain[0].Left, chain[len(chain)-1].Right
	if n.Left == n.Right {
		return nil
	}
	return n
}

// follow adds an equation of what the task's key is equal to now; nil adds nothing.
func (k *task) follow(eq *Sequent) {
	if eq != nil {
		k.chain = append(k.chain, eq)
		k.now = eq.Right
	}
}

// step works on a task until it is done or needs others first; it reports whether it is done.
func (p *prover) step(k *task) bool {
	if k.key.IsVar() {
		return p.stepVariable(k)
	}
	return p.stepSelect(k)
}

func (p *prover) stepVariable(k *task) bool {
	d := p.defs[k.key]
	if !p.need(d.rhs()) {
		return false
	}
	eq := d.leaf
	if r, eqs := p.rewritten(d.rhs()); r != d.rhs() {
		eq = p.node(ByRewrite, append([]*Sequent{d.leaf}, eqs...)...)
		eq.Left, eq.Right = k.key, r
	}
	if p.short(eq.Right) {
		p.learn(k.key, &normal{eq: eq})
	} else {
		p.learn(k.key, &normal{why: eq})
	}
	return true
}

// short reports whether t may take the place of a name for it.
func (p *prover) short(t *smt.Term) bool {
	plain := func(t *smt.Term) bool {
		switch t.Op() {
		case smt.OpSelect:
			return true
		case smt.OpApp:
			for _, a := range t.Args() {
				if len(a.Args()) > 0 {
					return false
				}
			}
			return true
		}
		return t.IsValue()
	}
	switch t.Op() {
	case smt.OpSum:
		if t.NumArgs() > 2 {
			return false
		}
	case smt.OpNot, smt.OpLe, smt.OpLt, smt.OpEq:
		for t.NumArgs() == 1 && !plain(t) && t.Op() != smt.OpSum {
			t = t.Arg(0)
		}
		if plain(t) {
			return true
		}
		if t.NumArgs() > 2 {
			return false
		}
	default:
		return plain(t)
	}
	for _, a := range t.Args() {
		if !plain(a) {
			return false
		}
	}
	return true
}

// learn notes what is known about a key. What rests on a case is forgotten with it.
func (p *prover) learn(key *smt.Term, n *normal) {
	p.steps++
	level := int32(0)
	if n.eq != nil {
		level = n.eq.level
	}
	if n.why != nil {
		level = n.why.level
	}
	if level > 0 {
		old := p.known[key]
		p.undo = append(p.undo, func() {
			if old == nil {
				delete(p.known, key)
			} else {
				p.known[key] = old
			}
		})
	}
	p.known[key] = n
}

// node is a node without conclusion.
func (p *prover) node(r Rule, premises ...*Sequent) *Sequent {
	n := &Sequent{Rule: r, Premises: premises}
	for _, q := range premises {
		n.level = max(n.level, q.level)
	}
	return n
}
