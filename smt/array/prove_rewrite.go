package array

import "github.com/whet-mc/whet/smt"

// Rewriting. Two kinds of terms, called keys, are rewritten as a whole: defined variables and selects. A term is
// rewritten by replacing its outermost keys by their normal forms. So the normal form of a key is found once, and all
// proofs that use it share its derivation.
//
// A definition replaces its variable only if that makes nothing longer (see [prover.short]); otherwise sums over n
// variables would take n² terms. The definitions of the other variables become facts for the arithmetic when the
// variable occurs in another fact.

// A normal is what is known about a key.
type normal struct {
	eq      *Sequent  // key = normal form; nil if the key is its own normal form
	why     *Sequent  // key = its long normal form, if that does not replace the key; otherwise nil
	blocked *smt.Term // the equality of indexes that must be decided to continue; otherwise nil
	epoch   int       // the epoch in which the key was last tried
}

func (p *prover) isKey(t *smt.Term) bool {
	return t.Op() == smt.OpSelect || t.IsVar() && t.Sort().Kind != smt.Array && p.defs[t] != nil
}

// keys returns the outermost keys in t, in the order in which they are found.
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

// walk visits t and its subterms, each once, outermost first. It visits the arguments of a term only if visit returns
// true. It ends early if the prover is stopped; this is sound, because missing a term only loses facts. visit must not
// call walk.
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

// A task is the search for the normal form of a key.
type task struct {
	key   *smt.Term
	stage int
	now   *smt.Term  // a term that the key equals
	chain []*Sequent // a proof of key = now
	at    *version   // the version that a select reads
	index *smt.Term  // the normal form of the index
	block *smt.Term  // see normal.blocked
	name  int        // the length of the part of the chain that leads to named
	named *smt.Term  // the select from the version that has the element
}

// lookup returns what is known about a key, or nil if nothing is known or it is to be tried again.
func (p *prover) lookup(key *smt.Term) *normal {
	n := p.known[key]
	if n != nil && n.blocked != nil && n.epoch != p.epoch {
		return nil
	}
	return n
}

// need reports whether the normal forms of all keys in t are known. It makes tasks for the others.
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

// settle finds the normal forms of all keys in t. It returns false if it was stopped.
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
			// Nothing was pushed above this task: a step that finishes its task pushes nothing.
			p.tasks = p.tasks[:n-1]
		}
	}
	return true
}

// rewritten returns t with its keys replaced, and the equations that replace them. All keys must be known.
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

// apply returns t rewritten simultaneously with eqs. A formula p among them means p = true.
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

// sides returns the left and right side of s as a rewrite rule.
func (s *Sequent) sides(b *smt.Builder) (from, to *smt.Term) {
	if s.Right != nil {
		return s.Left, s.Right
	}
	atom, negated := s.Left.Atom()
	return atom, b.Bool(!negated)
}

// equal returns a node for t = t', where t' is t rewritten, or nil if t does not change.
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

// joined combines a chain of equations into one, or returns nil if the chain is empty or proves t = t.
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

// follow appends to the chain an equation whose left side is k.now. It does nothing if eq is nil.
func (k *task) follow(eq *Sequent) {
	if eq != nil {
		k.chain = append(k.chain, eq)
		k.now = eq.Right
	}
}

// step works on a task until it is done or needs other tasks first, and reports whether it is done.
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

// short reports whether t is short enough to replace a variable defined by it.
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

// learn records what is known about a key. If that depends on a case, it is undone with the case.
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

// node makes a node without conclusion.
func (p *prover) node(r Rule, premises ...*Sequent) *Sequent {
	n := &Sequent{Rule: r, Premises: premises}
	for _, q := range premises {
		n.level = max(n.level, q.level)
	}
	return n
}
