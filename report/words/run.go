// This file reads a failing run and finds its objects.

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

// Run is a failing run in the words of the program.
type Run struct {
	// Operands are the known operands of the error location at the end of the run.
	Operands []Operand
	// Changes are the assignments and stores of the run, in order, except those to variables that only hold the
	// address of an object.
	Changes []Change
	Inputs  []Input // the inputs, in the order of the replay's inputs

	prog    *cfa.Program
	path    cfa.Path
	names   map[string]map[string]bool // see namesOf
	objects []*Object                  // the objects, by address
	blocks  []*Object                  // the objects that the run made, in order
	models  map[string]bool
	outside []num.Int // addresses outside of all objects, in the order in which they are named
}

// Operand is the value of a cfa.Operand.
type Operand struct {
	Name  string
	Value num.Int
}

// Of describes the failing run of an outcome. It executes the run again, which is the cost. It returns nil
// if the outcome has no such run.
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

// Models returns the names of the functions that model library functions.
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

// watch executes the run again to find the blocks of the heap and the operands.
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
				return // the size is stored twice
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

// site returns the place in the program itself: the edge, or the call of the library model that is running; by is the
// name of the called function.
func (r *Run) site(v interp.View, e *cfa.Edge) (pos lang.Pos, fn, by string) {
	pos, fn = e.Pos, e.From.Proc.Name
	for _, c := range slices.Backward(v.Calls()) {
		if !r.models[fn] {
			break
		}
		by, pos, fn = fn, c.Pos, c.From.Proc.Name
	}
	by, _, _ = strings.Cut(by, "@") // copies of a model differ in the text after the @
	return pos, fn, by
}

// place records a declared object that gets an address: a block that was just made, or an object in the frame of a
// recursive function.
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

// Find returns the object that a pointer leads to at the end of the run: the object that contains the address, or
// else the object that ends there; nil if there is no such object.
func (r *Run) Find(at num.Int) *Object { return r.At(len(r.path), at) }
