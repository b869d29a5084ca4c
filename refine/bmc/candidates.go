package bmc

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Candidates for invariants of loops, suggested by the text of the program. Facts are congruences of variables
// (Granger: Static analysis of arithmetical congruences, 1989), equations between variables and with constants, and
// bounds. A loop with phases has different facts in each phase. So each fact is also a candidate under each
// comparison of the program that distinguishes phases (Sharma, Dillig, Dillig, Aiken: Simplifying loop invariant
// generation using splitter predicates, CAV 2011).

const (
	largestModulus = 16
	mostModuli     = 3
	mostVariables  = 6 // greatest number of variables that a loop with candidates changes
	mostConstants  = 6
	mostSplitters  = 4
	mostCandidates = 400 // greatest number of candidates for one loop head
)

// texts are the constants and comparisons in the text of the program.
type texts struct {
	moduli    []num.Int
	constants []num.Int
	guards    []*cfa.Binary // comparisons of a variable with a constant
}

func textsOf(p *cfa.Program) *texts {
	t := &texts{}
	small := func(k num.Int) bool { return num.Of(1).Less(k) && !num.Of(largestModulus).Less(k) }
	modulus := func(k num.Int) {
		if k.Sign() < 0 {
			k = k.Neg()
		}
		if small(k) && !slices.ContainsFunc(t.moduli, k.Equal) {
			t.moduli = append(t.moduli, k)
		}
	}
	constant := func(k num.Int) {
		if !slices.ContainsFunc(t.constants, k.Equal) {
			t.constants = append(t.constants, k)
		}
	}
	seen := map[string]bool{}
	visit := func(e cfa.Expr) {
		b, ok := e.(*cfa.Binary)
		if !ok {
			return
		}
		k, is := cfa.IsConst(b.Y)
		if !is {
			return
		}
		v, isVar := b.X.(*cfa.Var)
		switch {
		case b.Op == cfa.Rem:
			modulus(k)
		case b.Op == cfa.BitAnd:
			modulus(k.Add(num.Of(1)))
		case b.Op == cfa.Add, b.Op == cfa.Sub:
			modulus(k)
		case b.Op.Comparison() && isVar:
			constant(k)
			if op := b.Op; op != cfa.Ne {
				if s := b.String(); !seen[s] {
					seen[s] = true
					t.guards = append(t.guards, b)
				}
			} else if n := (&cfa.Binary{Op: cfa.Eq, X: v, Y: b.Y}); !seen[n.String()] {
				seen[n.String()] = true
				t.guards = append(t.guards, n)
			}
		}
	}
	for _, l := range p.Locs {
		for _, e := range l.Out {
			if a, ok := e.Op.(*cfa.Assign); ok {
				if k, is := cfa.IsConst(a.RHS); is {
					constant(k)
				}
			}
			cfa.OpExprs(e.Op, func(x cfa.Expr) { cfa.Walk(x, visit) })
		}
	}
	slices.SortFunc(t.moduli, num.Int.Cmp)
	t.moduli = t.moduli[:min(len(t.moduli), mostModuli)]
	return t
}

// candidatesOf returns candidates for the loop heads of a program without recursion. With recursion it returns nil.
func candidatesOf(p *cfa.Program) map[*cfa.Loc][]cfa.Expr {
	for _, q := range p.Procs {
		if q.Recursive {
			return nil
		}
	}
	t, live := textsOf(p), p.Liveness()
	out := map[*cfa.Loc][]cfa.Expr{}
	for _, l := range p.Locs {
		if !l.LoopHead || !l.Proc.WTO().IsHead(l) {
			continue
		}
		set := live.LiveAt(l)
		var vars, others []*cfa.Var
		in := changedIn(l)
		for _, id := range set.IDs() {
			v := p.Vars[id]
			switch {
			case v.Ghost || v.Proc != nil && v.Proc != l.Proc:
			case in.Has(v):
				vars = append(vars, v)
			default:
				others = append(others, v)
			}
		}
		if len(vars) == 0 || len(vars) > mostVariables {
			continue
		}
		out[l] = t.of(vars, others)
	}
	return out
}

// changedIn returns the variables that a loop changes.
func changedIn(head *cfa.Loc) *cfa.VarSet {
	in := map[*cfa.Loc]bool{}
	body := head.Proc.WTO().Component(head)
	for _, l := range body {
		in[l] = true
	}
	var vars cfa.VarSet
	for _, l := range body {
		for _, e := range l.Out {
			if !in[e.To] {
				continue
			}
			cfa.Writes(e.Op, vars.Add, func(*cfa.Array) {})
			if call, ok := e.Op.(*cfa.Call); ok {
				vars.Union(&call.Callee.Mods)
			}
		}
	}
	return &vars
}

// of returns the candidates about vars, the variables that a loop changes. others are variables that may be read in
// the loop or after it.
func (t *texts) of(vars, others []*cfa.Var) []cfa.Expr {
	var facts []cfa.Expr
	for _, m := range t.moduli {
		for _, v := range vars {
			for r := num.Of(0); r.Less(m); r = r.Add(num.Of(1)) {
				// v + (m - r) is not negative if v is not.
				x := cfa.MkBinary(cfa.Add, v, cfa.ConstOf(m.Sub(r)))
				if r.IsZero() {
					x = v
				}
				facts = append(facts, cfa.MkBinary(cfa.Eq, cfa.MkBinary(cfa.Rem, x, cfa.ConstOf(m)), cfa.ConstInt(0)))
			}
		}
	}
	for i, v := range vars {
		for _, w := range vars[:i] {
			facts = append(facts, cfa.MkBinary(cfa.Eq, v, w))
		}
		for _, w := range others {
			if v.Range == w.Range {
				facts = append(facts, cfa.MkBinary(cfa.Eq, v, w), cfa.MkBinary(cfa.Le, v, w))
			}
		}
	}
	constants := t.constants
	for _, v := range vars {
		for _, k := range constants[:min(len(constants), mostConstants)] {
			c := cfa.ConstOf(k)
			facts = append(facts, cfa.MkBinary(cfa.Eq, v, c), cfa.MkBinary(cfa.Le, v, c), cfa.MkBinary(cfa.Ge, v, c))
		}
	}
	// A fact that was simplified to something else than a comparison is decided by the ranges of its variables.
	facts = slices.DeleteFunc(facts, func(f cfa.Expr) bool {
		_, ok := f.(*cfa.Binary)
		return !ok
	})
	out := slices.Clone(facts)
	guards := 0
	for _, g := range t.guards {
		v := g.X.(*cfa.Var)
		if guards == mostSplitters || !slices.Contains(vars, v) && !slices.Contains(others, v) {
			continue
		}
		guards++
		for _, f := range facts {
			if b := f.(*cfa.Binary); b.X == v && (b.Op == cfa.Le || b.Op == cfa.Ge) {
				continue // no bounds under bounds
			}
			out = append(out, cfa.MkOr(cfa.MkNot(g), f), cfa.MkOr(g, f))
		}
	}
	return out[:min(len(out), mostCandidates)]
}
