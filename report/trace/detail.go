// This file describes the values and the object with which a run broke a rule of C.

package trace

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/report/words"
	"github.com/whet-mc/whet/rule"
)

// Detail describes a broken rule of C: the values that broke it, and the object that the access was about.
type Detail struct {
	Values []Value `json:"values,omitempty"` // the known values of the cfa.Operands
	Object *Object `json:"object,omitempty"` // the object that the pointer was made from; nil: unknown, or no object
	// Offset is the distance in bytes from the start of the object to the access; a negative offset is before the
	// object.
	Offset *num.Int `json:"offset,omitempty"`
	// Left are the blocks that are not freed when the program ends, if the property is about them.
	Left []Object `json:"left,omitempty"`
	// Rounds is set if the run goes round a loop so often that its rounds were not made one by one.
	Rounds *Rounds `json:"rounds,omitempty"`
}

// Rounds is the number of rounds that a run makes of the loop at Pos, apart from a few.
type Rounds struct {
	Times int      `json:"times"`
	Pos   lang.Pos `json:"pos"`
}

// String returns "2,147,483,644 rounds of the loop in line 9".
func (r *Rounds) String() string {
	return fmt.Sprintf("%s rounds of the loop in line %d", prose.Group(r.Times), r.Pos.Line)
}

// Value is the value of an operand.
type Value struct {
	Name  string  `json:"name"` // the name, as in cfa.Operand
	Value num.Int `json:"value"`
}

// Object is a variable, or a block of the heap.
type Object struct {
	Name string  `json:"name,omitempty"` // for a variable: its name; for a block: its name in the report
	Heap string  `json:"heap,omitempty"` // for a block: the function that made it
	Size num.Int `json:"size"`           // the size in bytes
	// where the object is declared, or where the program called the allocating function
	Made  lang.Pos  `json:"made"`
	Freed *lang.Pos `json:"freed,omitempty"` // where the object was freed; nil: not freed
	Func  string    `json:"function,omitempty"`
}

// DetailOf returns the detail of the failing run of out, which run describes; nil if nothing is known.
func DetailOf(run *words.Run, property *Property, out *interp.Outcome) *Detail {
	if run == nil {
		return nil
	}
	d := &Detail{}
	if again := out.Rounds(); again.Times > 0 {
		d.Rounds = &Rounds{int(again.Rounds()), again.Loop}
	}
	if property.Kind == rule.Leak || property.Kind == rule.Cleanup {
		for _, o := range run.Blocks() {
			if o.Freed == nil {
				d.Left = append(d.Left, *objectOf(o))
			}
		}
	}
	if len(run.Operands)+len(d.Left) == 0 && d.Rounds == nil {
		return nil
	}
	for _, o := range run.Operands {
		d.Values = append(d.Values, Value{o.Name, o.Value})
	}
	d.locate(run)
	return d
}

// value returns the value of the operand called name, if it is known.
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
	d.Object = objectOf(o)
	if a, ok := d.value(cfa.Address); ok {
		at = a
	}
	at = at.Sub(o.Base)
	d.Offset = &at
}

func objectOf(o *words.Object) *Object {
	return &Object{Name: o.Name, Heap: o.Heap, Size: o.Size, Made: o.Made, Freed: o.Freed, Func: o.Func}
}

// Sentences describes the detail to people.
func (d *Detail) Sentences(property *Property) []string {
	if d == nil {
		return nil
	}
	var list []string
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	get := d.value
	if d.Rounds != nil {
		say("this happens after %v (--rounds N leaves such runs out)", d.Rounds)
	}
	if i, ok := get(cfa.Index); ok {
		if n, ok := get(cfa.Length); ok {
			say("the index is %v, but the array has %v", i, counted(n, "element"))
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
	if zero, ok := get(cfa.ByZero); ok && zero.IsZero() {
		say("the result is too large for its type")
	} else if ok {
		say("a finite number is divided by zero")
	}
	at, known := get(cfa.Pointer)
	size, sized := get(cfa.Size)
	other, overlap := get(cfa.Other)
	room, inside := get(cfa.Room)
	pointer := property.pointer()
	switch {
	case inside:
		say("the access goes to %s of an array that has %s", bytes(size), bytes(room))
	case overlap:
		n, _ := get(cfa.OtherSize)
		say("%s overlap with the %s that lie %s", bytes(size), bytes(n), apart(other.Sub(at)))
	case !known:
	case at.IsZero():
		say("%s is null", cmp.Or(pointer, "the pointer"))
	case d.Object == nil:
		say("%s leads to no object", cmp.Or(pointer, "the pointer"))
	case property.Kind == rule.BadFree:
		say("what is freed is %s", strings.TrimPrefix(d.place(d.Object.describe(), num.Of(1)), "at the start of "))
	case sized && pointer != "" && pointer != d.Object.Name:
		say("%s leads to %s", pointer, d.Object.describe())
		its := strings.NewReplacer("the start of it", "its start", "the end of it", "its end")
		if s := its.Replace(d.place("it", size)); s != "at its start" || property.Kind == rule.OutOfBounds {
			say("the access to %s is %s", bytes(size), s)
		}
	case sized:
		say("the access to %s is %s", bytes(size), d.place(d.Object.describe(), size))
	default:
		say("the pointer leads to %s", strings.TrimPrefix(d.place(d.Object.describe(), num.Int{}), "at the start of "))
	}
	if s := d.part(); s != "" {
		say("%s", s)
	}
	if o := d.Object; o != nil && o.Freed != nil {
		say("it was freed in line %d", o.Freed.Line)
	}
	const most = 4
	for i, o := range d.Left {
		if i == most {
			say("%s more are not freed", counted(num.Of(int64(len(d.Left)-most)), "block"))
			break
		}
		say("%s, is not freed", o.describe())
	}
	return list
}

// part says which member or row of its object an access leaves; "" if the pointer was not made from a member or row.
func (d *Detail) part() string {
	from, ok := d.value(cfa.From)
	to, ok2 := d.value(cfa.To)
	at, ok3 := d.value(cfa.Address)
	if !ok || !ok2 || !ok3 || d.Object == nil || d.Offset == nil {
		return ""
	}
	size := to.Sub(from)
	start := at.Sub(*d.Offset) // the start of the object
	if size.Sign() <= 0 || !size.Less(d.Object.Size) || from.Less(start) {
		return ""
	}
	return fmt.Sprintf("the pointer was made from a member, or row, of %s: the access leaves it", bytes(size))
}

// describe describes the object: "int#1, a block of 8 bytes that malloc made in line 3".
func (o *Object) describe() string {
	switch {
	case o.Heap != "":
		return fmt.Sprintf("%s, a block of %s that %s made in line %d", o.Name, bytes(o.Size), o.Heap, o.Made.Line)
	case o.Name == "":
		return fmt.Sprintf("an object of %s", bytes(o.Size))
	}
	return fmt.Sprintf("%s, which has %s", o.Name, bytes(o.Size))
}

// place says where an access of size bytes lies relative to the object: "4 bytes behind the end of a".
func (d *Detail) place(what string, size num.Int) string {
	if d.Offset == nil {
		return what
	}
	at, end := *d.Offset, d.Object.Size
	switch over := at.Add(size).Sub(end); {
	case at.Sign() < 0:
		return fmt.Sprintf("%s in front of %s", bytes(at.Neg()), what)
	case at.Equal(end) && end.Sign() > 0:
		return "just behind the end of " + what
	case end.Less(at):
		return fmt.Sprintf("%s behind the end of %s", bytes(at.Sub(end)), what)
	case over.Sign() > 0 && at.IsZero():
		return fmt.Sprintf("%s longer than %s", bytes(over), what)
	case over.Sign() > 0:
		return fmt.Sprintf("%s behind the start of %s, and goes %s behind its end", bytes(at), what, bytes(over))
	case at.IsZero():
		return "at the start of " + what
	}
	return fmt.Sprintf("%s behind the start of %s", bytes(at), what)
}

// apart says where another piece of memory lies at distance d.
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

func counted(n num.Int, what string) string {
	if n.Equal(num.Of(1)) {
		return "1 " + what
	}
	return n.String() + " " + what + "s"
}
