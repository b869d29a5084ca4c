// The features of a program that the choice of engines depends on.

package auto

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/refine"
)

// features are counts over the slice that determine the choice of engines. They are cheap to compute, and equal for
// programs that differ only in names.
type features struct {
	locs      int        // locations
	loops     int        // components of the weak topological order
	depth     int        // how deep the loops are nested
	recursive bool       // some procedure calls itself
	arrays    int        // C arrays that are read
	unsized   int        // C arrays of unknown length that are read
	regions   int        // memory reached through pointers
	blocks    bool       // the program allocates blocks in a way that some engine is made for (Engine.BuildsHeap)
	ghosts    int        // variables fixed for the whole run: quantified assertions
	bits      int        // bit operations, and shifts by unknown numbers
	products  int        // products of two unknown numbers, and divisions by unknown numbers
	sums      int        // sums and differences of two unknown numbers
	floats    int        // operations on floating numbers
	few       refine.Few // whether more runs or paths than the first ones may suffice
}

func featuresOf(p *cfa.Program) features {
	f := features{locs: len(p.Locs)}
	used := map[*cfa.Array]bool{}
	for _, l := range p.Locs {
		if l.LoopHead {
			f.loops++
			f.depth = max(f.depth, l.Depth)
		}
	}
	for _, q := range p.Procs {
		f.recursive = f.recursive || q.Recursive
	}
	for _, v := range p.Vars {
		if v.Ghost {
			f.ghosts++
		}
	}
	expr := func(e cfa.Expr) {
		b, ok := e.(*cfa.Binary)
		if !ok {
			return
		}
		_, cx := b.X.(*cfa.Const)
		_, cy := b.Y.(*cfa.Const)
		switch b.Op {
		case cfa.BitAnd, cfa.BitOr, cfa.BitXor:
			f.bits++
		case cfa.Shl, cfa.Shr:
			if !cy {
				f.bits++
			}
		case cfa.Mul:
			if !cx && !cy {
				f.products++
			}
		case cfa.Div, cfa.Rem:
			if !cy {
				f.products++
			}
		case cfa.Add, cfa.Sub:
			if !cx && !cy {
				f.sums++
			}
		}
	}
	for _, l := range p.Locs {
		for _, e := range l.Out { // Out does not have the edges that the slice dropped
			cfa.Reads(e.Op, nil, func(a *cfa.Array) { used[a] = true })
			if h, ok := e.Op.(*cfa.Havoc); ok && h.Def != nil && h.Def.Op.Code != fp.OpText {
				f.floats++
			}
			cfa.OpExprs(e.Op, func(x cfa.Expr) { cfa.Walk(x, expr) })
		}
	}
	for a := range used {
		switch {
		case a.Region:
			f.regions++
		case a.Len < 0:
			f.unsized++
			f.arrays++
		default:
			f.arrays++
		}
	}
	return f
}
