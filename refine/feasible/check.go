// Check: the decision about a path, and the inputs that take it.

package feasible

import (
	"context"
	"fmt"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
)

// Check decides whether the program can take the path, which begins at the program's start. Infeasible is proved.
// Feasible refers to the program model: a replay in the interpreter decides whether the program really takes the
// path. The error comes from the context or its budget. The work is bounded by counts, such as the conflicts of the
// solvers.
func Check(ctx context.Context, prog *cfa.Program, path cfa.Path) (*Result, error) {
	x := newWalk(ctx, prog)
	x.separate = true
	r, err := x.check(path)
	if err != nil || r.Status != Infeasible || !x.bound {
		return r, err
	}
	x = newWalk(ctx, prog) // pointers that are inputs may have any addresses now
	return x.check(path)
}

func (x *walk) check(path cfa.Path) (*Result, error) {
	n := x.along(path, nil)
	r := &Result{Step: -1}
	if s := effort.Why(x.ctx); s != "" {
		return nil, fmt.Errorf("%s", s)
	}
	if x.failed != "" {
		r.Why, r.Pos = x.failed, position(path, n)
		return r, nil
	}
	if x.contradiction {
		return x.infeasible(path, n), nil
	}
	values := map[int]num.Int{}
	var cells []cellsOf
	for _, c := range x.parts() {
		a, err := c.decide(x.ctx, x.prog)
		switch {
		case err != nil:
			return nil, err
		case a.status == Infeasible:
			return x.infeasible(path, c.items[len(c.items)-1].step), nil
		case a.status == Unknown:
			r.Why = c.explain()
			if a.why != "" {
				r.Why += " (" + a.why + ")"
			}
			return r, nil
		}
		for s, v := range a.values {
			values[s] = v
		}
		cells = append(cells, a.cells...)
	}
	for i := range x.p.items {
		if e := x.p.items[i].cond; e != nil && x.p.items[i].of == nil {
			if v, ok := x.p.fixed(e); ok && v.IsZero() { // the symbols in the condition all have one value
				return x.infeasible(path, x.p.items[i].step), nil
			}
		}
	}
	r.Status, r.Inputs = Feasible, x.inputs(values, cells, x.p.adds, nil)
	return r, nil
}

// infeasible returns the result for a path whose steps up to the given one contradict each other.
func (x *walk) infeasible(path cfa.Path, step int) *Result {
	r := &Result{Status: Infeasible, Step: step, Pos: position(path, step), Why: "its conditions contradict each other"}
	if x.freed {
		r.Status = Unknown // with another effect the path may be feasible
	}
	if step < len(path) {
		if _, ok := path[step].Edge.Op.(*cfa.Assume); ok {
			r.Why = fmt.Sprintf("%s contradicts the conditions before", strings.Trim(x.prog.Words().Edge(path[step].Edge), "[]"))
		}
	}
	return r
}

// parts returns the components of all items.
func (x *walk) parts() []*part {
	var out []*part
	n := len(x.p.items)
	done := newSeen()
	add := func(c *part) {
		if len(c.items) > 0 {
			out = append(out, c)
		}
	}
	for _, a := range x.all {
		if !done.arrs[a] {
			add(x.gather(n, x.p.adds, nil, []*array{a}, nil, done))
		}
	}
	for s := range x.p.syms {
		if _, fixed := x.p.dom[s].Point(); !fixed && !done.syms[s] && len(x.p.uses[s]) > 0 {
			add(x.gather(n, x.p.adds, []int{s}, nil, nil, done))
		}
	}
	return out
}

// inputs returns inputs for the interpreter. A symbol has its value in the map values. A symbol without such a value
// gets one from the range that it had at the clock value "at"; but if the range has several values and rest is not
// nil, rest decides. rest also gives all other inputs; without it they are 0.
func (x *walk) inputs(values map[int]num.Int, cells []cellsOf, at int, rest interp.Inputs) interp.Inputs {
	known := map[origin]num.Int{}
	for i, s := range x.p.syms {
		if s.def {
			continue
		}
		v, ok := values[i]
		if !ok {
			if v, ok = x.p.before(i, at).Point(); !ok && rest != nil {
				continue
			} else if !ok {
				v = near(x.p.before(i, at), nil, num.Of(0))
			}
		}
		known[s.origin()] = v
	}
	return interp.Func(func(q interp.Query) (num.Int, bool) {
		o := originOf(q)
		if v, ok := known[o]; ok {
			return v, true
		}
		if q.Arr != nil {
			for _, c := range cells {
				if v, ok := c.find(q); ok {
					return v, true
				}
			}
		}
		if rest != nil {
			return rest.Next(q)
		}
		return num.Int{}, true
	})
}

// explain names a condition that was hard to meet: the condition with the most symbols.
func (c *part) explain() string {
	var best cfa.Expr
	most := 0
	for i := range c.items {
		if c.items[i].cond == nil {
			continue
		}
		n := 0
		cfa.ExprReads(c.items[i].cond, func(*cfa.Var) { n++ }, nil)
		if n > most {
			best, most = c.items[i].cond, n
		}
	}
	if best == nil {
		return "no inputs were found for it"
	}
	text := cfa.ExprWords(best)
	if len(text) > 120 {
		text = text[:117] + "..."
	}
	return "it needs " + text
}
