// Terms that facts are instantiated at.

package heap

import (
	"slices"

	"github.com/whet-mc/whet/refine/houdini"
	"github.com/whet-mc/whet/smt"
)

const mostTerms = 40 // terms for the ghost at one place

// findTerms lists the terms that may replace the ghost at each place: addresses that the steps from there may access.
func (x *Search) findTerms() {
	var linking []field
	for _, f := range x.fields {
		for _, n := range x.sizesSeen() {
			if f.off < n && x.links(f, n) && !slices.Contains(linking, f) {
				linking = append(linking, f)
			}
		}
	}
	for _, p := range x.Places {
		add := func(t *smt.Term) {
			if len(p.Terms) < mostTerms && !slices.ContainsFunc(p.Terms, func(u houdini.Terms) bool { return u[0] == t }) {
				p.Terms = append(p.Terms, houdini.Terms{t})
			}
		}
		add(x.k)
		var pointers []*smt.Term
		for _, v := range p.Vars {
			if x.leads(p, v) {
				pointers = append(pointers, x.Coder.Plain(v))
			}
		}
		for _, t := range pointers {
			add(t)
		}
		// Unsigned variables as wide as a pointer that lead to no block: one of them may be the end of the heap.
		for _, v := range p.Vars {
			if !x.leads(p, v) && v.Range.Bits == x.Prog.Model.PtrBits() && !v.Range.Signed {
				add(x.Coder.Plain(v))
			}
		}
		for _, t := range append([]*smt.Term{x.k}, pointers...) {
			for _, f := range linking {
				add(x.member(f, t))
			}
		}
		for _, f := range x.fields {
			if f.off > 0 {
				add(x.B.Add(x.k, x.int(f.off)))
				add(x.B.Sub(x.k, x.int(f.off)))
			}
		}
		for _, t := range pointers {
			for _, f := range linking {
				for _, g := range linking {
					add(x.member(g, x.member(f, t)))
				}
			}
		}
	}
}

// sizesSeen returns the sizes of blocks in the samples.
func (x *Search) sizesSeen() []int64 {
	var out []int64
	for _, p := range x.Places {
		for _, s := range x.samples[p] {
			for _, k := range s.blocks {
				if n := s.sizes[k]; !slices.Contains(out, n) {
					out = append(out, n)
				}
			}
		}
	}
	slices.Sort(out)
	return out
}
