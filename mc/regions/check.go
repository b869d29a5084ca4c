package regions

import (
	"context"
	"fmt"
)

// Closed verifies that the regions are an inductive invariant, as instances use it, that holds at no error location: the
// start is in one, and so is each image. It computes the images anew.
func (x *Explorer[E]) Closed(ctx context.Context) error {
	if !x.has(x.place(x.root, x.prog.Start.Entry), x.top) {
		return fmt.Errorf("the start is not covered")
	}
	for _, p := range x.Places() {
		if p.Loc.Error != nil && len(p.keys) > 0 {
			return fmt.Errorf("an error at %v is reached", p.Loc.Pos)
		}
		for _, r := range p.Regions() {
			for _, st := range x.steps(p) {
				if x.opt.Budget.Spent(ctx) != "" {
					return fmt.Errorf("no time to check")
				}
				for _, u := range x.images(r, st) {
					if !x.has(st.to, u) {
						return fmt.Errorf("successor %v by edge %d at %v is not covered", u, st.edge.ID, p.Loc.Pos)
					}
				}
			}
		}
	}
	return nil
}

func (x *Explorer[E]) has(p *Place[E], s E) bool {
	for _, q := range x.apart(p, s) {
		r := p.regions[string(q.key)]
		if r == nil || !q.s.Leq(r.State) {
			return false
		}
	}
	return true
}
