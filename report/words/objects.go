// This file finds objects by address and names them.

package words

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/report/prose"
)

// Object is something that has an address.
type Object struct {
	Name  string // the name in the report: "r", "main::r", `"abc"`, "node#1"
	Type  *lang.Type
	Base  num.Int
	Size  num.Int
	Heap  string // for a heap block: the function that allocated it
	Made  lang.Pos
	Func  string    // the function in which it was made
	Freed *lang.Pos // where the object was freed; nil: not freed

	of    *lang.Object // the declared object; nil for a heap block
	many  bool         // set for a block of several elements of the type
	from  int          // the step that made the object; -1: it always exists
	freed int          // if Freed is not nil: the step that freed the object
}

// within reports whether an address is in the object, or one past its end.
func (o *Object) within(at num.Int) bool {
	return o.Base.Cmp(at) <= 0 && at.Cmp(o.Base.Add(o.Size)) <= 0
}

// literal reports whether the object is a string literal of chars, and returns its bytes without the terminator.
func literal(o *lang.Object) (string, bool) {
	if o.Storage != lang.Literal || o.Init == nil || len(o.Init.Items) != 1 || o.Init.Items[0].Str == nil {
		return "", false
	}
	return strings.TrimSuffix(string(o.Init.Items[0].Str), "\x00"), true
}

// Quote returns bytes as a string of C, cut if it is long.
func Quote(s string) string {
	const most = 60
	more := ""
	if len(s) > most {
		s, more = s[:most], "…"
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		b.WriteString(char(s[i], '"'))
	}
	return b.String() + more + `"`
}

// char returns a character as it is written in a constant between quotes.
func char(c, quote byte) string {
	switch c {
	case '\n':
		return `\n`
	case '\t':
		return `\t`
	case '\r':
		return `\r`
	case 0:
		return `\0`
	case '\\', quote:
		return `\` + string(c)
	}
	if c < ' ' || c > '~' {
		return fmt.Sprintf(`\x%02x`, c)
	}
	return string(c)
}

// declared makes the objects at known addresses.
func (r *Run) declared() {
	r.names = namesOf(r.prog)
	for _, o := range r.prog.Objects {
		x := &Object{Name: r.nameOf(o.Of, o.Name), Base: o.Base, Size: num.Of(o.Size), Made: o.Pos, of: o.Of, from: -1}
		if o.Of != nil {
			x.Type = o.Of.Type
		}
		r.objects = append(r.objects, x)
	}
}

// nameOf returns the name of a declared object.
func (r *Run) nameOf(o *lang.Object, name string) string {
	if o == nil {
		return name
	}
	if s, ok := literal(o); ok {
		return Quote(s)
	}
	if o.Name == "" {
		return "(" + o.Type.String() + "){…}"
	}
	if o.Func != nil && len(r.names[o.Name]) > 1 {
		return o.Func.Name + "::" + o.Name
	}
	return o.Name
}

// namesOf maps each name of the program to the functions that declare an object with it, and to "" for globals. A
// name that is declared only once needs no qualification.
func namesOf(p *cfa.Program) map[string]map[string]bool {
	names := map[string]map[string]bool{}
	add := func(o *lang.Object, in string) {
		if o == nil || o.Name == "" {
			return
		}
		if names[o.Name] == nil {
			names[o.Name] = map[string]bool{}
		}
		names[o.Name][in] = true
	}
	if p.Unit == nil {
		return names
	}
	for _, o := range p.Unit.Objects {
		if o.Func == nil {
			add(o, "")
		} else if !o.Func.Model {
			add(o, o.Func.Name)
		}
	}
	for _, f := range p.Unit.Funcs {
		if f.Model || f.Body == nil {
			continue
		}
		for _, o := range slices.Concat(f.Params, f.Objects) {
			add(o, f.Name)
		}
	}
	return names
}

// sort orders the objects by address, so that they can be found.
func (r *Run) sort() {
	slices.SortStableFunc(r.objects, func(a, b *Object) int {
		return cmp.Or(a.Base.Cmp(b.Base), cmp.Compare(a.from, b.from))
	})
}

// lookBack bounds the number of objects before an address that At examines. An address lies in more than one object
// only if frames of recursive functions used the same place one after the other.
const lookBack = 64

// At returns the object that an address belongs to at a step: the last one made there. The address one past the end
// of an object belongs to the object, unless another object begins there.
func (r *Run) At(step int, at num.Int) *Object {
	n, _ := slices.BinarySearchFunc(r.objects, at, func(o *Object, at num.Int) int {
		if o.Base.Cmp(at) <= 0 {
			return -1
		}
		return 1
	})
	var best *Object
	for i := n - 1; i >= 0 && n-i <= lookBack; i-- {
		o := r.objects[i]
		if !o.within(at) || o.from > step {
			continue
		}
		inside := at.Less(o.Base.Add(o.Size)) || o.Base.Equal(at)
		if best == nil || inside && (o.from > best.from || !at.Less(best.Base.Add(best.Size))) {
			best = o
		}
	}
	return best
}

// Blocks returns the heap blocks that the run made, in order.
func (r *Run) Blocks() []*Object {
	var out []*Object
	for _, o := range r.blocks {
		if o.heap() {
			out = append(out, o)
		}
	}
	return out
}

// gone reports whether the object was freed before the step.
func (o *Object) gone(step int) bool { return o.Freed != nil && o.freed < step }

// number names the heap blocks, in the order in which they were made.
func (r *Run) number() {
	count := map[string]int{}
	r.arguments()
	for _, o := range r.blocks {
		if o.of != nil || o.Name != "" {
			continue
		}
		base := "block"
		if t := o.Type; t != nil && prose.Identifier(short(t)) {
			base = short(t)
		}
		count[base]++
		o.Name = base + "#" + strconv.Itoa(count[base])
	}
}

// arguments names the strings that main is called with, and the array of pointers to them.
func (r *Run) arguments() {
	u := r.prog.Unit
	if u == nil || u.Arguments == nil || u.Entry == nil || len(u.Entry.Params) < 2 {
		return
	}
	n := 0
	for _, o := range r.blocks {
		if o.Heap != u.Arguments.Name {
			continue
		}
		if o.Name = u.Entry.Params[1].Name; n > 0 {
			o.Name += "[" + strconv.Itoa(n-1) + "]"
		}
		o.Heap, o.Made, o.many = "", u.Entry.Pos, true
		if n++; n == 1 {
			o.Type = u.Entry.Params[1].Type.Elem
		} else {
			o.Type = u.Entry.Params[1].Type.Elem.Elem
		}
	}
}

// short returns the name of a type without the keyword of its tag.
func short(t *lang.Type) string {
	s := t.String()
	if t.Kind == lang.Record || t.IsInteger() {
		for _, kind := range []string{"const ", "struct ", "union ", "enum "} {
			s = strings.TrimPrefix(s, kind)
		}
	}
	return s
}
