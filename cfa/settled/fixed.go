package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Elements at constant indexes of blocks that loops fill:
//
//	a = malloc(n * sizeof *a);
//	for (i = 0; i < n; i++) a[i] = 0;
//	use(a[3]);    a[3] is initialized if n > 3
//
// The address a + 12 does not say how large the elements are. Other accesses to cells of the same type do.

// layout says that the program has accesses to the cells p + i*by + part of a region, for pointers p and indexes i.
type layout struct{ by, part num.Int }

// mostLayouts limits the layouts of a region.
const mostLayouts = 3

// findLayouts sets layouts.
func (w *program) findLayouts() {
	w.layouts = map[*cfa.Array][]layout{}
	note := func(a *cfa.Array, idx cfa.Expr) {
		var at sum
		if !a.Region || len(w.layouts[a]) == mostLayouts || !cfa.Small(idx, smallNodes) || !at.add(unwrap(idx), num.Of(1)) || len(at.terms) != 2 {
			return
		}
		p, i := at.terms[0], at.terms[1]
		if !isAddress(p.of) {
			p, i = i, p
		}
		if isAddress(p.of) && !isAddress(i.of) && p.by.Equal(num.Of(1)) && i.by.Sign() > 0 && at.rest.Sign() >= 0 && at.rest.Less(i.by) {
			if s := (layout{i.by, at.rest}); !slices.Contains(w.layouts[a], s) {
				w.layouts[a] = append(w.layouts[a], s)
			}
		}
	}
	for _, l := range w.p.Locs {
		for _, e := range l.Out {
			if op, ok := e.Op.(*cfa.Store); ok {
				note(op.Arr, op.Idx)
			}
			cfa.OpExprs(e.Op, func(e cfa.Expr) {
				cfa.Walk(e, func(e cfa.Expr) {
					if s, ok := e.(*cfa.Select); ok {
						note(s.Arr, s.Idx)
					}
				})
			})
		}
	}
}

// generaliseFixed is generaliseRange for a cell at a constant distance from a pointer, and for an index that no test bounds: fact k is
// about an element of a block that a loop may fill.
func (f *facts) generaliseFixed(k int32) {
	b, w := f.list[k], f.x.w
	if !f.ofElement(k) {
		return
	}
	cells := atOneIndex(b)
	var idx sum
	if len(cells) == 0 || !idx.add(cells[0].Idx, num.Of(1)) {
		return
	}
	data := cells[len(cells)-1].Arr
	if of := w.dataOf[data]; of != nil {
		data = of
	}
	var p, x *cfa.Var // the address is p + by*x + idx.rest, or p + idx.rest
	var by num.Int
	for _, t := range idx.terms {
		v, isVar := t.of.(*cfa.Var)
		switch {
		case isVar && v.Pointer && p == nil && t.by.Equal(num.Of(1)):
			p = v
		case isVar && !v.Pointer && x == nil && t.by.Sign() > 0 && !f.limited(v):
			x, by = v, t.by
		default:
			return
		}
	}
	if p == nil {
		return
	}
	for _, s := range w.layouts[data] {
		from := idx.rest.Sub(s.part)
		if x != nil && !by.Equal(s.by) || !from.Rem(s.by).IsZero() {
			continue
		}
		at := sum{rest: from.Quo(s.by)}
		if x != nil {
			at.terms = []scaled{{x, num.Of(1)}}
		}
		element := sum{terms: []scaled{{p, num.Of(1)}, {w.any, s.by}}, rest: s.part}
		if of, ok := replaceIndex(b, element.expr()).(*cfa.Binary); ok {
			f.filledBelow(k, of, at.expr())
		}
	}
}

// filledBelow adds, for each test of a counter x < n, the fact that all elements before the n-th have the property in the comparison
// or disjunction of. Fact k is an instance, for the element with the index at, if at < n.
func (f *facts) filledBelow(k int32, of *cfa.Binary, at cfa.Expr) {
	w := f.x.w
	natural := &cfa.Binary{Op: cfa.Ge, X: at, Y: cfa.ConstInt(0)}
	for _, t := range f.indexTests {
		x, ok := t.X.(*cfa.Var)
		if !ok || !limits(t, x) || !f.increments(x) || reads(of, x) || reads(at, x) {
			continue
		}
		past, inside := w.past(t, num.Of(0)), normal(&cfa.Binary{Op: t.Op, X: at, Y: t.Y})
		if isConst(at) && isConst(t.Y) {
			inside = cfa.MkBinary(t.Op, at, t.Y)
		}
		var needs []int32
		if yes, isConst := cfa.IsConst(inside); !isConst {
			if needs = append(needs, f.add(inside.(*cfa.Binary), f.depth[k])); needs[0] < 0 {
				continue
			}
		} else if yes.IsZero() {
			continue
		}
		if !isConst(at) {
			f.addElement(k, past, of, at, natural, needs...)
		} else if c, _ := cfa.IsConst(at); c.Sign() >= 0 {
			f.addInstance(k, &instance{all: w.elements(past, of), at: at, needs: needs, low: -1})
		}
	}
}
