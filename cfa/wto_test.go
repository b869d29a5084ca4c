package cfa

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
	"pgregory.net/rapid"
)

// graph makes a procedure of "0>1 1>2 …": the numbers are locations in the order of their first
// occurrence, the first the entry; numbers are kept as names. The last one that occurs is the exit.
func graph(edges string) (*Program, map[string]*Loc) {
	p := NewProgram(lang.LP64, Machine)
	q := p.NewProc("f")
	p.Start = q
	names := map[string]*Loc{}
	var order []string
	for _, e := range strings.Fields(edges) {
		for _, n := range strings.Split(e, ">") {
			if !slices.Contains(order, n) {
				order = append(order, n)
			}
		}
	}
	for i, n := range order {
		switch i {
		case 0:
			names[n] = q.Entry
		case len(order) - 1:
			names[n] = q.Exit
		default:
			names[n] = p.NewLoc(q, lang.Pos{})
		}
	}
	for _, e := range strings.Fields(edges) {
		from, to, _ := strings.Cut(e, ">")
		p.NewEdge(names[from], names[to], Skip{}, lang.Pos{})
	}
	return p, names
}

func TestWTOExamples(t *testing.T) {
	for _, tt := range []struct{ edges, want string }{
		{"a>b b>c", "a b c"},
		{"a>b b>b b>c", "a (b) c"},
		{"a>b b>c c>b c>d", "a (b c) d"},
		// The example of Bourdoncle's paper, figure 2.
		{"1>2 2>3 3>4 4>5 5>6 6>7 2>8 4>7 6>5 7>3 7>8", "1 2 (3 4 (5 6) 7) 8"},
		// Irreducible: two entries of a cycle.
		{"a>b a>c b>c c>b b>d c>d", "a (c b) d"},
		// A diamond in a loop, and a loop in its one branch.
		{"a>h h>l h>r l>l l>m r>m m>h h>x", "a (h (l) r m) x"},
	} {
		p, names := graph(tt.edges)
		got := p.Start.WTO().String()
		var from []string
		for n, l := range names {
			from = append(from, l.String()+"\x00", n)
		}
		got = strings.NewReplacer(from...).Replace(strings.NewReplacer(" ", "\x00 ", ")", "\x00)").Replace(got) + "\x00")
		got = strings.ReplaceAll(got, "\x00", "")
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.edges, got, tt.want)
		}
	}
}

// checkWTO checks the definition, edge by edge.
func checkWTO(t *rapid.T, w *WTO) {
	for i := range w.Order {
		if e := w.End[i]; e != 0 && e <= i || e > len(w.Order) {
			t.Fatalf("component %d ends at %d: %v", i, e, w)
		}
		o := w.Outer[i]
		if o >= i || o >= 0 && w.End[o] <= i {
			t.Fatalf("%d is not inside %d: %v", i, o, w)
		}
		if o >= 0 && w.End[i] > w.End[o] {
			t.Fatalf("components %d and %d overlap: %v", i, o, w)
		}
	}
	for i, u := range w.Order {
		for _, e := range u.Out {
			j := w.Pos(e.To)
			if j < 0 {
				t.Fatalf("%v is missing", e.To)
			}
			if i >= j && (w.End[j] == 0 || i >= w.End[j] || !slices.Contains(w.Heads(u), e.To)) {
				t.Fatalf("%v -> %v in %v", u, e.To, w)
			}
		}
	}
}

// nests is the definition carried out plainly: the components of a set are its strongly connected
// parts; the head is the location that the depth-first search found first; the rest of the part is
// decomposed again.
func nests(s *search, set []int, out map[string]bool) {
	index := map[int]int{}
	for i, v := range set {
		index[v] = i
	}
	succ := make([][]int, len(set))
	for i, v := range set {
		for _, e := range s.locs[v].Out {
			if j, ok := index[s.num.of(e.To)]; ok {
				succ[i] = append(succ[i], j)
			}
		}
	}
	for _, c := range Components(succ) {
		if len(c) == 1 && !slices.Contains(succ[c[0]], c[0]) {
			continue
		}
		var part []int
		for _, i := range c {
			part = append(part, set[i])
		}
		slices.Sort(part)
		out[fmt.Sprint(part)] = true
		nests(s, part[1:], out)
	}
}

func TestWTORandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawGraph(t)
		w := q.WTO()
		checkWTO(t, w)
		s := newSearch(q)
		var all []int
		for v := range s.locs {
			all = append(all, v)
		}
		want, got := map[string]bool{}, map[string]bool{}
		nests(s, all, want)
		for i := range w.Order {
			if w.End[i] == 0 {
				continue
			}
			var part []int
			for _, l := range w.Component(w.Order[i]) {
				part = append(part, s.num.of(l))
			}
			slices.Sort(part)
			got[fmt.Sprint(part)] = true
			if part[0] != s.num.of(w.Order[i]) {
				t.Fatalf("the head of %v is not first", part)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("components %v, want %v", got, want)
		}
	})
}

// Brute force: v reaches w without leaving the set.
func TestComponentsRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		succ := make([][]int, n)
		reach := make([][]bool, n)
		for i := range n {
			reach[i] = make([]bool, n)
			reach[i][i] = true
			for range rapid.IntRange(0, 3).Draw(t, "degree") {
				j := rapid.IntRange(0, n-1).Draw(t, "to")
				succ[i] = append(succ[i], j)
				reach[i][j] = true
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		in := make([]int, n)
		sccs := Components(succ)
		count := 0
		for c, scc := range sccs {
			count += len(scc)
			for _, v := range scc {
				in[v] = c
			}
		}
		if count != n {
			t.Fatalf("%d nodes of %d", count, n)
		}
		for i := range n {
			for j := range n {
				if (in[i] == in[j]) != (reach[i][j] && reach[j][i]) {
					t.Fatalf("%d and %d: %v", i, j, sccs)
				}
				if reach[i][j] && in[j] > in[i] {
					t.Fatalf("%d reaches %d, which comes later: %v", i, j, sccs)
				}
			}
		}
	})
}

// A long chain, a deep nest, and a ladder that goes both ways: linear, no deep recursion.
func TestWTOLarge(t *testing.T) {
	const n = 50_000
	for _, shape := range []string{"chain", "nest", "ladder"} {
		p := NewProgram(lang.LP64, Machine)
		q := p.NewProc("f")
		p.Start = q
		last := q.Entry
		var ls []*Loc
		for range n {
			l := p.NewLoc(q, lang.Pos{})
			p.NewEdge(last, l, Skip{}, lang.Pos{})
			ls = append(ls, l)
			last = l
		}
		p.NewEdge(last, q.Exit, Skip{}, lang.Pos{})
		for i := range ls {
			switch {
			case shape == "nest" && i >= n/2:
				p.NewEdge(ls[i], ls[n-1-i], Skip{}, lang.Pos{})
			case shape == "ladder" && i > 0:
				p.NewEdge(ls[i], ls[i-1], Skip{}, lang.Pos{})
			}
		}
		p.Finish()
		if err := p.Check(); err != nil {
			t.Error(shape, err)
		}
		w := q.WTO()
		if got := len(w.Order); got != n+2 {
			t.Errorf("%s: %d locations", shape, got)
		}
		p.Liveness()
		p.Slice()
		p.Compact()
	}
}
