// The check that the parts are an inductive invariant. It computes all images anew, with the instances that the final
// parts allow.

package partition

import (
	"context"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
)

// Closed verifies that the parts are an inductive invariant, strengthened by the instances, that holds at no error
// location: a part contains the start, and for each image there are parts that contain it. It computes the images
// anew and records the steps between parts (Next). It returns an error if ctx ends.
func (x *Explorer[E]) Closed(ctx context.Context) error {
	x.next = map[*Part[E]][]Next[E]{}
	start := x.space.Start()
	for _, q := range x.apart(ctx, start, x.top) {
		if r := start.parts[string(q.key)]; r == nil || !q.s.Leq(r.State) {
			return fmt.Errorf("the start is not covered")
		}
	}
	for _, p := range x.Places() {
		if p.Loc.Error != nil && len(p.keys) > 0 {
			return fmt.Errorf("an error at %v is reached", p.Loc.Pos)
		}
		for _, r := range p.Parts() {
			for _, st := range x.steps(p) {
				if effort.Done(ctx) {
					return fmt.Errorf("no time to check")
				}
				n := Next[E]{Edge: st.Edge, Place: st.To}
				for _, u := range x.images(ctx, r, st) {
					for _, q := range x.apart(ctx, st.To, u) {
						to := st.To.parts[string(q.key)]
						if to == nil || !q.s.Leq(to.State) {
							return fmt.Errorf("successor %v by edge %d at %v is not covered", u, st.Edge.ID, p.Loc.Pos)
						}
						if !slices.Contains(n.To, to) {
							n.To = append(n.To, to)
						}
					}
				}
				x.next[r] = append(x.next[r], n)
			}
		}
	}
	if effort.Done(ctx) {
		return fmt.Errorf("no time to check") // parts of the last image may be missing
	}
	return nil
}

// Next is a step from a part over an edge. To lists the parts of the target place that contain its images.
type Next[E any] struct {
	Edge  *cfa.Edge
	Place *Place[E]
	To    []*Part[E]
}

// Next returns the steps from a part, as found by Closed.
func (x *Explorer[E]) Next(r *Part[E]) []Next[E] { return x.next[r] }

// Instances returns the instances given to New.
func (x *Explorer[E]) Instances() []Instance { return x.insts }

// Program returns the program given to New.
func (x *Explorer[E]) Program() *cfa.Program { return x.prog }
