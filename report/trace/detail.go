package trace

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/report/words"
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
	Name  string    `json:"name,omitempty"`  // of a variable; of a block: what the report calls it
	Heap  string    `json:"heap,omitempty"`  // of a block: the function that made it
	Size  num.Int   `json:"size"`            // in bytes
	Made  lang.Pos  `json:"made"`            // where it is declared, or where the program called the function
	Freed *lang.Pos `json:"freed,omitempty"` // nil: it was not
	Func  string    `json:"function,omitempty"`
}

// DetailOf says what the failing run was about; nil where nothing is known.
func DetailOf(run *words.Run) *Detail {
	if run == nil || len(run.Operands) == 0 {
		return nil
	}
	d := &Detail{}
	for _, o := range run.Operands {
		d.Values = append(d.Values, Value{o.Name, o.Value})
	}
	d.locate(run)
	return d
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
func (d *Detail) locate(run *words.Run) {
	at, ok := d.value(cfa.Pointer)
	if !ok {
		return
	}
	o := run.Find(at)
	if o == nil {
		return
	}
	d.Object = &Object{Name: o.Name, Heap: o.Heap, Size: o.Size, Made: o.Made, Freed: o.Freed, Func: o.Func}
	if a, ok := d.value(cfa.Address); ok {
		at = a
	}
	at = at.Sub(o.Base)
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
		say("the pointer leads to no object")
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
		what = fmt.Sprintf("%s, a block of %s that %s made in line %d", o.Name, bytes(o.Size), o.Heap, o.Made.Line)
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
