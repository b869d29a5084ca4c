// Shifts by a variable amount: a barrel shifter.

package bv

import "github.com/whet-mc/whet/smt"

// shift returns p shifted by amount, with a barrel shifter. For every bit k of the amount with 2^k below the width, a
// stage moves by 2^k bits or not. If a higher bit of the amount is set, the result is only fill. A stage takes a bit
// from place i + dir·2^k.
//
// If the width is not a power of two, the stages together may move by more than the width; then the result is only fill
// too.
func (x *Blaster) shift(p, amount []*smt.Term, fill *smt.Term, dir int) []*smt.Term {
	w := len(p)
	cur := append([]*smt.Term(nil), p...)
	var high []*smt.Term
	for k, by := range amount {
		if k >= 31 || 1<<k >= w {
			high = append(high, by)
			continue
		}
		if !x.spend(w) {
			return nil
		}
		next := make([]*smt.Term, w)
		for i := range next {
			from := fill
			if j := i + dir<<k; j >= 0 && j < w {
				from = cur[j]
			}
			next[i] = x.b.Ite(by, from, cur[i])
		}
		cur = next
	}
	big := x.b.Or(high...)
	for i := range cur {
		cur[i] = x.b.Ite(big, fill, cur[i])
	}
	return cur
}
