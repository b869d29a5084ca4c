// Models as paths and inputs.

package unroll

import (
	"errors"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

var errNoWay = errors.New("the model is no way through the program")

// Run returns the path to the event that a model m of its condition describes. It also returns the inputs
// with which the interpreter takes this path, except inputs of kind Effect and Approx. Run is not defined
// in k-induction, where a path may begin in the middle of a run.
func (e *Event) Run(m *smt.Model) (cfa.Path, *interp.Plan, error) {
	t := &trace{u: e.u, m: m, holds: map[*guard]bool{}}
	var ways []*arrival
	for i := e.at; len(i.arrivals) > 0; {
		a, err := t.way(i)
		if err != nil {
			return nil, nil, err
		}
		ways = append(ways, a)
		i = a.from
	}
	slices.Reverse(ways)
	plan := &interp.Plan{Else: interp.Zero()}
	path := make(cfa.Path, 0, len(ways))
	t.born(plan, -1, e.u.main)
	act := map[*activation]int{}
	for n, a := range ways {
		path = append(path, a.step)
		switch {
		case a.input != nil:
			v := a.step.Edge.Op.(*cfa.Havoc).LHS
			plan.Born(n, v, t.value(a.input))
		case a.cells != nil:
			t.cells(plan, n, a.cells)
		case a.step.Kind == cfa.Enter:
			to := e.at
			if n+1 < len(ways) {
				to = ways[n+1].from
			}
			if _, known := act[to.it.act]; !known {
				act[to.it.act] = n
				t.born(plan, n, to.it.act)
			}
		}
	}
	return path, plan, t.err
}

// trace reads a path from a model.
type trace struct {
	u     *Unrolling
	m     *smt.Model
	holds map[*guard]bool
	err   error
}

// way returns the arrival by which the model's run came to i: the first one whose guard holds.
func (t *trace) way(i *instance) (*arrival, error) {
	for _, a := range i.arrivals {
		if t.true(a.guard) {
			return a, nil
		}
	}
	if t.err == nil {
		t.err = errNoWay
	}
	return nil, t.err
}

// true reports whether all literals of g hold in the model.
func (t *trace) true(g *guard) bool {
	var todo []*guard
	for ; g != nil; g = g.up {
		if _, known := t.holds[g]; known {
			break
		}
		todo = append(todo, g)
	}
	so := g == nil || t.holds[g]
	for k := len(todo) - 1; k >= 0; k-- {
		if so {
			ok, err := t.m.Holds(todo[k].lit)
			if err != nil {
				t.err = err
			}
			so = ok && err == nil
		}
		t.holds[todo[k]] = so
	}
	return so
}

func (t *trace) value(n *number) num.Int {
	v, err := t.m.Eval(t.u.of(n))
	if err != nil {
		t.err = err
		return num.Int{}
	}
	k := v.Value().Num()
	if t.u.words {
		k = k.Wrap(v.Width(), true)
	}
	return k
}

// born plans the values of the variables and cells that the activation a, which began with the given step,
// read before setting them.
func (t *trace) born(p *interp.Plan, step int, a *activation) {
	for _, b := range a.born {
		p.Born(step, b.of, t.value(b.val))
	}
	for _, m := range a.bornCells {
		t.cells(p, step, m)
	}
}

func (t *trace) cells(p *interp.Plan, step int, m *memory) {
	for _, c := range m.known {
		p.BornCell(step, m.arr, t.value(c.idx), t.value(c.val))
	}
}
