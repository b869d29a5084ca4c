package proof_test

import (
	"fmt"
	"os"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
)

// A proof by hand that x ≤ 0 and (x ≥ 1/2 or x > 3) have no solution.
func Example() {
	b := smt.NewBuilder()
	x := b.Var("x", b.RealSort())
	n := func(p, q int64) *smt.Term { return b.Num(num.RatFrac(p, q), b.RealSort()) }
	low, half, big := b.Le(x, n(0, 1)), b.Ge(x, n(1, 2)), b.Gt(x, n(3, 1))
	or := b.Or(half, big)
	one := num.RatOf(1)
	clause := func(ls ...*smt.Term) []*smt.Term { return ls }
	p := &proof.Proof{Steps: []proof.Step{
		{Rule: proof.Assume, Clause: clause(low)},
		{Rule: proof.Assume, Clause: clause(or)},
		{Rule: proof.Cnf, Clause: clause(b.Not(or), half, big), Terms: clause(or)},
		{Rule: proof.Farkas, Clause: clause(b.Not(low), b.Not(half)), Coefs: []num.Rat{one, one}},
		{Rule: proof.Farkas, Clause: clause(b.Not(low), b.Not(big)), Coefs: []num.Rat{one, one}},
		{Rule: proof.Rup, Premises: []int{0, 3, 4, 1, 2}},
	}}
	fmt.Println(proof.Check(b, []*smt.Term{low, or}, p))
	proof.Write(os.Stdout, p)
	fmt.Println()

	fmt.Println(proof.Check(b, []*smt.Term{or}, p))
	// Output:
	// <nil>
	// (proof
	//  (define-fun $1 () Bool (>= x (/ 1.0 2.0)))
	//  (define-fun $2 () Bool (> x 3.0))
	//  (define-fun $4 () Bool (> x 0.0))
	//  (define-fun $3 () Bool (or $1 $2))
	//  (step 0 assume ((<= x 0.0)))
	//  (step 1 assume ($3))
	//  (step 2 cnf ((not $3) $1 $2) :terms ($3))
	//  (step 3 farkas ($4 (< x (/ 1.0 2.0))) :coefs (1 1))
	//  (step 4 farkas ($4 (<= x 3.0)) :coefs (1 1))
	//  (step 5 rup () :premises (0 3 4 1 2)))
	// step 0 (assume): not one of the inputs
}
