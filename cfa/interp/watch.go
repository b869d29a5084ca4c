// View, the state of a run that Options.Watch gets before each step.

package interp

import (
	"cmp"
	"math"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// View is the state of a run between two steps, for Options.Watch. It is valid only during the call of Watch. Its
// methods ask for no inputs.
type View struct{ m *machine }

// Loc returns the location where the run is.
func (v View) Loc() *cfa.Loc { return v.m.loc }

// Calls returns the calls that have been entered and not left, the outermost first.
func (v View) Calls() []*cfa.Edge {
	out := make([]*cfa.Edge, 0, len(v.m.frames)-1)
	for _, f := range v.m.frames[1:] {
		out = append(out, f.call)
	}
	return out
}

// Var returns the value of x. If x is local, it is the value in the latest activation of its procedure. ok is false if
// there is no such activation, or if the value is an input that has not been read yet.
func (v View) Var(x *cfa.Var) (val num.Int, ok bool) {
	at := int(v.m.slot[x.ID])
	if x.Proc == nil {
		c := v.m.globals.get(at, x.Range)
		return c.val, c.state == known
	}
	for i := len(v.m.frames) - 1; i >= 0; i-- {
		if f := &v.m.frames[i]; f.proc == x.Proc {
			c := v.m.slab.get(f.base+at, x.Range)
			return c.val, c.state == known
		}
	}
	return num.Int{}, false
}

// array returns the store of a. If a is local, it is the store in the latest activation of its procedure. It returns
// nil outside of the activations of that procedure.
func (v View) array(a *cfa.Array) *store {
	if a.Proc == nil {
		return v.m.garrs[v.m.arrSlot[a.ID]]
	}
	for i := len(v.m.frames) - 1; i >= 0; i-- {
		if f := &v.m.frames[i]; f.proc == a.Proc && int(v.m.arrSlot[a.ID]) < len(f.arrs) {
			return f.arrs[v.m.arrSlot[a.ID]]
		}
	}
	return nil
}

// Cell returns the value of the cell i of a. ok is false if the value is an input that has not been read yet, or if the
// array has not been used in the activation.
func (v View) Cell(a *cfa.Array, i num.Int) (val num.Int, ok bool) {
	s := v.array(a)
	if s == nil {
		return num.Int{}, false
	}
	if c, ok := s.cell(i); ok {
		return c.val, true
	}
	g := &s.segs[s.find(i)]
	if g.src == nil {
		return g.val, true
	}
	return g.src.value(i.Sub(g.shift))
}

// Value returns the value of e, with local variables in their latest activations. ok is false if e has no value, or
// depends on an input that has not been read yet.
func (v View) Value(e cfa.Expr) (val num.Int, ok bool) {
	switch e := e.(type) {
	case *cfa.Const:
		return e.Val, true
	case *cfa.Var:
		return v.Var(e)
	case *cfa.Select:
		i, ok := v.Value(e.Idx)
		if !ok {
			return i, false
		}
		return v.Cell(e.Arr, i)
	case *cfa.Wrap:
		x, ok := v.Value(e.X)
		return x.Wrap(e.Bits, e.Signed), ok
	case *cfa.Unary:
		x, ok := v.Value(e.X)
		return v.constant(cfa.MkUnary(e.Op, cfa.ConstOf(x)), ok)
	case *cfa.Binary:
		x, ok1 := v.Value(e.X)
		y, ok2 := v.Value(e.Y)
		return v.constant(cfa.MkBinary(e.Op, cfa.ConstOf(x), cfa.ConstOf(y)), ok1 && ok2)
	case *cfa.Ite:
		c, ok := v.Value(e.C)
		if !ok {
			return c, false
		}
		if c.IsZero() {
			return v.Value(e.E)
		}
		return v.Value(e.T)
	}
	return num.Int{}, false
}

// constant returns the value of e, an operation on constants. It returns false if ok is false, or if e was not folded
// to a constant because the operation is undefined.
func (View) constant(e cfa.Expr, ok bool) (num.Int, bool) {
	k, isConst := cfa.IsConst(e)
	return k, ok && isConst
}

// Stored returns, in ascending order, the indexes at which cells of a were stored one by one and not filled since. It
// leaves out the cells in store.far, such as those whose index does not fit 64 bits. It takes the time of sorting the cells.
func (v View) Stored(a *cfa.Array) []int64 {
	s := v.array(a)
	if s == nil {
		return nil
	}
	var out []int64
	for i := range s.dense {
		if s.dense[i].at != 0 {
			out = append(out, int64(i)<<s.shift)
		}
	}
	s.pages.between(math.MinInt64, math.MaxInt64, func(n int64, p *page) {
		for j := range p.cells {
			if p.cells[j].at != 0 {
				out = append(out, (n<<pageBits+int64(j))<<s.shift)
			}
		}
	})
	slices.SortFunc(out, cmp.Compare[int64])
	return slices.DeleteFunc(out, func(i int64) bool {
		_, ok := s.cell(num.Of(i))
		return !ok
	})
}
