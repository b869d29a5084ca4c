package weak

// An Elem is an element of an array in a model: the value of the class of a node; or, if Node is
// -1, a new value, different from all values of nodes and from the others with another number
// Fresh.
type Elem struct{ Node, Fresh int }

// An Entry says that the element at an index is Elem. Index is the root of a class.
type Entry struct {
	Index int
	Elem  Elem
}

// An ArrayValue is the value of a class of arrays. It is that of another one but for the entries,
// so that a chain of n stores has n entries and not n².
type ArrayValue struct {
	Array   int  // the root of the class
	From    int  // an earlier position in the result of Model, or -1: all elements are Default
	Default Elem // the same in all arrays that come from each other
	Entries []Entry
}

// Model returns values for all classes of arrays, if Check has no lemma for the view: they have the
// elements that selects, stores and constant arrays want, and store(a, i, e) differs from a at i
// only.
//
// That holds whatever values the caller takes for the new ones. If they are as different as they
// should be (there are enough elements), two classes have the same value only if they must: if they
// are weakly equivalent, or come from constant arrays with the same element, and at each index are
// so modulo it or have reads of the same value. The view could have made them one class. If it must
// not, the caller has to see to an index where selects tell them apart.
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
		// A piece without a read has a new element; or the default, which is new as well, for one
		// piece and if no constant array makes it something else.
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
