package array

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"pgregory.net/rapid"
)

// The oracle: a random program is run on all small inputs. It knows variables and arrays that are
// written over, and nothing of terms, single assignment or rewriting.

type env struct {
	ints   map[string]int
	arrays map[string]map[int]int
}

type expr struct {
	term *smt.Term
	eval func(*env) int
}

type test struct {
	term *smt.Term
	eval func(*env) bool
}

type program struct {
	*trace
	t     *rapid.T
	steps []func(*env) bool // false: a condition does not hold
	depth int
}

func (p *program) pick(n int, what string) int { return rapid.IntRange(0, n-1).Draw(p.t, what) }

func (p *program) expr() expr {
	p.depth++
	defer func() { p.depth-- }()
	kind := p.pick(8, "expr")
	if p.depth > 3 {
		kind %= 3
	}
	switch kind {
	case 0:
		k := p.pick(4, "number") - 1
		return expr{p.num(k), func(*env) int { return k }}
	case 1, 2:
		name := string("xyz"[p.pick(3, "variable")])
		return expr{p.v(name), func(e *env) int { return e.ints[name] }}
	case 3:
		x, y := p.expr(), p.expr()
		return expr{p.b.Add(x.term, y.term), func(e *env) int { return x.eval(e) + y.eval(e) }}
	case 4:
		x := p.expr()
		k := p.pick(5, "factor") - 2
		return expr{p.b.Scale(num.RatOf(int64(k)), x.term), func(e *env) int { return k * x.eval(e) }}
	case 5:
		if p.pick(3, "div") > 0 {
			break
		}
		x := p.expr()
		k := p.pick(3, "divisor") + 1
		return expr{p.b.Div(x.term, num.RatOf(int64(k))), func(e *env) int {
			v := x.eval(e)
			q := v / k
			if v%k < 0 {
				q--
			}
			return q
		}}
	case 6:
		c, x, y := p.test(), p.expr(), p.expr()
		return expr{p.b.Ite(c.term, x.term, y.term), func(e *env) int {
			if c.eval(e) {
				return x.eval(e)
			}
			return y.eval(e)
		}}
	}
	a := string("ab"[p.pick(2, "array")])
	i := p.expr()
	return expr{p.read(a, i.term), func(e *env) int { return e.arrays[a][i.eval(e)] }}
}

func (p *program) test() test {
	p.depth++
	defer func() { p.depth-- }()
	kind := p.pick(7, "test")
	if p.depth > 3 {
		kind %= 4
	}
	switch kind {
	case 4:
		x := p.test()
		return test{p.b.Not(x.term), func(e *env) bool { return !x.eval(e) }}
	case 5, 6:
		x, y := p.test(), p.test()
		if kind == 5 {
			return test{p.b.And(x.term, y.term), func(e *env) bool { return x.eval(e) && y.eval(e) }}
		}
		return test{p.b.Or(x.term, y.term), func(e *env) bool { return x.eval(e) || y.eval(e) }}
	}
	x, y := p.expr(), p.expr()
	switch kind {
	case 0:
		return test{p.b.Le(x.term, y.term), func(e *env) bool { return x.eval(e) <= y.eval(e) }}
	case 1:
		return test{p.b.Eq(x.term, y.term), func(e *env) bool { return x.eval(e) == y.eval(e) }}
	case 2:
		return test{p.b.Not(p.b.Eq(x.term, y.term)), func(e *env) bool { return x.eval(e) != y.eval(e) }}
	}
	return test{p.b.Lt(x.term, y.term), func(e *env) bool { return x.eval(e) < y.eval(e) }}
}

func (p *program) statement() {
	switch p.pick(7, "statement") {
	case 0, 1:
		name := string("xyz"[p.pick(3, "variable")])
		x := p.expr()
		p.assign(name, x.term)
		p.steps = append(p.steps, func(e *env) bool { e.ints[name] = x.eval(e); return true })
	case 2, 3:
		a := string("ab"[p.pick(2, "array")])
		i, x := p.expr(), p.expr()
		p.write(a, i.term, x.term)
		p.steps = append(p.steps, func(e *env) bool {
			k, v := i.eval(e), x.eval(e)
			e.arrays[a][k] = v
			return true
		})
	default:
		c := p.test()
		p.assume(c.term)
		p.steps = append(p.steps, c.eval)
	}
}

// run reports whether the program goes through for some small input. The variables are -1 … 1 and
// so are the elements 0 and 1 of a; what is elsewhere in the arrays is 0.
func (p *program) run() bool {
	for k := range 3 * 3 * 3 * 3 * 3 {
		digit := func() int { d := k%3 - 1; k /= 3; return d }
		e := &env{
			ints:   map[string]int{"x": digit(), "y": digit(), "z": digit()},
			arrays: map[string]map[int]int{"a": {0: digit(), 1: digit()}, "b": {}},
		}
		ok := true
		for _, s := range p.steps {
			if ok = s(e); !ok {
				break
			}
		}
		if ok {
			return true
		}
	}
	return false
}

func TestProveRandomPrograms(t *testing.T) {
	count := map[string]int{}
	rounds := 20
	if testing.Short() {
		rounds = 5
	}
	property := func(rt *rapid.T) {
		p := &program{trace: newTrace(), t: rt}
		for _, v := range []string{"x", "y", "z", "a", "b"} {
			p.v(v)
		}
		for range 1 + p.pick(14, "length") {
			p.statement()
		}
		inputs := p.inputs
		if p.pick(3, "shuffle") == 0 {
			inputs = rapid.Permutation(inputs).Draw(rt, "order")
		}
		r, err := Prove(context.Background(), p.b, inputs, Options{Shared: p.pick(2, "shared") == 0, MaxSteps: 3_000_000, MaxSplits: 2000})
		if err != nil {
			rt.Fatal(err)
		}
		count[r.Status.String()+" "+r.Reason]++
		feasible := p.run()
		switch r.Status {
		case Refuted:
			if feasible {
				rt.Fatalf("refuted what has a model; %v", p.show(r.Proof))
			}
			if err := Check(p.b, inputs, r.Proof); err != nil {
				rt.Fatalf("%v\n%s", err, p.show(r.Proof))
			}
		case Satisfiable:
			for k, f := range inputs {
				if ok, err := r.Model.Holds(f); err != nil || !ok {
					rt.Fatalf("input %d does not hold in the model", k)
				}
			}
		}
	}
	for range rounds {
		rapid.Check(t, property)
	}
	t.Log(count)
	if count["refuted "] == 0 || count["satisfiable "] == 0 {
		t.Error("nothing was decided one way: ", count)
	}
}
