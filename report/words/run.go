package words

import (
	"context"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
)

// Run is what is known of a run.
type Run struct {
	// Operands are the operands of the error location that the run ends at, as far as they are known then.
	Operands []Operand
	// Changes are what the run assigned and stored, in order, but for what the program does not know
	// of itself.
	Changes []Change
	Inputs  []Input // of the replay's, in their order

	prog    *cfa.Program
	path    cfa.Path
	names   map[string]map[string]bool // see namesOf
	objects []*Object                  // by address
	blocks  []*Object                  // of those, the ones made by the run, in order
	models  map[string]bool
	outside []num.Int // addresses of no object, in the order in which they are named
}

// Operand is the value of a cfa.Operand.
type Operand struct {
	Name  string
	Value num.Int
}

// Of reads the failing run of an outcome, by making it again: the cost is that of the run. It is nil
// where there is no such run.
func Of(ctx context.Context, p *cfa.Program, out *refine.Outcome) *Run {
	if p == nil || out == nil || out.Replay == nil {
		return nil
	}
	r := &Run{prog: p, path: out.Path, models: Models(p)}
	r.declared()
	if len(out.Path) > 0 {
		r.watch(ctx, out)
	}
	for _, c := range out.Replay.Changes {
		r.place(c)
	}
	r.sort()
	r.typeBlocks(out.Replay.Changes)
	r.number()
	r.name(out.Replay.Changes)
	r.asked(out.Replay.Inputs)
	return r
}

// Models are the names of the functions that stand for ones of the library.
func Models(p *cfa.Program) map[string]bool {
	out := map[string]bool{}
	if p.Unit != nil {
		for _, f := range p.Unit.Funcs {
			if f.Model {
				out[f.Name] = true
			}
		}
	}
	return out
}

// watch makes the run again, for the blocks of the heap and the operands.
func (r *Run) watch(ctx context.Context, out *refine.Outcome) {
	var operands []cfa.Operand
	if l := out.Replay.Loc; out.Replay.Error != nil && l != nil {
		operands = l.Operands
	}
	made := map[string]*Object{}
	i := -1
	interp.Run(ctx, r.prog, interp.Recorded(out.Replay.Inputs), interp.Options{Follow: out.Path, Watch: func(v interp.View) {
		if i++; i >= len(out.Path) {
			return
		}
		s := out.Path[i]
		if i == len(out.Path)-1 {
			for _, o := range operands {
				if x, ok := v.Value(o.Value); ok {
					r.Operands = append(r.Operands, Operand{o.Name, x})
				}
			}
		}
		op, ok := s.Edge.Op.(*cfa.Store)
		if !ok || s.Kind != cfa.Intra || !op.Arr.Sizes && !op.Arr.Lives {
			return
		}
		at, ok1 := v.Value(op.Idx)
		val, ok2 := v.Value(op.Val)
		switch {
		case !ok1 || !ok2:
		case op.Arr.Sizes:
			if o := made[at.String()]; o != nil && i-o.from < 8 && o.Size.Equal(val) {
				return // it is noted twice
			}
			pos, fn, by := r.site(v, s.Edge)
			o := &Object{Base: at, Size: val, Made: pos, Func: fn, Heap: by, from: i}
			made[at.String()] = o
			r.objects, r.blocks = append(r.objects, o), append(r.blocks, o)
		case val.IsZero() && made[at.String()] != nil:
			o := made[at.String()]
			pos, _, _ := r.site(v, s.Edge)
			o.Freed, o.freed = &pos, i
		}
	}})
}

// site is where the program itself is: at the edge, or where it called a model of the library that
// is running; by is the name of the function that it called.
func (r *Run) site(v interp.View, e *cfa.Edge) (pos lang.Pos, fn, by string) {
	pos, fn = e.Pos, e.From.Proc.Name
	for _, c := range slices.Backward(v.Calls()) {
		if !r.models[fn] {
			break
		}
		by, pos, fn = fn, c.Pos, c.From.Proc.Name
	}
	by, _, _ = strings.Cut(by, "@") // copies of a model are distinguished by what follows
	return pos, fn, by
}

// place takes note of a declared object that gets an address: it is a block that was just made, or
// lies in the frame of a recursive function.
func (r *Run) place(c interp.Change) {
	if c.Var == nil || c.Var.Of == nil {
		return
	}
	of := c.Var.Of
	for _, o := range slices.Backward(r.blocks) {
		if o.from <= c.Step && o.Base.Equal(c.Value) && o.of == nil {
			o.of, o.Type, o.Heap, o.Made, o.Name = of, of.Type, "", of.Pos, r.nameOf(of, of.Name)
			return
		}
		if o.from < c.Step-32 {
			break
		}
	}
	r.objects = append(r.objects, &Object{
		Name: r.nameOf(of, of.Name), Type: of.Type, Base: c.Value, Size: num.Of(max(of.Type.Size, 0)), Made: of.Pos, of: of, from: c.Step,
	})
}

// Find is the object that a pointer leads to when the run ends: one that its address is in, or else
// one past the end of; nil where there is none.
func (r *Run) Find(at num.Int) *Object { return r.At(len(r.path), at) }
