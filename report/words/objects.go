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
	Name  string // as it is called: "r", "main::r", `"abc"`, "node#1"
	Type  *lang.Type
	Base  num.Int
	Size  num.Int
	Heap  string // of a block: the function that made it
	Made  lang.Pos
	Func  string    // in which it was made
	Freed *lang.Pos // nil: it was not

	of    *lang.Object // not nil: a declared one
	many  bool         // a block of several elements of the type
	from  int          // the step that made it; -1: it is always there
	freed int          // the step that freed it, where Freed is not nil
}

// within reports whether an address is one of the object's, or one past its end.
func (o *Object) within(at num.Int) bool {
	return o.Base.Cmp(at) <= 0 && at.Cmp(o.Base.Add(o.Size)) <= 0
}

// literal reports whether the object is a string literal of chars, and its bytes without the
// terminator.
func literal(o *lang.Object) (string, bool) {
	if o.Storage != lang.Literal || o.Init == nil || len(o.Init.Items) != 1 || o.Init.Items[0].Str == nil {
		return "", false
	}
	return strings.TrimSuffix(string(o.Init.Items[0].Str), "\x00"), true
}

// Quote writes bytes as a string of C, not too long.
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

// char writes a character as it stands in a constant between quotes.
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

// nameOf is the name of a declared object.
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

// namesOf finds for each name in the program in which functions it stands for something, or "" for
// all of the program. One that stands for one thing only needs no more words.
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

// sort orders the objects so that they can be found by address.
func (r *Run) sort() {
	slices.SortStableFunc(r.objects, func(a, b *Object) int {
		return cmp.Or(a.Base.Cmp(b.Base), cmp.Compare(a.from, b.from))
	})
}

// lookBack bounds how many objects are looked at that begin before an address. More than one can
// hold it only where frames of recursive functions were made and left at the same place.
const lookBack = 64

// At is the object that an address belongs to at a step: the last one made there. One past the end
// of an object is its own, unless another one begins there.
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

// Blocks are the blocks of the heap that the run made, in order.
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

// number names the blocks of the heap, in the order in which they were made.
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

// short is the name of a type without the kind of its tag.
func short(t *lang.Type) string {
	s := t.String()
	if t.Kind == lang.Record || t.IsInteger() {
		for _, kind := range []string{"const ", "struct ", "union ", "enum "} {
			s = strings.TrimPrefix(s, kind)
		}
	}
	return s
}
