// Construction of array values for a model.

package weak

// An Elem is an element of an array in a model: the value of the class of Node or, if Node is -1, a new value that
// differs from the values of all nodes and from new values with another number Fresh.
type Elem struct{ Node, Fresh int }

// An Entry gives the element Elem at an index. Index is the root of a class.
type Entry struct {
	Index int
	Elem  Elem
}

// An ArrayValue is the value of a class of arrays. It is given as another array with changed entries, so that a chain
// of n stores has n entries and not n².
type ArrayValue struct {
	Array   int  // the root of the class
	From    int  // an earlier position in the result of Model, or -1 if all elements are Default
	Default Elem // the default element; all arrays derived from each other have the same one
	Entries []Entry
}

// Model returns values for all classes of arrays, if Check has no lemma for the view. They have the elements that
// selects, stores and constant arrays require, and store(a, i, e) differs from a only at i.
//
// This holds for any choice of values for the new elements. If new elements are as different as they should be (which
// needs enough elements in the sort), two classes have the same value only if they must: they are weakly equivalent or
// derive from constant arrays with the same element, and at each index they are weakly equivalent modulo the index or
// have reads with the same value. Such classes could have been one class in the view. If they must differ, the caller
// must provide an index at which selects distinguish them.
func (w *Weak) Model(v View) []ArrayValue {
	g := newGraph(w, v)
	fresh := 0
	newElem := func() Elem {
		fresh++
		return Elem{-1, fresh - 1}
	}
	at := make([]int, len(g.roots)) // by vertex: its position in the result
	out := make([]ArrayValue, len(g.order))
	defaults := make([]Elem, len(g.top))
	for c := range defaults {
		if consts := g.consts[c]; len(consts) > 0 {
			defaults[c] = Elem{g.reads[consts[0]].value, 0}
		} else {
			defaults[c] = newElem()
		}
	}
	for i, u := range g.order {
		at[u] = i
		out[i] = ArrayValue{Array: g.roots[u], From: -1, Default: defaults[g.comp[u]]}
		if e := g.parent[u]; e >= 0 {
			out[i].From = at[g.edges[e].other(u)]
		}
	}
	for i := range g.buckets {
		if g.stopped() {
			return nil
		}
		b := &g.buckets[i]
		g.cut(b)
		g.values(b)
		// A piece without a read has a new element. The default is also new unless a constant array fixes it, so one
		// piece may use it.
		elems := map[int32]Elem{}
		spare := len(g.consts[b.comp]) == 0
		elem := func(u int32) Elem {
			p := g.piece.of(g, u)
			if r := g.piece.value[p]; r >= 0 {
				return Elem{r, 0}
			}
			e, ok := elems[p]
			switch {
			case ok:
			case spare:
				e, spare = defaults[b.comp], false
			default:
				e = newElem()
			}
			elems[p] = e
			return e
		}
		set := func(u int32) {
			a := &out[at[u]]
			a.Entries = append(a.Entries, Entry{g.index[b.index], elem(u)})
		}
		if top := g.top[b.comp]; elem(top) != defaults[b.comp] {
			set(top)
		}
		for _, u := range b.cuts {
			set(u)
		}
	}
	return out
}
