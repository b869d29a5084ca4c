// The reading of an element from the versions of an array.

package array

import "github.com/whet-mc/whet/smt"

// The stages of a task for a select.
const (
	selectIndex   = iota // find the normal form of the index
	selectWalk           // walk down the versions
	selectElement        // find the normal form of the element
)

func (p *prover) stepSelect(k *task) bool {
	b := p.b
	switch k.stage {
	case selectIndex:
		a, i := k.key.Arg(0), k.key.Arg(1)
		if !p.need(i) {
			return false
		}
		j, eqs := p.rewritten(i)
		p.become(k, b.Select(a, j), eqs)
		if hasIte(p, j) {
			var lits []*Sequent
			for _, c := range p.atoms(j) {
				if sign, s := p.decide(c); sign != 0 {
					lits = append(lits, s)
				}
			}
			if k.now.Op() == smt.OpSelect {
				p.become(k, p.apply(k.now, lits), lits)
			}
		}
		if k.now != k.key {
			k.stage = selectElement
			return p.stepSelect(k)
		}
		k.index = j
		k.stage = selectWalk
		fallthrough
	case selectWalk:
		if k.at == nil {
			if k.at = p.version(k.key.Arg(0)); k.at == nil {
				return false
			}
		}
		for k.stage == selectWalk {
			if p.stopped() {
				return true
			}
			switch p.read(k) {
			case waiting:
				return false
			case stuck:
				p.finish(k, nil)
				return true
			}
		}
		fallthrough
	default:
		if !p.need(k.now) {
			return false
		}
		p.finish(k, p.equal(k.now))
		return true
	}
}

// become records that k.now equals t, by the equations eqs.
func (p *prover) become(k *task, t *smt.Term, eqs []*Sequent) {
	if t != k.now {
		eq := p.node(ByEqual, eqs...)
		eq.Left, eq.Right = k.now, t
		k.follow(eq)
	}
}

// An outcome is the result of a reading step.
type outcome uint8

const (
	moved   outcome = iota
	waiting         // other keys are needed first
	stuck           // nothing more to read, or the equality in k.block is undecided
)

// read makes one step of reading the select k.now at the version k.at.
func (p *prover) read(k *task) outcome {
	v := k.at
	switch v.kind {
	case rootVersion:
		return stuck
	case aliasVersion:
		p.pass(k, v, v.under, nil, nil)
		return moved
	case constVersion:
		p.hit(k, v, nil, nil)
		return moved
	case iteVersion:
		if !p.need(v.cond) {
			return waiting
		}
		c, eqs := p.rewritten(v.cond)
		yes, why := p.decide(c)
		switch {
		case yes > 0:
			p.pass(k, v, v.under, eqs, why)
		case yes < 0:
			p.pass(k, v, v.other, eqs, why)
		default:
			k.block, _ = c.Atom()
			return stuck
		}
		return moved
	}
	l := v.line
	part, _ := splitConstant(p.b, k.index)
	foreign := l.foreign(part, v.pos)
	if same := l.latest(k.index, v.pos); same > foreign {
		p.skip(k, same+1, v.pos)
		if k.stage == selectWalk && k.at == l.versions[same] {
			p.hit(k, k.at, k.at.eqs, nil)
		}
		return moved
	}
	if foreign < v.pos {
		p.skip(k, foreign+1, v.pos)
		return moved
	}
	// A store to an index with another part.
	idx, eqs := v.idx, v.eqs
	if !p.need(idx) {
		return waiting
	}
	if now, more := p.rewritten(idx); now != idx {
		idx, eqs = now, append(append([]*Sequent(nil), eqs...), more...)
		if len(v.eqs) > 0 {
			// Two steps, because the second rewrites what the first inserts.
			first := p.node(ByEqual, v.eqs...)
			first.Left, first.Right = v.index, v.idx
			second := p.node(ByEqual, more...)
			second.Left, second.Right = v.idx, idx
			eqs = []*Sequent{p.joined([]*Sequent{first, second})}
		}
	}
	yes, why := p.decide(p.b.Eq(k.index, idx))
	switch {
	case yes > 0:
		p.hit(k, v, eqs, why)
	case yes < 0:
		p.pass(k, v, v.under, eqs, why)
	default:
		k.block = p.b.Eq(k.index, idx)
		return stuck
	}
	return moved
}

// goTo makes the task read version w next. The constructor of the select may already have read further.
func (p *prover) goTo(k *task, w *version) {
	k.at = w
	if k.now.Op() != smt.OpSelect || k.now.Arg(1) != k.index {
		k.stage = selectElement
		return
	}
	if k.now.Arg(0) != w.term {
		if k.at = p.versions[k.now.Arg(0)]; k.at == nil {
			k.stage = selectElement
			return
		}
	}
	if n := p.lookup(k.now); n != nil && k.now != k.key {
		k.stage = selectElement // the normal form of k.now is known already
	}
}

func (p *prover) reading(v *version, eqs []*Sequent, why *Sequent, matters bool) *Sequent {
	var premises []*Sequent
	if v.def != nil {
		if matters {
			premises = append(premises, v.def.leaf)
		} else {
			premises = append(premises, v.def.withoutElement())
		}
	}
	premises = append(premises, eqs...)
	if why != nil {
		premises = append(premises, why)
	}
	return p.node(ByRead, premises...)
}

// pass continues reading at w, because the element is not at v.
func (p *prover) pass(k *task, v, w *version, eqs []*Sequent, why *Sequent) {
	n := p.reading(v, eqs, why, false)
	n.Left, n.Right = k.now, p.b.Select(w.term, k.index)
	if n.Left != n.Right {
		k.follow(n)
	}
	p.goTo(k, w)
}

// hit reads the element at v.
func (p *prover) hit(k *task, v *version, eqs []*Sequent, why *Sequent) {
	n := p.reading(v, eqs, why, true)
	n.Left, n.Right = k.now, v.elem
	k.name = len(k.chain)
	k.named = k.now
	if n.Left != n.Right {
		k.follow(n)
	}
	k.stage = selectElement
}

// skip continues reading below the versions lo … hi of the line. k.at has number hi.
func (p *prover) skip(k *task, lo, hi int) {
	if lo > hi {
		return
	}
	l := k.at.line
	w := l.bottom(lo)
	n := p.node(BySkip, p.frames(l, lo, hi)...)
	n.Left, n.Right = k.now, p.b.Select(w.term, k.index)
	if n.Left != n.Right {
		k.follow(n)
	}
	p.goTo(k, w)
}

// finish records the normal form of the task's key: the right side of the equation `last` or, if last
// is nil, k.now.
func (p *prover) finish(k *task, last *Sequent) {
	r := k.now
	if last != nil {
		r = last.Right
	}
	if last == nil && k.block == nil && r.Op() == smt.OpSelect {
		// If the index waits for a decision, so does the select.
		for _, i := range p.keys(r.Arg(1)) {
			if n := p.known[i]; n != nil && n.blocked != nil {
				k.block = n.blocked
			}
		}
		if k.block == nil && hasIte(p, r.Arg(1)) {
			k.block = p.openAtom(r.Arg(1))
		}
	}
	switch {
	case k.block != nil:
		if k.now != k.key {
			p.learn(k.key, &normal{eq: p.joined(k.chain)})
		}
		p.learn(k.now, &normal{blocked: k.block, epoch: p.epoch})
	case p.short(r):
		if last != nil {
			k.chain = append(k.chain, last)
		}
		p.learn(k.key, &normal{eq: p.joined(k.chain)})
	case k.named == nil || k.named == k.key:
		if last != nil {
			k.chain = append(k.chain, last)
		}
		if eq := p.joined(k.chain); eq != nil {
			p.learn(k.key, &normal{why: eq})
		} else {
			p.learn(k.key, &normal{})
		}
	default:
		// The element is long. The select from the version that has the element is used as its name.
		rest := k.chain[k.name:]
		if last != nil {
			rest = append(append([]*Sequent(nil), rest...), last)
		}
		p.learn(k.named, &normal{why: p.joined(rest)})
		p.learn(k.key, &normal{eq: p.joined(k.chain[:k.name])})
	}
}
