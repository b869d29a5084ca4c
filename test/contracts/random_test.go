package contracts_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet"
)

var randomContracts = flag.Int("contracts", 16, "how many random functions with contracts are verified")

// Random functions over a few small numbers, with random contracts, decided by running them on all
// inputs: nothing of whet is used for that. A verdict may be unknown, but not wrong, and most are
// known. The function has a caller, which is decided by the one run that it has.
func TestRandomContracts(t *testing.T) {
	decided, kept, broken := 0, 0, 0
	for seed := range *randomContracts {
		c := newContractCase(uint64(seed))
		for try := uint64(1); seed%2 == 0 && (c.vacuous() || !c.holds()); try++ { // half of them keep their contract
			c = newContractCase(uint64(seed) + try<<32)
		}
		o := whet.Options{Contracts: []string{"f"}, Checks: []string{"none"}, Jobs: 1}
		r, err := whet.Verify(context.Background(), whet.Text("random.c", []byte(c.text)), o)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, c.text)
		}
		holds := c.holds()
		if holds {
			kept++
		} else {
			broken++
		}
		for _, part := range r.Obligations {
			fine := holds
			if !part.Contract {
				fine = c.runs()
			}
			switch {
			case part.Vacuous && !c.vacuous():
				t.Errorf("seed %d: inputs satisfy what is required\n%s", seed, c.text)
			case part.Verdict == whet.Unsafe && fine, part.Verdict == whet.Safe && !fine && (part.Contract || holds):
				t.Errorf("seed %d: %s is %v, but that it is fine is %v\n%s", seed, part.Name(), part.Verdict, fine, c.text)
			}
			if part.Verdict != whet.Unknown || part.Vacuous {
				decided++
			}
		}
	}
	if n := *randomContracts; decided < n || min(kept, broken) < n/4 {
		t.Errorf("of %d programs %d keep the contract and %d do not; %d verdicts", n, kept, broken, decided)
	}
}

// env has the values of variables; "old x" is the one of x at the call.
type env map[string]int64

// An expr is an integer, as text and as what it is worth; a stmt runs.
type (
	expr struct {
		text string
		eval func(env) int64
	}
	stmt struct {
		text string
		run  func(env)
	}
)

// contractCase is a function f(a, b), which works on the globals g and h, and a caller.
type contractCase struct {
	*rand.Rand
	body, call                stmt
	requires, ensures, assume expr
	behaves, after            expr
	assigns                   []string
	text                      string
}

func newContractCase(seed uint64) *contractCase {
	c := &contractCase{Rand: rand.New(rand.NewPCG(seed, 7))}
	all, pre := []string{"a", "b", "g", "h"}, []string{"old a", "old b", "old g", "old h", "g", "h", "result"}
	c.body = c.block([]string{"a", "b", "g", "h", "r"}, 2)
	c.requires = c.cond(all, 1)
	c.ensures, c.assume, c.behaves = c.cond(pre, 2), c.cond(all, 1), c.cond(pre, 1)
	if c.IntN(3) > 0 { // often something that is true of many bodies
		c.ensures = c.or(c.ensures, c.relation(pre))
	}
	if c.IntN(3) > 0 {
		c.assigns = [][]string{{"g", "h"}, {"g"}, {}}[c.IntN(3)]
	} else {
		c.assigns = []string{"g", "h"}
	}
	c.after = c.cond([]string{"g", "h", "result"}, 1)
	x, y, g, h := c.Int64N(3), c.Int64N(3), c.Int64N(3), c.Int64N(3)
	c.call = stmt{fmt.Sprintf("g = %d; h = %d; int r = f(%d, %d);", g, h, x, y), func(e env) { e["a"], e["b"], e["g"], e["h"] = x, y, g, h }}
	acsl := strings.NewReplacer("old a", "a", "old b", "b", "old g", `\old(g)`, "old h", `\old(h)`, "result", `\result`)
	frame := strings.Join(c.assigns, ", ")
	if frame == "" {
		frame = `\nothing`
	}
	c.text = fmt.Sprintf(`int g, h;
/*@ requires 0 <= a < 3 && 0 <= b < 3 && 0 <= g < 3 && 0 <= h < 3; requires %s; assigns %s; ensures %s;
    behavior some: assumes %s; ensures %s; */
int f(int a, int b)
{
  int r = 0;
  %s
  return r;
}
int main(void)
{
  %s
  /*@ assert %s; */
  return 0;
}
`, c.requires.text, frame, acsl.Replace(c.ensures.text), c.assume.text, acsl.Replace(c.behaves.text), c.body.text, c.call.text, strings.ReplaceAll(c.after.text, "result", "r"))
	return c
}

// inputs are those that satisfy what is required.
func (c *contractCase) inputs() (list []env) {
	for k := range int64(81) {
		e := env{"a": k % 3, "b": k / 3 % 3, "g": k / 9 % 3, "h": k / 27}
		if c.requires.eval(e) != 0 {
			list = append(list, e)
		}
	}
	return list
}

func (c *contractCase) vacuous() bool { return len(c.inputs()) == 0 }

// keeps runs the function, and reports whether the contract is kept.
func (c *contractCase) keeps(e env) bool {
	before := maps.Clone(e)
	for _, v := range []string{"a", "b", "g", "h"} {
		e["old "+v] = e[v]
	}
	e["r"] = 0
	c.body.run(e)
	e["result"] = e["r"]
	for _, v := range []string{"g", "h"} {
		if e[v] != before[v] && !slices.Contains(c.assigns, v) {
			return false
		}
	}
	return c.ensures.eval(e) != 0 && (c.assume.eval(before) == 0 || c.behaves.eval(e) != 0)
}

func (c *contractCase) holds() bool {
	return !slices.ContainsFunc(c.inputs(), func(e env) bool { return !c.keeps(e) })
}

// runs reports whether the caller runs without anything that fails.
func (c *contractCase) runs() bool {
	e := env{}
	c.call.run(e)
	return c.requires.eval(e) != 0 && c.keeps(e) && c.after.eval(e) != 0
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (c *contractCase) term(vars []string) expr {
	v, k := vars[c.IntN(len(vars))], c.Int64N(4)
	w := vars[c.IntN(len(vars))]
	switch c.IntN(6) {
	case 0:
		return expr{fmt.Sprint(k), func(env) int64 { return k }}
	case 1:
		return expr{fmt.Sprintf("%s + %d", v, k), func(e env) int64 { return e[v] + k }}
	case 2:
		return expr{fmt.Sprintf("%s - %s", v, w), func(e env) int64 { return e[v] - e[w] }}
	case 3:
		return expr{fmt.Sprintf("(%s - %d) %% 2", v, k), func(e env) int64 { return (e[v] - k) % 2 }}
	case 4:
		return expr{fmt.Sprintf("%s * %d / 2", v, k), func(e env) int64 { return e[v] * k / 2 }}
	}
	return expr{v, func(e env) int64 { return e[v] }}
}

func (c *contractCase) relation(vars []string) expr {
	x, y := c.term(vars), c.term(vars)
	switch c.IntN(4) {
	case 0:
		return expr{x.text + " == " + y.text, func(e env) int64 { return truth(x.eval(e) == y.eval(e)) }}
	case 1:
		return expr{x.text + " != " + y.text, func(e env) int64 { return truth(x.eval(e) != y.eval(e)) }}
	}
	return expr{x.text + " <= " + y.text, func(e env) int64 { return truth(x.eval(e) <= y.eval(e)) }}
}

func (c *contractCase) or(x, y expr) expr {
	return expr{"(" + x.text + " || " + y.text + ")", func(e env) int64 { return truth(x.eval(e) != 0 || y.eval(e) != 0) }}
}

func (c *contractCase) cond(vars []string, depth int) expr {
	x := c.relation(vars)
	if depth == 0 || c.IntN(2) == 0 {
		return x
	}
	y := c.cond(vars, depth-1)
	if c.IntN(2) == 0 {
		return c.or(x, y)
	}
	return expr{"(" + x.text + " && " + y.text + ")", func(e env) int64 { return truth(x.eval(e) != 0 && y.eval(e) != 0) }}
}

// block is a few statements. Numbers stay small: loops add only.
func (c *contractCase) block(vars []string, depth int) stmt {
	var list []stmt
	var texts []string
	for range 1 + c.IntN(3) {
		s := c.stmt(vars, depth)
		list, texts = append(list, s), append(texts, s.text)
	}
	return stmt{"{ " + strings.Join(texts, " ") + " }", func(e env) {
		for _, s := range list {
			s.run(e)
		}
	}}
}

func (c *contractCase) stmt(vars []string, depth int) stmt {
	v := vars[c.IntN(len(vars))]
	kind := c.IntN(6)
	switch {
	case depth > 0 && kind == 0:
		x, then, els := c.cond(vars, 1), c.block(vars, depth-1), c.block(vars, depth-1)
		return stmt{fmt.Sprintf("if (%s) %s else %s", x.text, then.text, els.text), func(e env) {
			if x.eval(e) != 0 {
				then.run(e)
			} else {
				els.run(e)
			}
		}}
	case depth > 0 && kind == 1:
		n, x := 1+c.Int64N(3), c.Int64N(3)-1
		return stmt{fmt.Sprintf("for (int i = 0; i < %d; i++) %s += %d;", n, v, x), func(e env) { e[v] += n * x }}
	}
	x := c.term(vars)
	return stmt{fmt.Sprintf("%s = %s;", v, x.text), func(e env) { e[v] = x.eval(e) }}
}
