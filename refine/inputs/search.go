package inputs

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/value/bounds"
	"github.com/whet-mc/whet/num"
)

// model gives symbols values.
type model map[int]num.Int

// eval evaluates an expression; symbols that the model leaves out have a value of their range.
func (m model) eval(p *problem, e cfa.Expr) (num.Int, bool) {
	return bounds.Eval(&modelEnv{p, m}, e).Point()
}

type modelEnv struct {
	*problem
	m model
}

// Var returns the value of the model.
func (e *modelEnv) Var(v *cfa.Var) bounds.Interval {
	if x, ok := e.m[v.ID]; ok {
		return bounds.Point(x)
	}
	return bounds.Point(e.dflt(v.ID))
}

// dflt is the value of a symbol that no condition constrains: 0 if possible.
func (p *problem) dflt(s int) num.Int {
	for _, x := range p.candidates(s, nil) {
		return x
	}
	return num.Of(0)
}

// components groups symbols that conditions connect. Symbols without conditions, and those that have
// one value already, are in none.
func (p *problem) components() [][]int {
	up := make([]int, len(p.syms))
	for i := range up {
		up[i] = i
	}
	find := func(i int) int {
		for up[i] != i {
			up[i] = up[up[i]]
			i = up[i]
		}
		return i
	}
	first := make([]int, len(p.conds)) // some symbol of each condition
	for i := range first {
		first[i] = -1
	}
	for s, ks := range p.uses {
		if _, known := p.dom[s].Point(); known {
			continue // it connects nothing
		}
		for _, k := range ks {
			if first[k] < 0 {
				first[k] = s
			} else {
				up[find(s)] = find(first[k])
			}
		}
	}
	group := map[int]int{}
	var out [][]int
	for s := range p.syms {
		if _, known := p.dom[s].Point(); known || len(p.uses[s]) == 0 {
			continue
		}
		r := find(s)
		g, ok := group[r]
		if !ok {
			g = len(out)
			group[r] = g
			out = append(out, nil)
		}
		out[g] = append(out[g], s)
	}
	return out
}

// around lists the symbols that conditions connect with those of e.
func (p *problem) around(e cfa.Expr) []int {
	seen := map[int]bool{}
	var todo, out []int
	visit := func(v *cfa.Var) {
		if !seen[v.ID] {
			seen[v.ID] = true
			todo = append(todo, v.ID)
		}
	}
	cfa.ExprReads(e, visit, nil)
	conds := map[int]bool{}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		out = append(out, s)
		if _, known := p.dom[s].Point(); known {
			continue
		}
		for _, k := range p.uses[s] {
			if !conds[k] {
				conds[k] = true
				cfa.ExprReads(p.conds[k], visit, nil)
			}
		}
	}
	slices.Sort(out)
	return out
}

// solve looks for values of the given symbols that meet all conditions among them, by backtracking:
// values likely to matter first, and propagation after each choice. It leaves p as it was. nil: nothing
// was found within so many choices.
func (p *problem) solve(ctx context.Context, b *mc.Budget, syms []int, choices int) model {
	var conds []int
	seen := map[int]bool{}
	for _, s := range syms {
		if _, known := p.dom[s].Point(); known {
			continue
		}
		for _, k := range p.uses[s] {
			if !seen[k] {
				seen[k] = true
				conds = append(conds, k)
			}
		}
	}
	slices.Sort(conds)
	type saved struct {
		dom   []bounds.Interval
		holes [][]num.Int
	}
	save := func() saved {
		w := saved{make([]bounds.Interval, len(syms)), make([][]num.Int, len(syms))}
		for i, s := range syms {
			w.dom[i], w.holes[i] = p.dom[s], p.holes[s]
		}
		return w
	}
	load := func(w saved) {
		for i, s := range syms {
			p.dom[s], p.holes[s] = w.dom[i], w.holes[i]
		}
	}
	begin := save()
	defer load(begin)

	type choice struct {
		sym  int
		vals []num.Int
		at   saved
	}
	var stack []choice
	for {
		if choices--; choices < 0 || b.Spent(ctx) != "" {
			return nil
		}
		ok := true
		s := p.next(syms)
		if s < 0 {
			if m := p.check(syms, conds); m != nil {
				return m
			}
			ok = false
		} else {
			stack = append(stack, choice{s, p.candidates(s, conds), save()})
		}
		// Take the next value of the last choice that has one.
		for {
			if len(stack) == 0 {
				return nil
			}
			c := &stack[len(stack)-1]
			if !ok || s < 0 {
				load(c.at)
			}
			if len(c.vals) == 0 {
				stack = stack[:len(stack)-1]
				ok = false
				continue
			}
			x := c.vals[0]
			c.vals = c.vals[1:]
			p.clean()
			if p.narrow(c.sym, bounds.Point(x)) && p.propagate() {
				break
			}
			p.clean()
			ok = false
			if choices--; choices < 0 {
				return nil
			}
		}
	}
}

// next is the symbol to choose a value for: the one with the fewest values left; inputs before
// symbols that are defined by them. -1: all have one.
func (p *problem) next(syms []int) int {
	best, bestDef := -1, false
	var bestSize num.Int
	bestBounded := false
	for _, s := range syms {
		if _, ok := p.dom[s].Point(); ok {
			continue
		}
		n, bounded := p.dom[s].Size()
		def := p.syms[s].def != nil
		better := best < 0 || bestDef && !def ||
			bestDef == def && (bounded && !bestBounded || bounded && bestBounded && n.Less(bestSize))
		if better {
			best, bestDef, bestSize, bestBounded = s, def, n, bounded
		}
	}
	return best
}

// check evaluates all conditions when every symbol has one value.
func (p *problem) check(syms, conds []int) model {
	m := model{}
	for _, s := range syms {
		m[s], _ = p.dom[s].Point()
	}
	for _, k := range conds {
		if v, ok := bounds.Eval(p, p.conds[k]).Point(); !ok || v.IsZero() {
			return nil
		}
	}
	return m
}

// candidates are values to try for a symbol, the likely ones first: all if there are few; else 0, 1, the
// ends, numbers that its conditions mention and their neighbours, some at random (from a seed that
// depends on nothing but the symbol).
func (p *problem) candidates(s int, conds []int) []num.Int {
	d := p.dom[s]
	var out []num.Int
	try := func(xs ...num.Int) {
		for _, x := range xs {
			if d.Contains(x) && !slices.ContainsFunc(p.holes[s], x.Equal) && !slices.ContainsFunc(out, x.Equal) {
				out = append(out, x)
			}
		}
	}
	one := num.Of(1)
	try(num.Of(0), one)
	if conds == nil && len(out) > 0 {
		return out
	}
	if n, ok := d.Size(); ok {
		if k, small := n.Int64(); small && k <= 16 {
			for x := d.Lo; !d.Hi.Less(x); x = x.Add(one) {
				try(x)
			}
			return out
		}
	}
	for i, k := range p.uses[s] {
		if i == 40 {
			break
		}
		cfa.Walk(p.conds[k], func(e cfa.Expr) {
			if c, ok := cfa.IsConst(e); ok && len(out) < 60 {
				try(c, c.Add(one), c.Sub(one))
			}
		})
	}
	if !d.NoLo {
		try(d.Lo, d.Lo.Add(one))
	}
	if !d.NoHi {
		try(d.Hi, d.Hi.Sub(one))
	}
	try(num.Of(-1), num.Of(2), num.Of(-2), num.Of(10), num.Of(100))
	r := rand.New(rand.NewPCG(uint64(s), 0x5eed))
	for range 6 {
		if d.Bounded() {
			n, _ := d.Size()
			wide := num.OfUint(r.Uint64()).Shl(64).Add(num.OfUint(r.Uint64()))
			try(d.Lo.Add(wide.Rem(n)))
		} else {
			try(num.Of(r.Int64N(2_000_001) - 1_000_000))
		}
	}
	return out
}
