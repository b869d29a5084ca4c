package pointsto

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
)

// The text form of the classes.

// WriteText prints the classes of memory that the program's pointers may lead to: the names of the objects in each
// class, the accesses to it, and the values that may point to it. Objects that models of library functions declare
// are omitted; memory that models allocate has the name of the function and the position of the program's call.
func (a *Analysis) WriteText(w io.Writer) error {
	p := &printer{a: a, names: map[*Class][]string{}, sources: map[*Class][]string{}}
	p.collect()
	b := bufio.NewWriter(w)
	for _, n := range p.order {
		if n != a.Unknown() || p.sources[n] != nil {
			p.class(b, n)
		}
	}
	return b.Flush()
}

type printer struct {
	a       *Analysis
	order   []*Class            // the classes that lie in memory, in the order of the program
	names   map[*Class][]string // the names of what lies in a class
	sources map[*Class][]string // the names of what may point to a class
}

// collect collects all names in the order of the program.
func (p *printer) collect() {
	a := p.a
	for _, o := range a.Statics {
		p.object(o)
	}
	for _, f := range a.Funcs {
		if f.Model {
			continue
		}
		for _, o := range f.Params {
			p.object(o)
		}
		for _, o := range f.Objects {
			p.object(o)
		}
		p.place(a.resultOf(f), "result of "+f.Label(), f.Type.Elem, false)
	}
	for _, b := range a.blocks {
		p.place(b.class.Find(), a.blockName(b), nil, true)
	}
	for _, f := range a.Taken {
		p.place(a.Function(f), f.Label()+"()", nil, true)
	}
	for _, group := range slices.Sorted(maps.Keys(a.library)) {
		p.place(a.LibraryObject(group), "the library's "+group, nil, true)
	}
	p.place(a.Unknown(), "unknown memory", nil, true)
	p.target(a.varargs.Find(), "variable arguments")
}

func (p *printer) object(o *lang.Object) {
	if o.Storage == lang.Literal || o.Ghost {
		return
	}
	name := o.Label()
	if o.Func != nil {
		name = o.Func.Label() + "::" + o.Name
	}
	p.place(p.a.Object(o), name, o.Type, p.a.InMemory(o))
}

// place records the name of the object in n, with its fields, and the targets of its values. Values of an object
// outside of memory can have targets, too.
func (p *printer) place(n *Class, name string, t *lang.Type, memory bool) {
	seen := map[*Class]bool{}
	var walk func(n *Class, name string, t *lang.Type)
	walk = func(n *Class, name string, t *lang.Type) {
		if n = n.Find(); seen[n] {
			return
		}
		seen[n] = true
		for ; t != nil && t.Kind == lang.Array; t = t.Elem {
			name += "[]"
		}
		if memory && (len(n.fields) == 0 || len(n.Accesses) > 0) {
			p.name(n, name)
		}
		if n.pointee != nil {
			p.target(n.pointee.Find(), name)
		}
		fields := slices.Clone(n.fields)
		slices.SortStableFunc(fields, func(x, y subclass) int { return x.field.Index - y.field.Index })
		for _, k := range fields {
			inner := name
			if k.field.Name != "" {
				inner += "." + k.field.Name
			}
			walk(k.class, inner, k.field.Type)
		}
	}
	walk(n, name, t)
}

func (p *printer) name(n *Class, name string) {
	if p.names[n] == nil {
		p.order = append(p.order, n)
	}
	if !slices.Contains(p.names[n], name) {
		p.names[n] = append(p.names[n], name)
	}
}

func (p *printer) target(n *Class, name string) {
	if !slices.Contains(p.sources[n], name) {
		p.sources[n] = append(p.sources[n], name)
	}
}

// blockName returns the function that the program called for a block, and the position of the call. If this call is in a
// private copy of a function of the program, the name has the call of this function, too.
func (a *Analysis) blockName(b block) string {
	x, f, name := b.call, b.in, "block"
	if g := x.Direct(); g != nil {
		name = g.Name
	}
	text := ""
	for {
		s, ok := a.sites[f]
		if f == nil || !f.Model || !ok {
			text += fmt.Sprintf("%s at %d:%d", name, x.At.Line, x.At.Col)
			if f == nil || !ok {
				return text
			}
			text += " by "
		}
		name, x, f = f.Name, s.call, s.caller
	}
}

var flagNames = []struct {
	flag Flags
	name string
}{
	{Collapsed, "collapsed"}, {Overlapping, "members overlap"}, {Bytewise, "accessed bytewise"},
	{Wraps, "pointers may wrap around"}, {Forged, "pointers may be forged"}, {Leaked, "addresses leak"},
	{Escaped, "escapes"}, {Modifiable, "modifiable from outside"}, {FromOutside, "pointed to from outside"},
}

func (p *printer) class(b *bufio.Writer, n *Class) {
	var sources []string
	n.EachEnclosing(func(m *Class) { // a pointer to a record is one to its members
		for _, s := range p.sources[m] {
			if !slices.Contains(sources, s) {
				sources = append(sources, s)
			}
		}
	})
	fmt.Fprintf(b, "{%s}\n", strings.Join(p.names[n], ", "))
	if len(sources) == 0 {
		sources = []string{"nothing"}
	}
	fmt.Fprintf(b, "    pointed to by: %s\n", strings.Join(sources, ", "))
	var how []string
	for _, x := range n.Accesses {
		if s := x.String(); !slices.Contains(how, s) {
			how = append(how, s)
		}
	}
	if len(how) > 0 {
		fmt.Fprintf(b, "    accessed as: %s\n", strings.Join(how, ", "))
	}
	var known []string
	for _, f := range flagNames {
		if n.Has(f.flag) {
			known = append(known, f.name)
		}
	}
	if len(known) > 0 {
		fmt.Fprintf(b, "    %s\n", strings.Join(known, ", "))
	}
}

// String describes the access by its width: "4 bytes", "3 bits".
func (a Access) String() string {
	switch {
	case a.Opaque:
		return fmt.Sprintf("%d bytes of a type that is not modelled", a.Size)
	case a.BitField:
		return fmt.Sprintf("%d bits", a.Bits)
	case a.Size == 1:
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", a.Size)
}
