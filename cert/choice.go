// This file decides comparisons between choices. Where paths have met, values are choices among the values on each
// path, at times among a thousand numbers, with the same conditions for all variables. Going through such choices in
// parallel finds what they have in common: x and y may each be any of many numbers although x <= y always holds.

package cert

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// mostChoices bounds the number of terms, over all choices, that are visited for one formula.
const mostChoices = 1 << 17

// linearOf adds the term t, with a sign, to a sum of products and a constant.
func linearOf(t *smt.Term, sign num.Int, to []product, konst num.Int) ([]product, num.Int) {
	switch t.Op() {
	case smt.OpNum:
		return to, konst.Add(sign.Mul(t.Value().Num()))
	case smt.OpSum:
		for i, a := range t.Args() {
			to = append(to, product{sign.Mul(t.Coef(i).Num()), a})
		}
		return to, konst.Add(sign.Mul(t.Value().Num()))
	}
	return append(to, product{sign, t}), konst
}

// product is a factor times a term.
type product struct {
	factor num.Int
	term   *smt.Term
}

// byChoices decides an atom that compares a sum of integer choices with 0, if the atom has the same truth value for
// all choices. It returns false, false if the truth value depends on the choices, or if the search is too large.
func byChoices(atom *smt.Term) (holds, fails bool) {
	var ps []product
	konst := num.Of(0)
	if op := atom.Op(); op != smt.OpLe && op != smt.OpEq || atom.Arg(0).Sort().Kind != smt.Int {
		return false, false
	}
	switch atom.Op() {
	case smt.OpLe:
		ps, konst = linearOf(atom.Arg(0), num.Of(1), nil, konst)
	case smt.OpEq:
		ps, konst = linearOf(atom.Arg(0), num.Of(1), nil, konst)
		ps, konst = linearOf(atom.Arg(1), num.Of(-1), ps, konst)
	}
	for _, p := range ps {
		if p.term.Op() != smt.OpIte {
			return false, false
		}
	}
	seenTrue, seenFalse := false, false
	type branch struct {
		ps    []product
		konst num.Int
	}
	stack := []branch{{ps, konst}}
	for n := 0; len(stack) > 0; {
		at := stack[len(stack)-1]
		if n += 1 + len(at.ps); n > mostChoices {
			return false, false
		}
		stack = stack[:len(stack)-1]
		if len(at.ps) == 0 {
			yes := at.konst.Sign() == 0 || at.konst.Sign() < 0 && atom.Op() == smt.OpLe
			seenTrue, seenFalse = seenTrue || yes, seenFalse || !yes
			if seenTrue && seenFalse {
				return false, false
			}
			continue
		}
		cond := at.ps[0].term.Arg(0)
		for side := 1; side <= 2; side++ {
			next := branch{konst: at.konst}
			for _, p := range at.ps {
				t := p.term
				if t.Arg(0) == cond {
					t = t.Arg(side)
				}
				next.ps, next.konst = linearOf(t, p.factor, next.ps, next.konst)
			}
			for _, p := range next.ps {
				if p.term.Op() != smt.OpIte {
					return false, false // the value of this term is not known
				}
			}
			stack = append(stack, next)
		}
	}
	return seenTrue, seenFalse
}
