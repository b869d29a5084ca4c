package simplex_test

import (
	"fmt"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt/simplex"
)

func Example() {
	n := num.RatOf
	t := simplex.New()
	x, y := t.NewVar(true), t.NewVar(true)
	s := t.NewRow([]simplex.Monomial{{Coef: n(2), Var: x}, {Coef: n(3), Var: y}}, true) // s = 2x + 3y

	t.AssertLower(s, simplex.DeltaOf(n(12)), 1) // 2x + 3y >= 12, for reason 1
	t.AssertUpper(x, simplex.DeltaOf(n(3)), 2)
	ok, _ := t.Check(nil)
	fmt.Println(ok, t.Integers(nil).Kind)
	values := t.Concrete()
	fmt.Println(n(2).Mul(values[x]).AddMul(n(3), values[y]).Cmp(n(12)) >= 0)

	t.Push()
	t.AssertUpper(y, simplex.DeltaOf(n(1)), 3)
	ok, _ = t.Check(nil)
	fmt.Println(ok)
	for _, p := range t.Conflict() {
		fmt.Printf("%v times the bound for reason %d\n", p.Coef, p.Reason)
	}
	t.Pop(1)
	ok, _ = t.Check(nil)
	fmt.Println(ok)
	// Output:
	// true done
	// true
	// false
	// 3 times the bound for reason 3
	// 1 times the bound for reason 1
	// 2 times the bound for reason 2
	// true
}

// An equation between integers that parity refutes.
func ExampleTableau_Integers() {
	t := simplex.New()
	x, y := t.NewVar(true), t.NewVar(true)
	s := t.NewRow([]simplex.Monomial{{Coef: num.RatOf(2), Var: x}, {Coef: num.RatOf(-4), Var: y}}, true)
	one := simplex.DeltaOf(num.RatOf(1))
	t.AssertLower(s, one, 7)
	t.AssertUpper(s, one, 8)
	t.Check(nil)
	step := t.Integers(nil)
	fmt.Println(step.Kind)
	for _, e := range step.Equations {
		fmt.Printf("%v times an equation with the value %v, for reasons %d and %d\n", e.Coef, e.Value, e.Lower, e.Upper)
	}
	// Output:
	// conflict
	// 1/2 times an equation with the value 1, for reasons 7 and 8
}

// A linear program: the most that 3x + 2y can be, and why it is not more.
func ExampleTableau_Maximize() {
	n := num.RatOf
	t := simplex.New()
	x, y := t.NewVar(false), t.NewVar(false)
	goal := t.NewRow([]simplex.Monomial{{Coef: n(3), Var: x}, {Coef: n(2), Var: y}}, false)
	sum := t.NewRow([]simplex.Monomial{{Coef: n(1), Var: x}, {Coef: n(1), Var: y}}, false)
	t.AssertLower(y, simplex.DeltaOf(n(0)), 1)
	t.AssertUpper(x, simplex.DeltaOf(n(4)), 2)
	_, status := t.Maximize(goal, nil)
	fmt.Println(status)

	t.AssertUpper(sum, simplex.Delta{A: n(6), B: n(-1)}, 3) // x + y < 6
	value, status := t.Maximize(goal, nil)
	fmt.Println(status, value)
	for _, p := range t.Optimality() {
		fmt.Printf("%v times the bound for reason %d\n", p.Coef, p.Reason)
	}
	// Output:
	// unbounded
	// optimal 16-2δ
	// 1 times the bound for reason 2
	// 2 times the bound for reason 3
}
