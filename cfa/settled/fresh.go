package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// New blocks that a procedure fills, such as those of calloc. The cells of these blocks change, and they are in no block of its
// footprint that a frame could name (frames.go), since a fill changes many cells at once. But they lie after the end of the heap
// at the entry of the procedure. So the frames same and cells of such a procedure have the alternative
//
//	any >= old heap top
//
// A caller uses these frames for cells that lie before the end of the heap: the cells of a block that lives do (ended).

// findFilled finds for each region the procedures that fill it, themselves or in a callee, in programs where blocks have holders. It
// sets w.filled.
func (w *program) findFilled() {
	if w.holder == nil || w.heapEnd == nil {
		return
	}
	w.filled = map[*cfa.Array][]bool{}
	for _, e := range w.p.Edges {
		if op, ok := e.Op.(*cfa.Fill); ok {
			if w.filled[op.Arr] == nil {
				w.filled[op.Arr] = make([]bool, len(w.p.Procs))
			}
			markCallers(w.filled[op.Arr], e.From.Proc)
		}
	}
}

// fills reports whether the procedure q may fill the region that the frame fr is about.
func (w *program) fills(q *cfa.Proc, fr frame) bool {
	set := w.filled[fr.arr]
	return set != nil && set[q.ID]
}

// newSince returns the fact that v is null or an address after the end that the heap had at the entry of the procedure.
// Of the end of the heap itself it says that the heap has become no smaller.
func (w *program) newSince(v *cfa.Var) *cfa.Binary {
	b := &cfa.Binary{Op: cfa.Ge, X: v, Y: w.oldEnd}
	if v == w.heapEnd {
		return b
	}
	return w.unlessNull(v, b)
}

// newOver returns the step over e, which sets v, of fact k, which is newSince(v).
func (f *facts) newOver(e *cfa.Edge, k int32, v *cfa.Var) step {
	st := step{fact: k, kind: stepFact}
	end := frame{kind: frameNew, of: f.x.w.heapEnd}
	switch op := e.Op.(type) {
	case *cfa.Assign:
		from, isVar := op.RHS.(*cfa.Var)
		switch c, isConst := cfa.IsConst(op.RHS); {
		case v == end.of:
			why, ok := f.keptByGrowth(e.From, k, v, op.RHS)
			if !ok {
				return step{fact: k}
			}
			st.before, st.bounds = []int32{k}, why
		case isConst && c.IsZero():
			st.kind = stepBounds
		case isVar:
			st.before = []int32{f.addFrame(frame{kind: frameNew, of: from})}
		default:
			return step{fact: k}
		}
	case *cfa.Call:
		st.before = []int32{f.addFrame(end)}
		if i := slices.Index(op.Results, v); i >= 0 {
			end.of = op.Callee.Results[i]
		}
		st.atExit = []int32{f.x.callees[e].facts.addFrame(end)}
	default:
		return step{fact: k}
	}
	if slices.Contains(st.before, -1) || slices.Contains(st.atExit, -1) {
		return step{fact: k}
	}
	return st
}

// sameOverFill returns the step of fact k over the fill op at l. Fact k is the frame same, about the region that is filled.
// What is filled begins at a new block.
func (f *facts) sameOverFill(l *cfa.Loc, k int32, op *cfa.Fill) step {
	v, isVar := op.Lo.(*cfa.Var)
	if !isVar {
		return step{fact: k}
	}
	st := f.keptIf(l, k, atLeastOne(v))
	j := f.addFrame(frame{kind: frameNew, of: v})
	if st.kind == stepLost || j < 0 {
		return step{fact: k}
	}
	st.before = append(st.before, j)
	return st
}

// ended returns the fact that each block that lives ends before the end of the heap.
func (w *program) ended() *cfa.Binary {
	end := cfa.MkBinary(cfa.Add, w.any, &cfa.Select{Arr: w.sizes, Idx: w.any})
	return &cfa.Binary{Op: cfa.Or, X: isNull(&cfa.Select{Arr: w.lives, Idx: w.any}), Y: &cfa.Binary{Op: cfa.Lt, X: end, Y: w.heapEnd}}
}

// beforeEnds makes fact k, which says that an address lies before the end of the heap, an instance of the fact ended: the
// address is in a block that lives.
func (f *facts) beforeEnds(k int32) {
	w, list := f.x.w, alternatives(f.list[k])
	last := list[len(list)-1]
	if !w.isOlder(last) || w.ofAll(f.list[k]) || w.lives == nil || w.sizes == nil {
		return
	}
	p, offset, ok := inBlock(last.X)
	if !ok {
		return
	}
	h := claims{others: list[:len(list)-1]}
	in := &instance{all: w.ended(), at: p, low: -1}
	size := &cfa.Binary{Op: cfa.Ge, X: &cfa.Select{Arr: w.sizes, Idx: p}, Y: cfa.ConstOf(offset.Add(num.Of(1)))}
	for _, b := range []*cfa.Binary{w.isLive(p), size} {
		j := f.add(h.or(b), f.depth[k])
		if j < 0 {
			return
		}
		in.needs = append(in.needs, j)
	}
	f.addInstance(k, in)
}
