package trace

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
)

// Detail says of a broken rule of C what the values were that broke it, and which object it was
// about.
type Detail struct {
	Values []Value `json:"values,omitempty"` // of cfa.Operand, those that are known
	Object *Object `json:"object,omitempty"` // that the pointer was made from; nil: it is not known, or there is none
	// Offset is how many bytes behind the start of the object the access is; less than 0: in front.
	Offset *num.Int `json:"offset,omitempty"`
}

// Value is the value of an operand.
type Value struct {
	Name  string  `json:"name"` // as in cfa.Operand
	Value num.Int `json:"value"`
}

// Object is a variable, or a block of the heap.
type Object struct {
	Name  string    `json:"name,omitempty"`  // of a variable
	Heap  string    `json:"heap,omitempty"`  // of a block: the function that made it
	Size  num.Int   `json:"size"`            // in bytes
	Made  lang.Pos  `json:"made"`            // where it is declared, or where the program called the function
	Freed *lang.Pos `json:"freed,omitempty"` // nil: it was not
	Func  string    `json:"function,omitempty"`
}

// DetailOf finds out what the failing run of an outcome was about, by making it again; nil where
// nothing is known. Its cost is that of the run.
func DetailOf(ctx context.Context, p *cfa.Program, out *refine.Outcome) *Detail {
	if p == nil || out == nil || out.Replay == nil || out.Replay.Error == nil || out.Replay.Loc == nil || len(out.Replay.Loc.Operands) == 0 || len(out.Path) == 0 {
		return nil
	}
	w := &witnessed{models: Models(p), operands: out.Replay.Loc.Operands, last: len(out.Path) - 1, blocks: map[string]*heapBlock{}}
	steps := 0
	interp.Run(ctx, p, interp.Recorded(out.Replay.Inputs), interp.Options{Follow: out.Path, Watch: func(v interp.View) {
		if steps < len(out.Path) {
			w.step(v, out.Path[steps], steps)
		}
		steps++
	}})
	if len(w.detail.Values) == 0 {
		return nil
	}
	w.locate(p)
	return &w.detail
}

// heapBlock is a dynamic object, by its address.
type heapBlock struct {
	base num.Int
	Object
}

// witnessed collects what a run makes, and the operands at its end.
type witnessed struct {
	models   map[string]bool
	operands []cfa.Operand
	last     int
	blocks   map[string]*heapBlock
	detail   Detail
}

// step looks at a step that is about to be taken.
func (w *witnessed) step(v interp.View, s cfa.Step, i int) {
	if i == w.last {
		for _, o := range w.operands {
			if x, ok := v.Value(o.Value); ok {
				w.detail.Values = append(w.detail.Values, Value{o.Name, x})
			}
		}
		return
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
		pos, fn, by := w.site(v, s.Edge)
		w.blocks[at.String()] = &heapBlock{at, Object{Heap: by, Size: val, Made: pos, Func: fn}}
	case val.IsZero() && w.blocks[at.String()] != nil:
		b := w.blocks[at.String()]
		at, _, _ := w.site(v, s.Edge)
		b.Freed = &at
	}
}

// site is where the program itself is: at the edge, or where it called a model of the library that
// is running; by is the name of the function that it called.
func (w *witnessed) site(v interp.View, e *cfa.Edge) (pos lang.Pos, fn, by string) {
	pos, fn = e.Pos, e.From.Proc.Name
	for _, c := range slices.Backward(v.Calls()) {
		if !w.models[fn] {
			break
		}
		by, pos, fn = fn, c.Pos, c.From.Proc.Name
	}
	by, _, _ = strings.Cut(by, "@") // copies of a model are told apart by what follows
	return pos, fn, by
}

// value is the value of an operand.
func (d *Detail) value(name string) (num.Int, bool) {
	for _, v := range d.Values {
		if v.Name == name {
			return v.Value, true
		}
	}
	return num.Int{}, false
}

// locate finds the object that the pointer leads to.
func (w *witnessed) locate(p *cfa.Program) {
	d := &w.detail
	at, ok := d.value(cfa.Pointer)
	if !ok {
		return
	}
	within := func(base, size num.Int) bool { return base.Cmp(at) <= 0 && at.Cmp(base.Add(size)) <= 0 }
	var base num.Int
	for _, b := range w.blocks {
		if within(b.base, b.Size) {
			d.Object, base = &b.Object, b.base
		}
	}
	for _, a := range p.Arrays {
		for _, o := range a.Objects {
			if d.Object == nil && within(o.Base, num.Of(o.Size)) {
				d.Object, base = &Object{Name: o.Name, Size: num.Of(o.Size), Made: o.Pos}, o.Base
			}
		}
	}
	if d.Object == nil {
		return
	}
	if a, ok := d.value(cfa.Address); ok {
		at = a
	}
	at = at.Sub(base)
	d.Offset = &at
}

// Sentences say the detail to people.
func (d *Detail) Sentences(property *Property) []string {
	if d == nil {
		return nil
	}
	var list []string
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	get := d.value
	if i, ok := get(cfa.Index); ok {
		if n, ok := get(cfa.Length); ok {
			say("the index is %v, but the array has %v", i, elements(n))
		} else {
			say("the index is %v", i)
		}
	}
	if r, ok := get(cfa.Result); ok {
		say("the result would be %v", r)
	}
	if a, ok := get(cfa.Amount); ok {
		if x, ok := get(cfa.Shifted); ok {
			say("%v is shifted by %v", x, a)
		}
	}
	if v, ok := get(cfa.Argument); ok {
		say("the argument is %v", v)
	}
	at, known := get(cfa.Pointer)
	size, sized := get(cfa.Size)
	other, overlap := get(cfa.Other)
	room, inside := get(cfa.Room)
	switch {
	case inside:
		say("the access goes to %s of an array that has %s", bytes(size), bytes(room))
	case overlap:
		n, _ := get(cfa.OtherSize)
		say("%s overlap with the %s that lie %s", bytes(size), bytes(n), apart(other.Sub(at)))
	case !known:
	case at.IsZero():
		say("the pointer is null")
	case d.Object == nil:
		say("the pointer, %v, leads to no object", at)
	case property.Kind == cfa.BadFree:
		say("what is freed is %s", d.Object.describe(d.Offset))
	case sized:
		say("the access to %s is %s", bytes(size), d.Object.describe(d.Offset))
	default:
		say("the pointer leads to %s", d.Object.describe(d.Offset))
	}
	if o := d.Object; o != nil && o.Freed != nil {
		say("it was freed in line %d", o.Freed.Line)
	}
	return list
}

// describe says where in which object something is: "4 bytes behind the start of a, of 12 bytes".
func (o *Object) describe(offset *num.Int) string {
	what := o.Name
	switch {
	case o.Heap != "":
		what = fmt.Sprintf("a block of %s that %s made in line %d", bytes(o.Size), o.Heap, o.Made.Line)
	case what == "":
		what = fmt.Sprintf("an object of %s", bytes(o.Size))
	default:
		what = fmt.Sprintf("%s, which has %s", what, bytes(o.Size))
	}
	switch {
	case offset == nil:
		return what
	case offset.IsZero():
		return "at the start of " + what
	case offset.Sign() < 0:
		return fmt.Sprintf("%s in front of %s", bytes(offset.Neg()), what)
	}
	return fmt.Sprintf("%s behind the start of %s", bytes(*offset), what)
}

// apart says where another piece of memory lies, at a distance.
func apart(d num.Int) string {
	switch {
	case d.IsZero():
		return "at the same place"
	case d.Sign() < 0:
		return bytes(d.Neg()) + " in front of them"
	}
	return bytes(d) + " behind their start"
}

func bytes(n num.Int) string { return counted(n, "byte") }

func elements(n num.Int) string { return counted(n, "element") }

func counted(n num.Int, what string) string {
	if n.Equal(num.Of(1)) {
		return "1 " + what
	}
	return n.String() + " " + what + "s"
}
