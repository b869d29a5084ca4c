package inputs

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc"
)

// choicesPerComponent bounds the search for values of symbols that hang together.
const choicesPerComponent = 4000

// Result is what Find found.
type Result struct {
	Found bool
	Plan  *interp.Plan // Found: the inputs

	// Contradiction: no inputs lead along the path up to and including step Step.
	Contradiction bool
	Step          int
	Pos           lang.Pos // of the condition that could not be met
	Why           string   // not Found: what could not be met, for people

	model model
}

// Find looks for inputs with which the program takes the path. The path starts at the program's start.
func Find(ctx context.Context, b *mc.Budget, prog *cfa.Program, path cfa.Path) *Result {
	x := &executor{ctx: ctx, budget: b, prog: prog, vague: true}
	r := x.find(path)
	if !x.loose {
		return r // nothing was vague
	}
	if r.Contradiction || x.failed != "" {
		return r
	}
	y := &executor{ctx: ctx, budget: b, prog: prog, hints: hints{}}
	if r.Found {
		for i, s := range x.p.syms {
			v, ok := r.model[i]
			if d, fixed := x.p.dom[i].Point(); fixed {
				v, ok = d, true
			}
			if ok && s.def == nil && s.birth != vagueBirth {
				y.hints[s.origin()] = v
			}
		}
	}
	r = y.find(path)
	r.Contradiction = false
	return r
}

func (x *executor) find(path cfa.Path) *Result {
	contradiction, at := x.run(path)
	r := &Result{Step: at, Pos: position(path, at)}
	if x.failed != "" {
		r.Why = x.failed
		return r
	}
	if contradiction {
		r.Contradiction = !x.freed
		r.Why = "its conditions contradict each other"
		if op, ok := path[at].Edge.Op.(*cfa.Assume); ok {
			r.Why = fmt.Sprintf("%s contradicts the conditions before", cfa.ExprString(op.Cond))
		}
		return r
	}
	r.model = model{}
	for _, c := range x.p.components() {
		m := x.p.solve(x.ctx, x.budget, c, choicesPerComponent)
		if m == nil {
			m = x.p.repair(x.ctx, x.budget, c, repairRounds)
		}
		if m == nil {
			r.Why = x.p.explain(c)
			return r
		}
		for s, v := range m {
			r.model[s] = v
		}
	}
	r.Found, r.Plan = true, x.plan(r.model)
	return r
}

// plan writes the model down as inputs of the interpreter.
func (x *executor) plan(m model) *interp.Plan {
	p := &interp.Plan{Else: interp.Zero()}
	for i, s := range x.p.syms {
		v, ok := m[i]
		if !ok {
			v = x.p.dflt(i)
		}
		switch {
		case s.of != nil:
			p.Born(s.birth, s.of, v)
		case s.arr != nil:
			p.BornCell(s.birth, s.arr, s.idx, v)
		}
	}
	return p
}

// explain names a condition that was hard to meet: one over more than one symbol, if there is such.
func (p *problem) explain(syms []int) string {
	var best cfa.Expr
	most := 0
	for _, s := range syms {
		for _, k := range p.uses[s] {
			n := 0
			cfa.ExprReads(p.conds[k], func(*cfa.Var) { n++ }, nil)
			if v, ok := p.fixed(p.conds[k]); ok && !v.IsZero() {
				continue // holds anyway
			}
			if n > most {
				best, most = p.conds[k], n
			}
		}
	}
	if best == nil {
		return "no inputs were found for it"
	}
	text := cfa.ExprString(best)
	if len(text) > 120 {
		text = text[:117] + "..."
	}
	return "it needs " + text
}
