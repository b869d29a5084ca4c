package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Memory that is uninitialized from the start.
//
// All flags of a region are full at the start, and each new object clears the flags of its cells. If only objects of
// the program lie in the region, the flags of memory outside of objects do not matter: an access there breaks the rule
// Bounds first. So the flags may as well start at 0, except those of static objects. A block of the heap lies where no
// object has been before, so a new block then need not clear any flags. As a result, flags in blocks only grow, and
// facts about all initialized cells hold at the start (package settled).

// An unborn lists the regions that may start uninitialized, and the operations that are then superfluous. It is made
// before the lowering forgets the classes of memory.
type unborn struct {
	arrays map[*cfa.Array]bool // the arrays of flags of the regions
	blocks map[*cfa.Fill]bool  // the operations that clear the flags of a new block
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
	l.freshIn(n, lo, hi, pos) // the block has no tails
	for _, e := range l.p.Edges[from:] {
		if f, ok := e.Op.(*cfa.Fill); ok {
			l.unborn.blocks[f] = true
		}
	}
}

// startUnborn makes the remaining flags in unborn.arrays start at 0, and removes the operations that clear such flags
// for a new block.
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
