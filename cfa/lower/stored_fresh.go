package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Memory that is uninitialized from the start.
//
// A region whose flags are needed starts with all of them full, and each new object clears those of its cells. If only
// objects of the program lie in the region, the flags of memory outside of objects do not matter: an access there
// breaks the rule Bounds first. So the flags may as well start at 0, but for static objects. A block of the heap lies
// where no object has been before, so that a new block need not clear any: flags then only grow there, and facts about
// all cells that are initialized hold at the start (package settled).

// unborn has what is known, before the lowering forgets the classes of memory, about regions that may start
// uninitialized.
type unborn struct {
	arrays map[*cfa.Array]bool // their flags
	blocks map[*cfa.Fill]bool  // clear the flags of a new block
}

// findUnborn finds the regions that may start uninitialized.
func (l *lowerer) findUnborn() {
	if !l.opt.Check.Has(Bounds) || !l.opt.Check.Has(Uninit) || l.u.Driver != nil {
		return
	}
	l.unborn.arrays = map[*cfa.Array]bool{}
	for _, n := range l.regionClasses {
		if r := l.regions[n]; r.flags != nil && !l.extentOf(n).open {
			l.unborn.arrays[r.flags] = true
		}
	}
	for _, o := range l.memObjs {
		if o.Extern {
			l.pts.Object(o).EachScalar(func(n *pointsto.Class) {
				if r := l.regions[n.Find()]; r != nil {
					delete(l.unborn.arrays, r.flags)
				}
			})
		}
	}
}

// freshBlock marks the bytes of a new block of the heap as uninitialized.
func (l *funcLowerer) freshBlock(n *pointsto.Class, lo, hi cfa.Expr, pos lang.Pos) {
	from := len(l.p.Edges)
	was := l.making
	l.making = true // there are no tails in it
	l.fresh(n, lo, hi, pos)
	l.making = was
	for _, e := range l.p.Edges[from:] {
		if f, ok := e.Op.(*cfa.Fill); ok {
			l.unborn.blocks[f] = true
		}
	}
}

// startUnborn makes the flags that are still there start at 0, and leaves out what need not be done then.
func (l *lowerer) startUnborn() {
	for _, e := range l.p.Edges {
		f, ok := e.Op.(*cfa.Fill)
		if !ok || l.isFlag[f.Arr] == 0 {
			continue
		}
		switch starts := l.unborn.arrays[f.Arr]; {
		case starts && f.Lo == nil && e.From.Proc == l.p.Start:
			e.Op = &cfa.Fill{Arr: f.Arr, Val: cfa.ConstInt(0)}
		case starts && l.unborn.blocks[f]:
			e.Op = cfa.Skip{}
		}
	}
}
