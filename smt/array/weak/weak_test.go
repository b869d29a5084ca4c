package weak

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// partition is a View; the tests change it as they like.
type partition []int

func (p partition) Root(n int) int { return p[n] }

// problem is a random set of stores and selects: nodes 0.. are arrays, then indexes, then elements.
type problem struct {
	Weak
	arrays, indexes, elems int
}

func (p *problem) index(k int) int { return p.arrays + k }
func (p *problem) elem(k int) int  { return p.arrays + p.indexes + k }
func (p *problem) nodes() int      { return p.arrays + p.indexes + p.elems }

func drawProblem(t *rapid.T, consts bool) *problem {
	p := &problem{
		arrays:  rapid.IntRange(1, 12).Draw(t, "arrays"),
		indexes: rapid.IntRange(1, 4).Draw(t, "indexes"),
		elems:   rapid.IntRange(1, 6).Draw(t, "elems"),
	}
	array := rapid.IntRange(0, p.arrays-1)
	index := rapid.Map(rapid.IntRange(0, p.indexes-1), p.index)
	elem := rapid.Map(rapid.IntRange(0, p.elems-1), p.elem)
	for range rapid.IntRange(0, 16).Draw(t, "stores") {
		p.Stores = append(p.Stores, Store{array.Draw(t, "self"), array.Draw(t, "base"), index.Draw(t, "index"), elem.Draw(t, "elem")})
	}
	for range rapid.IntRange(0, 8).Draw(t, "selects") {
		p.Selects = append(p.Selects, Select{elem.Draw(t, "self"), array.Draw(t, "array"), index.Draw(t, "index")})
	}
	if consts {
		for range rapid.IntRange(0, 2).Draw(t, "consts") {
			p.Consts = append(p.Consts, Const{array.Draw(t, "self"), elem.Draw(t, "elem")})
		}
	}
	for a := range p.arrays {
		p.Arrays = append(p.Arrays, a)
	}
	return p
}

// drawView makes classes of nodes of the same sort.
func drawView(t *rapid.T, p *problem) partition {
	v := make(partition, p.nodes())
	for n := range v {
		lo := 0
		switch {
		case n >= p.elem(0):
			lo = p.elem(0)
		case n >= p.index(0):
			lo = p.index(0)
		}
		v[n] = n
		if n > lo && rapid.IntRange(0, 2).Draw(t, "merged") == 0 {
			v[n] = v[rapid.IntRange(lo, n-1).Draw(t, "with")]
		}
	}
	return v
}

// violated checks that a view makes every literal of the lemma's clause false, and that its path
// hangs together.
func (p *problem) violated(l Lemma, v View) error {
	same := func(a, b int) bool { return v.Root(a) == v.Root(b) }
	here := l.Left.Array
	for _, e := range l.Path {
		if e.From != here {
			return fmt.Errorf("the path is torn at %v", e)
		}
		here = e.To
		if e.Store < 0 {
			if !same(e.From, e.To) || e.From == e.To {
				return fmt.Errorf("edge %v is no equality of the view", e)
			}
			continue
		}
		s := p.Stores[e.Store]
		if !(s.Self == e.From && s.Base == e.To || s.Self == e.To && s.Base == e.From) {
			return fmt.Errorf("edge %v is not store %v", e, s)
		}
		if !l.Left.Any && same(s.Index, l.Left.Index) {
			return fmt.Errorf("edge %v is at the index", e)
		}
	}
	if here != l.Right.Array {
		return fmt.Errorf("the path ends at %d", here)
	}
	for _, r := range []Read{l.Left, l.Right} {
		if !p.knows(r) {
			return fmt.Errorf("there is no read %v", r)
		}
	}
	if l.Left.Any && !l.Right.Any || !l.Right.Any && !same(l.Left.Index, l.Right.Index) {
		return fmt.Errorf("the indexes are different")
	}
	if same(l.Left.Self, l.Right.Self) {
		return fmt.Errorf("the values are equal")
	}
	return nil
}

func (p *problem) knows(r Read) bool {
	switch {
	case r.Own:
		return slices.ContainsFunc(p.Stores, func(s Store) bool { return s.Self == r.Array && s.Index == r.Index && s.Elem == r.Self })
	case r.Any:
		return r.Index == -1 && slices.Contains(p.Consts, Const{r.Array, r.Self})
	}
	return slices.Contains(p.Selects, r.Select)
}

// reach returns the roots of the arrays that are weakly equivalent to a, modulo the root of an
// index or, if that is -1, in all.
func (p *problem) reach(v View, a, index int) map[int]bool {
	r := map[int]bool{v.Root(a): true}
	for again := true; again; {
		again = false
		for _, s := range p.Stores {
			if x, y := v.Root(s.Self), v.Root(s.Base); r[x] != r[y] && v.Root(s.Index) != index {
				r[x], r[y], again = true, true, true
			}
		}
	}
	return r
}

// sane compares the pieces of the graph with naive reachability.
func (p *problem) sane(v View) error {
	g := newGraph(&p.Weak, v)
	for i := range g.buckets {
		b := &g.buckets[i]
		g.cut(b)
		for x := range g.roots {
			reached := p.reach(v, g.roots[x], g.index[b.index])
			for y := range g.roots {
				x, y := int32(x), int32(y)
				if g.comp[x] != b.comp || g.comp[y] != b.comp {
					continue
				}
				if one := g.piece.of(g, x) == g.piece.of(g, y); one != reached[g.roots[y]] {
					return fmt.Errorf("arrays %d and %d are weakly equivalent modulo %d: %v",
						g.roots[x], g.roots[y], g.index[b.index], one)
				}
			}
		}
	}
	return nil
}

// mustEqual reports whether two arrays are equal in each model over infinitely many elements: they
// are weakly equivalent, and at each index of a store modulo that, or both have the same value by
// reads.
func (p *problem) mustEqual(v View, a, b int) bool {
	if ra, rb := p.reach(v, a, -1), p.reach(v, b, -1); !ra[v.Root(b)] {
		// or both are written from constant arrays with the same element
		from := func(r map[int]bool) int {
			for _, c := range p.Consts {
				if r[v.Root(c.Self)] {
					return v.Root(c.Elem)
				}
			}
			return -1
		}
		if from(ra) < 0 || from(ra) != from(rb) {
			return false
		}
	}
	for _, s := range p.Stores {
		index := v.Root(s.Index)
		if p.reach(v, a, index)[v.Root(b)] {
			continue
		}
		x, ok := p.readAt(v, a, index)
		if y, ok2 := p.readAt(v, b, index); !ok || !ok2 || x != y {
			return false
		}
	}
	return true
}

// readAt is the value of a read that says what is in a at an index.
func (p *problem) readAt(v View, a, index int) (value int, ok bool) {
	r := p.reach(v, a, index)
	for _, s := range p.Stores {
		if v.Root(s.Index) == index && r[v.Root(s.Self)] {
			return v.Root(s.Elem), true
		}
	}
	for _, s := range p.Selects {
		if v.Root(s.Index) == index && r[v.Root(s.Array)] {
			return v.Root(s.Self), true
		}
	}
	for _, c := range p.Consts {
		if r[v.Root(c.Self)] {
			return v.Root(c.Elem), true
		}
	}
	return 0, false
}

// TestModel: for any view there are violated lemmas, or a model that is
// checked store by store and element by element.
func TestModel(t *testing.T) {
	models, lemmas := 0, 0
	check(t, 60, func(t *rapid.T) {
		p := drawProblem(t, true)
		v := drawView(t, p)
		limit := rapid.IntRange(0, 3).Draw(t, "limit")
		found := p.Check(v, limit)
		if limit > 0 && len(found) > limit {
			t.Fatalf("%d lemmas", len(found))
		}
		for i, l := range found {
			lemmas++
			if slices.ContainsFunc(found[:i], func(m Lemma) bool {
				return l.Left == m.Left && l.Right == m.Right || l.Left == m.Right && l.Right == m.Left
			}) {
				t.Fatalf("%+v comes twice", l)
			}
			if err := p.violated(l, v); err != nil {
				t.Fatalf("%+v: %v", l, err)
			}
		}
		if len(found) > 0 {
			return
		}
		models++
		if err := p.sane(v); err != nil {
			t.Fatal(err)
		}
		model := p.Model(v)
		at := map[int]int{}
		for i, a := range model {
			if _, ok := at[a.Array]; ok || v.Root(a.Array) != a.Array || a.From >= i {
				t.Fatalf("wrong value %d: %+v", i, a)
			}
			at[a.Array] = i
		}
		get := func(a, index int) Elem { // index -1 is one that no node has
			i, ok := at[v.Root(a)]
			if !ok {
				t.Fatalf("array %d has no value", a)
			}
			if e, ok := elements(model, i)[index]; ok {
				return e
			}
			return model[i].Default
		}
		is := func(e Elem, n int) bool { return e == Elem{v.Root(n), 0} }
		all := []int{-1}
		for k := range p.indexes {
			all = append(all, v.Root(p.index(k)))
		}
		for a := range p.arrays {
			get(a, -1)
		}
		for _, s := range p.Selects {
			if !is(get(s.Array, v.Root(s.Index)), s.Self) {
				t.Fatalf("%+v does not hold", s)
			}
		}
		for _, s := range p.Stores {
			for _, i := range all {
				if i == v.Root(s.Index) {
					if !is(get(s.Self, i), s.Elem) {
						t.Fatalf("%+v has another element", s)
					}
				} else if get(s.Self, i) != get(s.Base, i) {
					t.Fatalf("%+v differs from its base at %d", s, i)
				}
			}
		}
		for _, c := range p.Consts {
			for _, i := range all {
				if !is(get(c.Self, i), c.Elem) {
					t.Fatalf("%+v has another element at %d", c, i)
				}
			}
		}
		for i, x := range model {
			for j, y := range model[:i] {
				if x.Default == y.Default && maps.Equal(elements(model, i), elements(model, j)) && !p.mustEqual(v, x.Array, y.Array) {
					t.Fatalf("%d and %d are equal for no reason", x.Array, y.Array)
				}
			}
		}
	})
	if models == 0 || lemmas == 0 {
		t.Errorf("%d models, %d lemmas", models, lemmas)
	}
}

// TestLemmas: lemmas hold in every interpretation. One is drawn at random, with arrays as
// functions over a small domain; stores are made true by defining them, so some have their
// equations only between classes.
func TestLemmas(t *testing.T) {
	used := 0
	check(t, 20, func(t *rapid.T) {
		p := drawProblem(t, true)
		const size = 4
		// An interpretation that satisfies the stores, selects and constants: nodes are defined in
		// the order of these.
		index, elem := map[int]int{}, map[int]int{}
		array := map[int][size]int{}
		for k := range p.indexes {
			index[p.index(k)] = rapid.IntRange(0, size-1).Draw(t, "index value")
		}
		for k := range p.elems {
			elem[p.elem(k)] = rapid.IntRange(0, 2).Draw(t, "elem value")
		}
		for a := range p.arrays {
			var f [size]int
			for i := range f {
				f[i] = rapid.IntRange(0, 2).Draw(t, "element")
			}
			array[a] = f
		}
		var kept problem
		kept.arrays, kept.indexes, kept.elems = p.arrays, p.indexes, p.elems
		defined := map[int]bool{}
		for _, c := range p.Consts {
			if !defined[c.Self] {
				e := elem[c.Elem]
				array[c.Self] = [size]int{e, e, e, e}
				defined[c.Self] = true
				kept.Consts = append(kept.Consts, c)
			}
		}
		for _, s := range p.Stores {
			f := array[s.Base]
			f[index[s.Index]] = elem[s.Elem]
			if s.Self != s.Base && !defined[s.Self] || array[s.Self] == f {
				array[s.Self] = f
				defined[s.Self], defined[s.Base] = true, true // from now on both are as they are
				kept.Stores = append(kept.Stores, s)
			}
		}
		for _, s := range p.Selects {
			if array[s.Array][index[s.Index]] == elem[s.Self] {
				kept.Selects = append(kept.Selects, s)
			}
		}
		for _, l := range kept.Check(drawView(t, p), 0) {
			if l.Left.Any {
				continue // holds only over infinitely many indexes
			}
			used++
			holds := elem[l.Left.Self] == elem[l.Right.Self] || !l.Right.Any && index[l.Left.Index] != index[l.Right.Index]
			for _, e := range l.Path {
				if e.Store < 0 {
					holds = holds || array[e.From] != array[e.To]
				} else {
					holds = holds || index[kept.Stores[e.Store].Index] == index[l.Left.Index]
				}
			}
			if !holds {
				t.Fatalf("%+v does not hold", l)
			}
		}
	})
	if used == 0 {
		t.Error("no lemma was checked")
	}
}

// TestDecides uses Check as a solver would, for a conjunction of equalities and disequalities
// between nodes: it goes through all views that satisfy them. Two different arrays are read at an
// index of their own. Brute force goes through all functions over domains with more values than
// there are terms.
func TestDecides(t *testing.T) {
	sat, unsat, apart := 0, 0, 0
	check(t, 20, func(t *rapid.T) {
		// a0 is a variable; the others are stores, or variables as well
		const size = 3
		p := &problem{arrays: 3, indexes: 2, elems: 3}
		distinct := rapid.Bool().Draw(t, "distinct arrays")
		if distinct {
			p.indexes, p.elems = 3, 4
		}
		index := rapid.Map(rapid.IntRange(0, 1), p.index)
		elem := rapid.Map(rapid.IntRange(0, p.elems-1-btoi(distinct)*2), p.elem)
		for a := 1; a < 3; a++ {
			p.Stores = append(p.Stores, Store{a, rapid.IntRange(0, a-1).Draw(t, "base"), index.Draw(t, "index"), elem.Draw(t, "elem")})
		}
		for range rapid.IntRange(1, 3).Draw(t, "selects") {
			p.Selects = append(p.Selects, Select{elem.Draw(t, "self"), rapid.IntRange(0, 2).Draw(t, "array"), index.Draw(t, "index")})
		}
		p.Arrays = []int{0, 1, 2}
		var equal, different [][2]int
		for range rapid.IntRange(0, 4).Draw(t, "literals") {
			sort := rapid.IntRange(0, 2).Draw(t, "sort")
			node := []*rapid.Generator[int]{rapid.IntRange(0, 2), index, elem}[sort]
			pair := [2]int{node.Draw(t, "a"), node.Draw(t, "b")}
			if sort == 0 || rapid.Bool().Draw(t, "equal") {
				equal = append(equal, pair)
			} else {
				different = append(different, pair)
			}
		}
		arrays := different // what brute force has instead of the reads
		if distinct {
			x, y := rapid.IntRange(0, 2).Draw(t, "x"), rapid.IntRange(0, 2).Draw(t, "y")
			arrays = append(slices.Clone(different), [2]int{x, y})
			p.Selects = append(p.Selects, Select{p.elem(2), x, p.index(2)}, Select{p.elem(3), y, p.index(2)})
			different = append(different, [2]int{p.elem(2), p.elem(3)})
		}
		// By Check: all partitions of arrays, indexes and elements.
		some := false
		v := make(partition, p.nodes())
		var try func(n int)
		try = func(n int) {
			if some {
				return
			}
			if n == p.nodes() {
				for _, q := range equal {
					if v[q[0]] != v[q[1]] {
						return
					}
				}
				for _, q := range different {
					if v[q[0]] == v[q[1]] {
						return
					}
				}
				some = len(p.Check(v, 1)) == 0
				return
			}
			lo := []int{0, p.index(0), p.elem(0)}[btoi(n >= p.index(0))+btoi(n >= p.elem(0))]
			for m := lo; m <= n; m++ {
				if m == n || v[m] == m {
					v[n] = m
					try(n + 1)
				}
			}
		}
		try(0)
		// By brute force.
		really := false
		indexes, elems, selects := 2, p.elems-2*btoi(distinct), p.Selects[:len(p.Selects)-2*btoi(distinct)]
		var f [3][size]int
		val := make([]int, p.nodes())
		var brute func(k int)
		brute = func(k int) {
			if really {
				return
			}
			switch {
			case k < indexes:
				for i := range size {
					val[p.index(k)] = i
					brute(k + 1)
				}
				return
			case k < indexes+elems:
				for i := range 4 {
					val[p.elem(k-indexes)] = i
					brute(k + 1)
				}
				return
			case k < indexes+elems+size:
				for i := range 4 {
					f[0][k-indexes-elems] = i
					brute(k + 1)
				}
				return
			}
			for a, s := range p.Stores {
				f[a+1] = f[s.Base]
				f[a+1][val[s.Index]] = val[s.Elem]
			}
			for _, s := range selects {
				if f[s.Array][val[s.Index]] != val[s.Self] {
					return
				}
			}
			eq := func(q [2]int) bool {
				if q[0] < p.arrays {
					return f[q[0]] == f[q[1]]
				}
				return val[q[0]] == val[q[1]]
			}
			for _, q := range equal {
				if !eq(q) {
					return
				}
			}
			for _, q := range arrays {
				if eq(q) {
					return
				}
			}
			really = true
		}
		brute(0)
		if some != really {
			t.Fatalf("Check says %v, brute force %v", some, really)
		}
		apart += btoi(distinct && really)
		if really {
			sat++
		} else {
			unsat++
		}
	})
	if sat == 0 || unsat == 0 || apart == 0 {
		t.Errorf("%d sat, %d unsat, %d sat with different arrays", sat, unsat, apart)
	}
}

// Example: b = store(a, i, e), and b is read at j, a at j as well. If the view has i ≠ j, both
// must give the same.
func ExampleWeak_Check() {
	const a, b, i, j, e, fromA, fromB = 0, 1, 2, 3, 4, 5, 6
	w := &Weak{
		Stores:  []Store{{Self: b, Base: a, Index: i, Elem: e}},
		Selects: []Select{{Self: fromA, Array: a, Index: j}, {Self: fromB, Array: b, Index: j}},
	}
	view := partition{0, 1, 2, 3, 4, 5, 6} // all different
	for _, l := range w.Check(view, 0) {
		fmt.Println(l.Left.Self, "=", l.Right.Self, "unless", w.Stores[l.Path[0].Store].Index, "=", l.Left.Index)
	}
	view[fromB] = view[fromA]
	fmt.Println(w.Check(view, 0))
	for k, v := range w.Model(view) {
		fmt.Println("array", v.Array, "default", v.Default, "and", elements(w.Model(view), k))
	}
	// Output:
	// 6 = 5 unless 2 = 3
	// []
	// array 1 default {-1 0} and map[2:{4 0} 3:{5 0}]
	// array 0 default {-1 0} and map[3:{5 0}]
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// check runs a property so many times as often as rapid does by itself.
func check(t *testing.T, rounds int, prop func(*rapid.T)) {
	if testing.Short() {
		rounds = 3
	}
	for range rounds {
		rapid.Check(t, prop)
	}
}

// longSwap is two chains of n stores each at the same indexes with the same elements, the second in
// reverse order, and a read from the end of each at every index.
func longSwap(n int) (*Weak, partition) {
	w := &Weak{}
	node := 0
	fresh := func() int { node++; return node - 1 }
	a := fresh()
	idx, el := make([]int, n), make([]int, n)
	for i := range n {
		idx[i], el[i] = fresh(), fresh()
	}
	chain := func(at func(int) int) int {
		base := a
		for i := range n {
			self := fresh()
			w.Stores = append(w.Stores, Store{self, base, idx[at(i)], el[at(i)]})
			base = self
		}
		return base
	}
	x := chain(func(i int) int { return i })
	y := chain(func(i int) int { return n - 1 - i })
	for i := range n {
		w.Selects = append(w.Selects, Select{el[i], x, idx[i]}, Select{el[i], y, idx[i]})
	}
	v := make(partition, node+2)
	for i := range v {
		v[i] = i
	}
	return w, v
}

func TestLarge(t *testing.T) {
	w, v := longSwap(5000)
	if l := w.Check(v, 0); len(l) != 0 {
		t.Fatalf("%d lemmas where all agree", len(l))
	}
	entries := 0
	for _, a := range w.Model(v) {
		entries += len(a.Entries)
	}
	if entries > 20000 {
		t.Errorf("the model has %d entries", entries)
	}
	// another value at the end of the first chain, for an index in its middle
	other := len(v) - 1
	w.Selects[5000].Self = other
	ls := w.Check(v, 0)
	if len(ls) != 1 || len(ls[0].Path) != 2499 || !maps.Equal(map[int]bool{ls[0].Left.Self: true, ls[0].Right.Self: true},
		map[int]bool{other: true, w.Stores[2500].Elem: true}) {
		t.Errorf("lemmas: %d", len(ls))
	}
	asked := false
	w.Stop = func() bool { asked = true; return true }
	if w.Model(v) != nil || len(w.Check(v, 0)) != 0 || !asked {
		t.Error("Check and Model go on after Stop")
	}
}

// BenchmarkCheck: time per store, for growing numbers.
func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w, v := longSwap(n)
			for b.Loop() {
				if w.Check(v, 0) != nil {
					b.Fatal("lemmas")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(2*n), "ns/store")
		})
	}
}

// elements returns all entries of the value at position i of a model that are not the default.
func elements(model []ArrayValue, i int) map[int]Elem {
	var chain []int
	for j := i; j >= 0; j = model[j].From {
		chain = append(chain, j)
	}
	t := map[int]Elem{}
	for k := len(chain) - 1; k >= 0; k-- {
		for _, e := range model[chain[k]].Entries {
			if e.Elem == model[i].Default {
				delete(t, e.Index)
			} else {
				t[e.Index] = e.Elem
			}
		}
	}
	return t
}
