package formula_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// The path of Table 2 of the EUREKA paper, through
//
//	a[1] = 9; i = 0; while (a[i] != 9) { a[i] = 2*i; i = i + 1; } assert(i <= 1);
//
// with two rounds of the loop.
func Example() {
	p := cfa.NewProgram(lang.LP64, cfa.Int)
	p.Start = p.NewProc("main")
	i := p.NewVar(p.Start, "i", cfa.LocalVar, cfa.Range{})
	a := p.NewArray(p.Start, "a", cfa.Range{}, -1)
	k := func(n int64) cfa.Expr { return &cfa.Const{Val: num.Of(n)} }
	ai := &cfa.Select{Arr: a, Idx: i}
	loop := []cfa.Op{
		&cfa.Assume{Cond: cfa.MkBinary(cfa.Ne, ai, k(9))},
		&cfa.Store{Arr: a, Idx: i, Val: cfa.MkBinary(cfa.Mul, k(2), i)},
		&cfa.Assign{LHS: i, RHS: cfa.MkBinary(cfa.Add, i, k(1))},
	}
	ops := []cfa.Op{&cfa.Store{Arr: a, Idx: k(1), Val: k(9)}, &cfa.Assign{LHS: i, RHS: k(0)}}
	ops = append(append(ops, loop...), loop...)
	ops = append(ops, &cfa.Assume{Cond: cfa.MkBinary(cfa.Eq, ai, k(9))}, &cfa.Assume{Cond: cfa.MkBinary(cfa.Gt, i, k(1))})
	var path cfa.Path
	at := p.Start.Entry
	for _, op := range ops {
		to := p.NewLoc(p.Start, lang.Pos{})
		path = append(path, cfa.Step{Edge: p.NewEdge(at, to, op, lang.Pos{})})
		at = to
	}

	f, err := formula.Encode(context.Background(), smt.NewBuilder(), p, path)
	if err != nil {
		fmt.Println(err)
		return
	}
	for n, s := range f.Steps {
		var says []string
		for _, t := range s.Formulas {
			says = append(says, t.String())
		}
		fmt.Printf("%-2d %-14s %-22s %s\n", n+1, s.Step.Edge.Op, s.Renamed, strings.Join(says, ", "))
	}
	// Output:
	// 1  a[1] = 9       a_1[1] = 9             (= a_1 (store a_0 1 9))
	// 2  i = 0          i_1 = 0                (= i_1 0)
	// 3  [a[i] != 9]    [a_1[i_1] != 9]        (not (= (select a_1 i_1) 9))
	// 4  a[i] = i * 2   a_2[i_1] = i_1 * 2     (= a_2 (store a_1 i_1 (* 2 i_1)))
	// 5  i = i + 1      i_2 = i_1 + 1          (= i_1 (- i_2 1))
	// 6  [a[i] != 9]    [a_2[i_2] != 9]        (not (= (select a_2 i_2) 9))
	// 7  a[i] = i * 2   a_3[i_2] = i_2 * 2     (= a_3 (store a_2 i_2 (* 2 i_2)))
	// 8  i = i + 1      i_3 = i_2 + 1          (= i_2 (- i_3 1))
	// 9  [a[i] == 9]    [a_3[i_3] == 9]        (= (select a_3 i_3) 9)
	// 10 [i > 1]        [i_3 > 1]              (>= i_3 2)
}
