// The decision of a part.

package feasible

import (
	"context"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// gather returns a part. It has the additional items in the list "more", and those of the first n items that are
// connected with an additional item, with a symbol in syms or with an array in arrs. Symbols have the ranges that
// they had at the clock value "at". The additional items come last.
func (x *walk) gather(n, at int, syms []int, arrs []*array, more []item, seen *seen) *part {
	p := &x.p
	c := &part{p: p, at: at, fills: map[int]int{}}
	var found []int
	addSym := func(s int) {
		if !seen.syms[s] {
			seen.syms[s] = true
			c.syms = append(c.syms, s)
		}
	}
	addArr := func(a *array) {
		if a != nil && !seen.arrs[a] {
			seen.arrs[a] = true
			c.arrs = append(c.arrs, a)
		}
	}
	touch := func(it *item) {
		it.reads(func(v *cfa.Var) { addSym(v.ID) })
		addArr(it.of)
		if cp, ok := it.op.(*cfa.Copy); ok {
			addArr(x.spilled[cp.Src])
		}
	}
	addItem := func(k int) {
		if k < n && !seen.items[k] {
			seen.items[k] = true
			found = append(found, k)
			touch(&p.items[k])
		}
	}
	for _, s := range syms {
		addSym(s)
	}
	for _, a := range arrs {
		addArr(a)
	}
	for i := range more {
		touch(&more[i])
	}
	for i, j := 0, 0; i < len(c.syms) || j < len(c.arrs); {
		if i < len(c.syms) {
			s := c.syms[i]
			i++
			if _, fixed := p.before(s, at).Point(); !fixed {
				for _, k := range p.uses[s] {
					addItem(k)
				}
			}
			continue
		}
		a := c.arrs[j]
		j++
		for _, k := range a.items {
			addItem(k)
		}
	}
	slices.Sort(found)
	for _, k := range found {
		if b, ok := x.births[k]; ok {
			c.fills[len(c.items)] = b
		}
		c.items = append(c.items, p.items[k])
	}
	c.items = append(c.items, more...)
	slices.Sort(c.syms)
	// A symbol with a fixed value connects nothing: the next part may need it as well.
	for _, s := range c.syms {
		if _, fixed := p.before(s, at).Point(); fixed {
			delete(seen.syms, s)
		}
	}
	return c
}

const (
	fewConflicts  = 3_000
	manyConflicts = 60_000
	likelyTries   = 12
)

// decide searches for values of the symbols of a part.
func (c *part) decide(ctx context.Context, prog *cfa.Program) (*answer, error) {
	if a := c.likely(); a != nil {
		return a, nil
	}
	hard := c.hard()
	var last *answer
	try := func(f func(context.Context, *cfa.Program, int64) (*answer, error), conflicts int64) (bool, error) {
		a, err := f(ctx, prog, conflicts)
		if err != nil {
			return false, err
		}
		if a == nil {
			return false, nil
		}
		if last == nil || a.status != Unknown {
			last = a
		}
		return a.status != Unknown, nil
	}
	order := []func() (bool, error){
		func() (bool, error) { return try(c.integers, fewConflicts) },
		func() (bool, error) { return try(c.words, fewConflicts) },
		func() (bool, error) { return try(c.integers, manyConflicts) },
		func() (bool, error) { return try(c.words, manyConflicts) },
	}
	if hard && len(c.arrs) == 0 {
		order[0], order[1] = order[1], order[0]
		order[2], order[3] = order[3], order[2]
	}
	for _, f := range order {
		done, err := f()
		if err != nil {
			return nil, err
		}
		if done {
			break
		}
	}
	return last, nil
}

// hard reports whether integers express the part badly: because of products of unknowns, or operations on bits.
func (c *part) hard() bool {
	hard := false
	for i := range c.items {
		if c.items[i].definition() != nil {
			return true
		}
		if c.items[i].cond == nil {
			continue
		}
		cfa.Walk(c.items[i].cond, func(e cfa.Expr) {
			b, ok := e.(*cfa.Binary)
			if !ok {
				return
			}
			_, constX := c.env().fixed(b.X)
			_, constY := c.env().fixed(b.Y)
			switch b.Op {
			case cfa.Mul:
				hard = hard || !constX && !constY
			case cfa.Div, cfa.Rem, cfa.Shl, cfa.Shr:
				hard = hard || !constY
			case cfa.BitAnd, cfa.BitOr, cfa.BitXor:
				hard = true
			}
		})
	}
	return hard
}

// likely tries values that are easy to read: 0, or the nearest value in the range, for all symbols at once; then 1.
// It returns nil if these values do not satisfy the conditions.
func (c *part) likely() *answer {
	if len(c.arrs) > 0 || len(c.items) > 200 {
		return nil
	}
	for _, start := range []int64{0, 1} {
		m := map[int]num.Int{}
		for _, s := range c.syms {
			if !c.p.syms[s].def && !c.p.syms[s].computed {
				m[s] = near(c.p.before(s, c.at), c.p.holes[s], num.Of(start))
			}
		}
		if c.complete(m, false) && c.holds(m) {
			return &answer{status: Feasible, values: m}
		}
	}
	return nil
}

// complete adds to m the values of the symbols that represent results of operations and expressions. Unless all is
// set, a symbol for an expression keeps the value that it already has in m. complete returns false if m does not
// determine a value.
func (c *part) complete(m map[int]num.Int, all bool) bool {
	for i := range c.items {
		if h := c.items[i].definition(); h != nil {
			vals, known := c.p.results(h, m)
			if _, has := m[h.LHS.ID]; !known || len(vals) == 0 && !has {
				return false
			} else if len(vals) > 0 {
				m[h.LHS.ID] = vals[0]
			}
			continue
		}
		b, ok := c.items[i].cond.(*cfa.Binary)
		if !ok || b.Op != cfa.Eq {
			continue
		}
		if v, ok := b.X.(*cfa.Var); ok && c.p.syms[v.ID].def {
			if _, known := m[v.ID]; !known || all {
				x, ok := cfa.BoundsIn(&modelEnv{c.p, m}, b.Y).Point()
				if !ok {
					return false
				}
				m[v.ID] = x
			}
		}
	}
	return true
}

// near returns a value of a range that is near x and not a hole.
func near(r interval.Interval, holes holes, x num.Int) num.Int {
	x = r.Clamp(x)
	one := num.Of(1)
	up, down := x, x
	for range len(holes) + 1 {
		if r.Contains(up) && !holes.has(up) {
			return up
		}
		if r.Contains(down) && !holes.has(down) {
			return down
		}
		up, down = up.Add(one), down.Sub(one)
	}
	return x
}

// integers asks the solver of integers and arrays. The part is written as a straight path of a separate program.
func (c *part) integers(ctx context.Context, prog *cfa.Program, conflicts int64) (*answer, error) {
	q := cfa.NewProgram(prog.Model, prog.Arith)
	q.Start = q.NewProc("part")
	at := q.Start.Entry
	var path cfa.Path
	step := func(op cfa.Op) {
		to := q.NewLoc(q.Start, lang.Pos{})
		path = append(path, cfa.Step{Edge: q.NewEdge(at, to, op, lang.Pos{})})
		at = to
	}
	for _, s := range c.syms {
		v, r := c.p.syms[s].v, c.p.before(s, c.at)
		whole := v.Range.Interval()
		if n, ok := r.Point(); ok {
			step(&cfa.Assume{Cond: &cfa.Binary{Op: cfa.Eq, X: v, Y: cfa.ConstOf(n)}})
			continue
		}
		if !r.NoLo && (whole.NoLo || whole.Lo.Less(r.Lo)) {
			step(&cfa.Assume{Cond: &cfa.Binary{Op: cfa.Ge, X: v, Y: cfa.ConstOf(r.Lo)}})
		}
		if !r.NoHi && (whole.NoHi || r.Hi.Less(whole.Hi)) {
			step(&cfa.Assume{Cond: &cfa.Binary{Op: cfa.Le, X: v, Y: cfa.ConstOf(r.Hi)}})
		}
	}
	births := map[int]int{}
	for i, it := range c.items {
		if b, ok := c.fills[i]; ok {
			births[len(path)] = b
		}
		switch {
		case it.cond != nil:
			step(&cfa.Assume{Cond: it.cond})
		case it.definition() == nil: // results of operations are arbitrary here
			step(it.op)
		}
	}
	b := smt.NewBuilder()
	f, err := formula.Encode(ctx, b, q, path)
	if err != nil {
		return nil, err
	}
	s := solver.New(b, solver.Options{Conflicts: conflicts})
	for _, g := range f.Formulas() {
		s.Assert(g)
	}
	if a, err := unsatisfied(ctx, s); a != nil || err != nil {
		return a, err
	}
	plan, err := f.Inputs(s.Model())
	if err != nil {
		return &answer{why: err.Error()}, nil
	}
	plan.Else = nil
	a := &answer{status: Feasible, values: map[int]num.Int{}}
	for _, s := range c.syms {
		if x, ok := plan.Next(interp.Query{Birth: -1, Var: c.p.syms[s].v}); ok {
			a.values[s] = x
		}
	}
	for _, arr := range c.arrs {
		own := map[int]int{-1: arr.birth}
		for k, b := range births {
			own[k] = b
		}
		a.cells = append(a.cells, cellsOf{arr, own, plan})
	}
	if slices.ContainsFunc(c.items, func(it item) bool { return it.definition() != nil }) {
		if c.complete(a.values, true); !c.holds(a.values) || len(c.arrs) > 0 {
			return &answer{why: "the results of floating operations are not known exactly"}, nil
		}
	} else if len(f.Approximations) > 0 && len(c.arrs) == 0 && !c.holds(a.values) {
		return &answer{why: fmt.Sprintf("%s is not known exactly", f.Approximations[0].What)}, nil
	}
	return a, nil
}
