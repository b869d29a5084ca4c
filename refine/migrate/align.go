// The correspondence of two versions of a program.

package migrate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Alignment is the correspondence between two programs, by ID: Vars[i] is the variable of the new program that
// corresponds to variable i of the old one, or -1. No two variables have the same image. The other slices are
// analogous.
type Alignment struct {
	Vars, Arrays, Procs, Locs, Edges, Objects []int
	// Numbers maps constants and addresses of the old program, as numbers, to the numbers in their place in most
	// corresponding operations. It includes addresses whose offset in the object has not changed.
	Numbers map[int64]int64
}

// Align finds the correspondence of two versions of a program. Procedures correspond by name, the remaining ones by
// their text. Within two procedures, equal operations correspond in the order of the text (common); between these,
// operations correspond that differ only in names and numbers. Variables and locations correspond if most of these
// operations suggest it.
func Align(old, now *Shape) *Alignment {
	x := &aligner{old: newVersion(old), now: newVersion(now), numbers: map[string]int{}, constants: *newVotes(0)}
	x.procs()
	x.vars, x.arrays, x.objects = newVotes(len(old.Vars)), newVotes(len(old.Arrays)), newVotes(len(old.Objects))
	x.locs, x.edges = newVotes(len(old.Locs)), unmapped(len(old.Edges))
	for q, r := range x.pairs {
		if r >= 0 {
			x.procedure(q, r)
		}
	}
	x.sameNames(x.vars, old.Vars, now.Vars)
	x.sameNames(x.arrays, old.Arrays, now.Arrays)
	x.sameNames(x.objects, objectNames(old), objectNames(now))
	a := &Alignment{
		Vars: x.vars.decide(), Arrays: x.arrays.decide(), Procs: x.pairs, Locs: x.locs.decide(), Edges: x.edges,
		Objects: x.objects.decide(), Numbers: x.decided(),
	}
	for e, f := range a.Edges {
		if f >= 0 && a.Locs[old.Edges[e].From] != now.Edges[f].From {
			a.Edges[e] = -1
		}
	}
	return a
}

// version is a program's shape, with its operations split into tokens.
type version struct {
	*Shape
	ops    [][]string // tokens of each edge
	bodies [][]int    // edges of each procedure, in the order of the text
}

func newVersion(s *Shape) *version {
	v := &version{Shape: s, bodies: make([][]int, len(s.Procs))}
	for id, e := range s.Edges {
		v.ops = append(v.ops, strings.Fields(e.Op))
		q := s.Locs[e.From].Proc
		v.bodies[q] = append(v.bodies[q], id)
	}
	for _, b := range v.bodies {
		slices.SortStableFunc(b, func(e, f int) int { return cmp.Compare(s.Edges[e].From, s.Edges[f].From) })
	}
	return v
}

type aligner struct {
	old, now *version
	pairs    []int // image of each old procedure

	vars, arrays, objects, locs *votes

	edges     []int
	numbers   map[string]int // numbers of texts, so that texts are compared as integers
	constants votes          // votes for constants, by the number of their text
	texts     []string       // texts by their number
}

func (x *aligner) number(text string) int {
	k, ok := x.numbers[text]
	if !ok {
		k = len(x.numbers)
		x.numbers[text] = k
		x.texts = append(x.texts, text)
	}
	return k
}

// procs matches procedures by name, and the remaining ones by their text without names.
func (x *aligner) procs() {
	x.pairs = unmapped(len(x.old.Procs))
	taken := make([]bool, len(x.now.Procs))
	pair := func(by func(v *version, q int) string) {
		is := map[string]int{}
		for r := range x.now.Procs {
			if key := by(x.now, r); !taken[r] && key != "" {
				if _, twice := is[key]; twice {
					is[key] = -1
				} else {
					is[key] = r
				}
			}
		}
		for q := range x.old.Procs {
			if r, ok := is[by(x.old, q)]; ok && r >= 0 && !taken[r] && x.pairs[q] < 0 {
				x.pairs[q], taken[r] = r, true
			}
		}
	}
	pair(func(v *version, q int) string { return v.Procs[q].Name })
	pair(func(v *version, q int) string {
		var b strings.Builder
		for _, e := range v.bodies[q] {
			b.WriteString(v.outline(e))
		}
		return b.String()
	})
}

// named returns an operation as text with the names of its variables, arrays and objects.
func (x *aligner) named(v *version, e int) string {
	return v.text(e, func(t string) string {
		switch id := number(t); t[0] {
		case markVar:
			return v.Vars[id].text()
		case markArray:
			return v.Arrays[id].text()
		case markObject:
			n, _ := v.value(t)
			return v.Objects[id].place(n - v.Objects[id].Base)
		case markProc:
			if v == x.old {
				id = x.pairs[id]
			}
			return "p" + strconv.Itoa(id)
		}
		return t
	})
}

// text returns the name if the program gave it, and the kind.
func (n *Name) text() string {
	if n.Temp {
		return n.Kind
	}
	return n.Name + " " + n.Kind
}

// outline returns an operation as text without names and numbers.
func (v *version) outline(e int) string {
	return v.text(e, func(t string) string {
		switch t[0] {
		case markVar:
			return v.Vars[number(t)].Kind
		case markArray:
			return v.Arrays[number(t)].Kind
		case markText:
			return t
		case markObject, markNumber:
			return "#"
		}
		return t[:1]
	})
}

// text writes an operation, with each token t replaced by of(t), and the kind of error that it leads to.
func (v *version) text(e int, of func(string) string) string {
	var b strings.Builder
	for _, t := range v.ops[e] {
		b.WriteString(of(t))
		b.WriteByte('\n')
	}
	b.WriteString(v.Locs[v.Edges[e].To].Error)
	b.WriteByte('\f')
	return b.String()
}

// procedure matches the operations of two procedures.
func (x *aligner) procedure(q, r int) {
	p, s := x.old.Procs[q], x.now.Procs[r]
	x.locs.add(p.Entry, s.Entry, certain)
	x.locs.add(p.Exit, s.Exit, certain)
	a, b := x.old.bodies[q], x.now.bodies[r]
	sequence := func(es []int, of func(e int) string) []int {
		out := make([]int, len(es))
		for i, e := range es {
			out[i] = x.number(of(e))
		}
		return out
	}
	named := func(v *version) func(int) string { return func(e int) string { return x.named(v, e) } }
	same := common(sequence(a, named(x.old)), sequence(b, named(x.now)))
	i, j := 0, 0
	for _, p := range append(same, [2]int{len(a), len(b)}) {
		between, other := a[i:p[0]], b[j:p[1]]
		for _, c := range common(sequence(between, x.old.outline), sequence(other, x.now.outline)) {
			x.match(between[c[0]], other[c[1]])
		}
		if p[0] < len(a) {
			x.match(a[p[0]], b[p[1]])
		}
		i, j = p[0]+1, p[1]+1
	}
}

// match records that two edges correspond, and the resulting votes.
func (x *aligner) match(e, f int) {
	x.edges[e] = f
	x.locs.add(x.old.Edges[e].From, x.now.Edges[f].From, 2)
	x.locs.add(x.old.Edges[e].To, x.now.Edges[f].To, 2)
	s := x.now.ops[f]
	for i, t := range x.old.ops[e] { // corresponding edges have the same number of tokens
		if t[0] != s[i][0] {
			continue
		}
		switch id, image := number(t), number(s[i]); t[0] {
		case markVar:
			x.vars.add(id, image, likeness(x.old.Vars[id], x.now.Vars[image]))
		case markArray:
			x.arrays.add(id, image, likeness(x.old.Arrays[id], x.now.Arrays[image]))
		case markObject:
			x.objects.add(id, image, 1)
			x.constants.add(x.number(t), x.number(s[i]), 1)
		case markNumber:
			x.constants.add(x.number(t), x.number(s[i]), 1)
		}
	}
}

// decided returns the map Alignment.Numbers: constants and addresses of the old program with the numbers that
// correspond to them.
func (x *aligner) decided() map[int64]int64 {
	x.constants.n = len(x.texts)
	out := map[int64]int64{}
	for from, to := range x.constants.decide() {
		if to < 0 {
			continue
		}
		a, ok := x.old.value(x.texts[from])
		if b, too := x.now.value(x.texts[to]); ok && too {
			out[a] = b
		}
	}
	return out
}

// value returns the number or the address in a token.
func (s *Shape) value(token string) (int64, bool) {
	if token[0] != markObject {
		n, err := strconv.ParseInt(token[1:], 10, 64)
		return n, err == nil
	}
	_, offset, _ := strings.Cut(token, "+")
	n, err := strconv.ParseInt(offset, 10, 64)
	return s.Objects[number(token)].Base + n, err == nil
}

// likeness returns the weight of a vote that a and b correspond; 0 if they cannot.
func likeness(a, b Name) int {
	switch {
	case a.Kind != b.Kind || (a.Proc < 0) != (b.Proc < 0):
		return 0
	case a.Name == b.Name:
		return 3
	}
	return 1
}

// sameNames adds votes for elements with the same name.
func (x *aligner) sameNames(v *votes, old, now []Name) {
	is := map[Name][]int{}
	for i, n := range now {
		is[n] = append(is[n], i)
	}
	for i, n := range old {
		if n.Proc >= 0 {
			if n.Proc = x.pairs[n.Proc]; n.Proc < 0 {
				continue
			}
		}
		if same := is[n]; len(same) > 0 {
			v.add(i, same[0], 1)
			is[n] = same[1:]
		}
	}
}

// objectNames returns the names of objects.
func objectNames(s *Shape) []Name {
	out := make([]Name, len(s.Objects))
	for i, o := range s.Objects {
		out[i] = Name{Name: o.Name, Proc: -1}
	}
	return out
}

func unmapped(n int) []int { return slices.Repeat([]int{-1}, n) }

// certain outweighs all votes of the operations of a procedure.
const certain = 1 << 30

// votes counts suggestions of what corresponds to what.
type votes struct {
	list []vote
	at   map[[2]int]int
	n    int
}

type vote struct {
	from, to, count int
}

func newVotes(n int) *votes { return &votes{at: map[[2]int]int{}, n: n} }

func (v *votes) add(from, to, count int) {
	if count == 0 {
		return
	}
	k, ok := v.at[[2]int{from, to}]
	if !ok {
		k = len(v.list)
		v.at[[2]int{from, to}] = k
		v.list = append(v.list, vote{from: from, to: to})
	}
	v.list[k].count += count
}

// decide returns a one-to-one correspondence, choosing pairs with the most votes first.
func (v *votes) decide() []int {
	slices.SortStableFunc(v.list, func(a, b vote) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	out, taken := unmapped(v.n), map[int]bool{}
	for _, x := range v.list {
		if out[x.from] < 0 && !taken[x.to] {
			out[x.from], taken[x.to] = x.to, true
		}
	}
	return out
}
