// Descending iteration: one more application of the transfer functions to a fixpoint.

package partition

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/internal/effort"
)

// Narrow improves a fixpoint: it replaces each part by the join of the images that lead to it. The result is below
// the old part, and still contains all reached states. It returns false if the budget ends first; then nothing has
// changed.
func (x *Explorer[E]) Narrow(ctx context.Context) bool {
	type entry struct {
		p   *Place[E]
		key string
	}
	fresh := map[entry]E{}
	add := func(p *Place[E], s E) {
		for _, q := range x.apart(ctx, p, s) {
			k := entry{p, string(q.key)}
			if old, ok := fresh[k]; !ok {
				fresh[k] = q.s
			} else if !q.s.Leq(old) {
				fresh[k] = old.Join(q.s)
			}
		}
	}
	add(x.space.Start(), x.top)
	for _, p := range x.Places() {
		for _, r := range p.Parts() {
			for _, st := range x.steps(p) {
				if effort.Done(ctx) {
					return false
				}
				for _, u := range x.images(ctx, r, st) {
					add(st.To, u)
				}
			}
		}
	}
	if effort.Done(ctx) {
		return false // parts may be missing
	}
	for _, p := range x.space.All() {
		p.keys = slices.DeleteFunc(p.keys, func(k string) bool {
			s, ok := fresh[entry{p, k}]
			if !ok {
				delete(p.parts, k)
				return true
			}
			// The join s of smaller elements need not be contained in the old state. Both contain the reached states.
			if r := p.parts[k]; s.Leq(r.State) {
				r.State = s
			}
			return false
		})
	}
	x.retell()
	return true
}
