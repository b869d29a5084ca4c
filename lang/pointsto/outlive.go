package pointsto

import (
	"sort"

	"github.com/whet-mc/whet/lang"
)

// Queries about memory that outlives functions.

// Targets returns the classes that values in the class n, or in a part of it, may point into.
func (n *Class) Targets() map[*Class]bool {
	list := map[*Class]bool{}
	n.Find().EachPart(func(m *Class) {
		if t, ok := m.target(); ok {
			list[t] = true
		}
	})
	return list
}

// Lasting returns the classes of memory that lasts as long as the program runs, or until it is freed: static objects,
// blocks and the library's objects. It also returns the classes about which nothing is known: arguments passed as
// "...", and the targets of plain numbers.
func (a *Analysis) Lasting() []*Class {
	list := []*Class{a.unknown.Find(), a.varargs.Find()}
	for _, o := range a.Statics {
		list = append(list, a.Object(o))
	}
	for _, b := range a.blocks {
		list = append(list, b.class.Find())
	}
	for _, n := range a.all {
		if n.parent == nil && n.Has(FromOutside) {
			list = append(list, n)
		}
	}
	for _, n := range a.library {
		list = append(list, n.Find())
	}
	return list
}

// ResultOf returns the place of the function's result, or nil if none was made.
func (a *Analysis) ResultOf(o *lang.Func) *Class {
	if n := a.results[o]; n != nil {
		return n.Find()
	}
	return nil
}

// StaticClasses returns the classes of static objects, and of other memory that the program does not free: the
// library's objects, and blocks that are not from the heap.
func (a *Analysis) StaticClasses() []*Class {
	var list []*Class
	for _, o := range a.Statics {
		list = append(list, a.Object(o))
	}
	for _, b := range a.blocks {
		if b.call.Direct().Name != "__whet_alloc" {
			list = append(list, b.class.Find())
		}
	}
	var groups []string
	for g := range a.library {
		groups = append(groups, g)
	}
	sort.Strings(groups)
	for _, g := range groups {
		list = append(list, a.library[g].Find())
	}
	return append(list, a.unknown.Find(), a.varargs.Find())
}
