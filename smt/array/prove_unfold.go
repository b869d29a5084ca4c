package array

import "github.com/whet-mc/whet/smt"

// Presentation of a proof in the form of the paper. If a refutation uses one condition and few definitions, the
// condition is rewritten with one definition after the other, the newest on the path first. This computes weakest
// preconditions backwards until one is false. Such a proof uses only the definitions that matter on its way, reads like
// the path, and keeps every formula short. The refutation found by the search limits the definitions to be considered.

const (
	unfoldInputs = 64   // bound on the inputs in the refutation
	unfoldSteps  = 200  // bound on the inferences of the proof
	unfoldSize   = 1000 // bound on the terms in a formula
)

// unfold returns the refutation in the form of the paper, or nil if that fails or exceeds the limits.
func (p *prover) unfold(found *Sequent) *Sequent {
	b := p.b
	defs := map[*smt.Term]*Sequent{}
	age := map[*smt.Term]int{}
	var cur *Sequent
	ok, inputs := true, 0
	found.Walk(func(s *Sequent) {
		switch s.Rule {
		case ByInput:
			inputs++
		case ByPart:
			if s.Premises[0].Rule != ByInput && s.Premises[0].Rule != ByPart {
				ok = false
			}
		case ByHypothesis, ByLinear:
			ok = false
		}
	})
	if !ok || inputs > unfoldInputs {
		return nil
	}
	found.Walk(func(s *Sequent) {
		if s.Rule != ByInput && s.Rule != ByPart {
			return
		}
		root := s
		for root.Rule == ByPart {
			root = root.Premises[0]
		}
		switch {
		case s.Right != nil:
			if d := p.defs[s.Left]; d != nil {
				defs[s.Left], age[s.Left] = d.leaf, root.Input
			}
		case len(conjuncts(b, s.Left)) > 0:
		case cur != nil:
			ok = false
		default:
			cur = s
		}
	})
	if !ok || cur == nil {
		return nil
	}
	for steps := 0; !cur.Left.IsFalse(); steps++ {
		if steps > unfoldSteps || p.stopped() {
			return nil
		}
		var v *smt.Term
		size := 0
		p.walk(cur.Left, func(t *smt.Term) bool {
			size++
			if defs[t] != nil && (v == nil || age[t] > age[v] || age[t] == age[v] && t.ID() > v.ID()) {
				v = t
			}
			return size <= unfoldSize
		})
		if v == nil || size > unfoldSize {
			return nil
		}
		if cur = p.unfoldOne(cur, defs[v]); cur == nil {
			return nil
		}
	}
	if Check(b, p.inputs, cur) != nil {
		return nil // the constructors simplified a step differently from the whole formula
	}
	return cur
}

// unfoldOne rewrites cur with the definition def, shows the unsimplified result, and simplifies it.
func (p *prover) unfoldOne(cur, def *Sequent) *Sequent {
	n := p.node(ByRewrite, cur, def)
	n.Left = p.apply(cur.Left, []*Sequent{def})
	shown := replaceShape(leafShape(cur.Left), leafShape(def.Left), leafShape(def.Right))
	if def.Left.Sort().Kind != smt.Array && !n.Left.IsFalse() {
		return n
	}
	n.Shown = shown
	for range unfoldSteps {
		l, r := redex(n.Shown)
		if l == nil {
			break
		}
		ax := p.node(ByAxiom)
		ax.Shown = &Shape{Op: smt.OpEq, Args: []*Shape{l, r}}
		ax.Left, ax.Right = l.Simplified(p.b), r.Simplified(p.b)
		m := p.node(ByRewrite, n, ax)
		m.Left = p.apply(n.Left, []*Sequent{ax})
		m.Shown = replaceShape(n.Shown, l, r)
		n = m
	}
	m := p.node(ByRewrite, n)
	m.Left = n.Left
	return m
}

// redex returns the first select from a store in e, and its right side by axiom (1).
func redex(e *Shape) (l, r *Shape) {
	seen := map[*Shape]bool{}
	stack := []*Shape{e}
	for len(stack) > 0 {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[e] || e.Args == nil {
			continue // terms are already simplified
		}
		seen[e] = true
		if e.Op == smt.OpSelect {
			if store := e.Args[0].open(); store.Op == smt.OpStore {
				j := e.Args[1]
				eq := &Shape{Op: smt.OpEq, Args: []*Shape{j, store.Args[1]}}
				read := &Shape{Op: smt.OpSelect, Args: []*Shape{store.Args[0], j}}
				return e, &Shape{Op: smt.OpIte, Args: []*Shape{eq, store.Args[2], read}}
			}
		}
		for i := len(e.Args) - 1; i >= 0; i-- {
			stack = append(stack, e.Args[i])
		}
	}
	return nil, nil
}
