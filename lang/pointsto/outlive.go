package pointsto

import (
	"sort"

	"github.com/whet-mc/whet/lang"
)

// Targets are the classes that values in the class n, or in a part of it, may point into.
func (n *Class) Targets() map[*Class]bool {
	list := map[*Class]bool{}
	n.Find().EachPart(func(m *Class) {
		if t, ok := m.target(); ok {
			list[t] = true
		}
	})
	return list
}

// Lasting are the classes of what is in memory as long as the program runs, or until it is freed,
// and of what nothing is known of: static objects, blocks, the library's own objects, arguments
// behind "...", plain numbers.
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

// ResultOf is the place of what the function returns, nil where nothing is known to be there.
func (a *Analysis) ResultOf(o *lang.Func) *Class {
	if n := a.results[o]; n != nil {
		return n.Find()
	}
	return nil
}

// StaticClasses are the classes of static objects, and of what else the program does not free: the
// library's own objects, and blocks that are not of the heap.
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
