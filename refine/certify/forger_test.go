package certify

import (
	"math/rand/v2"
	"slices"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// forger makes certificates for a program that are wrong: it takes genuine ones and changes what they
// say, where, of whom, and how they are to be used. None of them may be accepted for a program that
// has a run to an error; whether they say something sensible does not matter. Changes know nothing
// of how the checker works, but all that a file can hold is changed.
type forger struct {
	p    *cfa.Program
	r    *rand.Rand
	b    *smt.Builder
	c    *cert.Certificate
	vars []*cfa.Var // of the program, and the certificate's ghosts
}

// newForger returns a forger of certificates for a program.
func newForger(p *cfa.Program, r *rand.Rand) *forger { return &forger{p: p, r: r} }

// forge returns a certificate that differs from the one given in a few ways, and their names. Its
// builder is the given one's.
func (f *forger) forge(from *cert.Certificate) (c *cert.Certificate, how []string) {
	f.c, f.b = clone(from), from.Builder
	f.vars = cert.Extend(f.p, from.Ghosts+f.r.IntN(2)).Vars
	for range []int{1, 1, 2, 3}[f.r.IntN(4)] {
		k := kinds[f.r.IntN(len(kinds))]
		how = append(how, k.name)
		k.change(f)
	}
	return f.c, how
}

// forgerNames lists the ways in which certificates are changed.
func forgerNames() []string {
	var out []string
	for _, k := range kinds {
		if !slices.Contains(out, k.name) {
			out = append(out, k.name)
		}
	}
	return out
}

type kind struct {
	name   string
	change func(f *forger)
}

var kinds = []kind{
	{"planted", (*forger).plant},
	{"planted", (*forger).plant},
	{"planted", (*forger).plant},
	{"planted", (*forger).plant},
	{"planted", (*forger).plant},
	{"formula", (*forger).edit},
	{"formula", (*forger).edit},
	{"truth value", (*forger).constant},
	{"formula dropped", (*forger).weaken},
	{"annotation", (*forger).annotation},
	{"location", (*forger).location},
	{"swapped", (*forger).swap},
	{"hint", (*forger).hint},
	{"context", (*forger).context},
	{"inlined", (*forger).inline},
	{"induction", (*forger).induction},
	{"unwinding", (*forger).unwinding},
	{"head", (*forger).head},
	{"instance", (*forger).instance},
	{"targets", (*forger).targets},
	{"parts", (*forger).parts},
}

// clone shares formulas, which nobody changes, and nothing else.
func clone(c *cert.Certificate) *cert.Certificate {
	d := *c
	d.Contexts = slices.Clone(c.Contexts)
	for i := range d.Contexts {
		x := &d.Contexts[i]
		x.Points = slices.Clone(x.Points)
		for k := range x.Points {
			x.Points[k].Holds = annotations(x.Points[k].Holds)
		}
	}
	d.Instances = slices.Clone(c.Instances)
	d.Heads = slices.Clone(c.Heads)
	for i := range d.Heads {
		d.Heads[i].Holds = slices.Clone(d.Heads[i].Holds)
	}
	return &d
}

func annotations(as []cert.Annotation) []cert.Annotation {
	out := slices.Clone(as)
	for i := range out {
		out[i].Conj = slices.Clone(out[i].Conj)
		out[i].Next = slices.Clone(out[i].Next)
	}
	return out
}

// point is any point, or nil.
func (f *forger) point() *cert.Point {
	if len(f.c.Contexts) == 0 {
		return nil
	}
	x := &f.c.Contexts[f.r.IntN(len(f.c.Contexts))]
	if len(x.Points) == 0 {
		return nil
	}
	return &x.Points[f.r.IntN(len(x.Points))]
}

// somewhere is any annotation, or nil.
func (f *forger) somewhere() *cert.Annotation {
	for range 8 {
		if p := f.point(); p != nil && len(p.Holds) > 0 {
			return &p.Holds[f.r.IntN(len(p.Holds))]
		}
	}
	return nil
}

// plant says the same of all locations, in addition to what is said, and has errors annotated so:
// mostly something that never holds. If it is thought to hold where it is to be proved, all follows
// from it where it is used.
func (f *forger) plant() {
	said := f.comparison()
	if f.chance(2) {
		said = f.formula(1 + f.r.IntN(3))
	}
	for n := 0; n < 30 && !f.never(said); n++ {
		said = f.comparison()
		if f.chance(3) {
			said = f.formula(1 + f.r.IntN(3))
		}
	}
	alone := f.chance(2)
	for i := range f.c.Contexts {
		x := &f.c.Contexts[i]
		for k := range x.Points {
			for j := range x.Points[k].Holds {
				a := &x.Points[k].Holds[j]
				if alone {
					a.Conj = nil
				}
				a.Conj = append(a.Conj, said)
			}
		}
		for _, l := range f.p.Locs {
			if l.Error != nil && l.Proc.ID == x.Proc {
				x.Points = slices.DeleteFunc(x.Points, func(p cert.Point) bool { return p.Loc == l.ID })
				x.Points = append(x.Points, cert.Point{Loc: l.ID, Holds: []cert.Annotation{{Conj: []*smt.Term{said}}}})
			}
		}
		f.sort(x)
	}
}

// never reports whether a formula seems to hold nowhere, though nobody sees it at once.
func (f *forger) never(g *smt.Term) bool {
	if g.IsFalse() {
		return false
	}
	for range 4 {
		m := smt.NewModel(f.b)
		for _, v := range smt.FreeVars(g) {
			if v.Sort().Kind == smt.Int {
				m.Set(v, f.b.IntNum(int64(f.r.IntN(7)-2)))
			}
		}
		if holds, err := m.Holds(g); holds || err != nil {
			return false
		}
	}
	return true
}

func (f *forger) sort(x *cert.Context) {
	slices.SortStableFunc(x.Points, func(p, q cert.Point) int { return p.Loc - q.Loc })
}

// edit changes a formula, in one place or wherever it is.
func (f *forger) edit() {
	a := f.somewhere()
	if a == nil || len(a.Conj) == 0 {
		return
	}
	k := f.r.IntN(len(a.Conj))
	from := a.Conj[k]
	to := f.changed(from)
	if f.chance(2) {
		a.Conj[k] = to
		return
	}
	for i := range f.c.Contexts {
		for _, p := range f.c.Contexts[i].Points {
			for _, a := range p.Holds {
				for k, g := range a.Conj {
					if g == from {
						a.Conj[k] = to
					}
				}
			}
		}
	}
}

func (f *forger) constant() {
	if a := f.somewhere(); a != nil && len(a.Conj) > 0 {
		a.Conj[f.r.IntN(len(a.Conj))] = f.b.Bool(f.chance(2))
	}
}

func (f *forger) weaken() {
	if a := f.somewhere(); a != nil && len(a.Conj) > 0 {
		k := f.r.IntN(len(a.Conj))
		a.Conj = slices.Delete(a.Conj, k, k+1)
	}
}

// annotation drops an annotation, or adds one: nothing, another one's or a random one.
func (f *forger) annotation() {
	p := f.point()
	if p == nil {
		return
	}
	switch n := len(p.Holds); {
	case n > 0 && f.chance(2):
		k := f.r.IntN(n)
		p.Holds = slices.Delete(p.Holds, k, k+1)
	case f.chance(3):
		p.Holds = append(p.Holds, cert.Annotation{})
	case f.chance(2):
		p.Holds = append(p.Holds, cert.Annotation{Conj: []*smt.Term{f.formula(2)}})
	default:
		if a := f.somewhere(); a != nil {
			p.Holds = append(p.Holds, annotations([]cert.Annotation{*a})...)
		}
	}
}

// location leaves a location out, passes it, or passes it no more; or names one that need not be
// there.
func (f *forger) location() {
	p := f.point()
	if p == nil {
		return
	}
	switch f.r.IntN(5) {
	case 0:
		x := &f.c.Contexts[f.r.IntN(len(f.c.Contexts))]
		if n := len(x.Points); n > 0 {
			k := f.r.IntN(n)
			x.Points = slices.Delete(x.Points, k, k+1)
		}
	case 1:
		p.Pass, p.Holds = true, nil
	case 2:
		p.Pass, p.Holds = false, []cert.Annotation{{}}
	case 3:
		p.Holds = nil
	default:
		p.Loc = f.r.IntN(len(f.p.Locs)+2) - 1
		for i := range f.c.Contexts {
			f.sort(&f.c.Contexts[i])
		}
	}
}

// swap exchanges what is said of two locations, of one context or of two.
func (f *forger) swap() {
	if p, q := f.point(), f.point(); p != nil && q != nil {
		p.Holds, q.Holds = q.Holds, p.Holds
		p.Pass, q.Pass = q.Pass, p.Pass
	}
}

func (f *forger) anyInt(below int) int { return f.r.IntN(below+3) - 1 }

func (f *forger) hint() {
	a := f.somewhere()
	if a == nil {
		return
	}
	h := cert.Hint{Edge: f.anyInt(len(f.p.Edges))}
	for range f.r.IntN(4) {
		h.To = append(h.To, cert.Target{Loc: f.anyInt(len(f.p.Locs)), Index: f.anyInt(3)})
		h.Callee = append(h.Callee, f.anyInt(len(f.c.Contexts)))
	}
	if n := len(a.Next); n > 0 && f.chance(2) {
		h.Edge = a.Next[f.r.IntN(n)].Edge
	}
	a.Next = append([]cert.Hint{h}, a.Next...)
}

// context drops, doubles or exchanges contexts, or says that one is of another procedure.
func (f *forger) context() {
	n := len(f.c.Contexts)
	if n == 0 {
		f.c.Contexts = append(f.c.Contexts, cert.Context{Proc: f.p.Start.ID})
		return
	}
	i, k := f.r.IntN(n), f.r.IntN(n)
	switch f.r.IntN(5) {
	case 0:
		f.c.Contexts = slices.Delete(f.c.Contexts, i, i+1)
	case 1:
		f.c.Contexts = append(f.c.Contexts, clone(&cert.Certificate{Contexts: f.c.Contexts[i : i+1]}).Contexts...)
	case 2:
		f.c.Contexts[i], f.c.Contexts[k] = f.c.Contexts[k], f.c.Contexts[i]
	case 3:
		f.c.Contexts[i].Proc = f.anyInt(len(f.p.Procs))
	default:
		f.c.Contexts[i].Points, f.c.Contexts[k].Points = f.c.Contexts[k].Points, f.c.Contexts[i].Points
	}
}

// inline has a context inlined, somewhere, or no more.
func (f *forger) inline() {
	n := len(f.c.Contexts)
	if n == 0 {
		return
	}
	x := &f.c.Contexts[f.r.IntN(n)]
	if x.Inline && f.chance(2) {
		x.Inline = false
		return
	}
	x.Inline, x.Parent, x.Call = true, f.anyInt(n), f.anyInt(len(f.p.Edges))
	var calls []*cfa.Edge
	for _, q := range f.p.Procs {
		calls = append(calls, q.Calls...)
	}
	if len(calls) > 0 && !f.chance(4) {
		x.Call = calls[f.r.IntN(len(calls))].ID
	}
}

func (f *forger) induction() { f.c.Induction = f.r.IntN(5) - 1 }

func (f *forger) unwinding() {
	f.c.Unwind = f.r.IntN(5) - 1
	if f.chance(2) {
		f.c.Contexts = nil
	}
}

// head claims something of a loop head, or of another location.
func (f *forger) head() {
	switch n := len(f.c.Heads); {
	case n > 0 && f.chance(3):
		k := f.r.IntN(n)
		f.c.Heads = slices.Delete(f.c.Heads, k, k+1)
		return
	case n > 0 && f.chance(2):
		h := &f.c.Heads[f.r.IntN(n)]
		if m := len(h.Holds); m > 0 {
			k := f.r.IntN(m)
			h.Holds[k] = f.changed(h.Holds[k])
		}
		return
	}
	at := f.anyInt(len(f.p.Locs))
	for _, l := range f.p.Locs {
		if l.LoopHead && f.chance(2) {
			at = l.ID
		}
	}
	f.c.Heads = append(f.c.Heads, cert.Head{Loc: at, Holds: []*smt.Term{f.formula(2)}})
	if f.c.Induction <= 0 && !f.chance(4) {
		f.c.Induction = 1 + f.r.IntN(3)
	}
}

// instance uses what holds for a variable for a term.
func (f *forger) instance() {
	if n := len(f.c.Instances); n > 0 && f.chance(3) {
		i := &f.c.Instances[f.r.IntN(n)]
		if i.With = slices.Clone(i.With); len(i.With) == 0 || f.chance(3) { // for one more variable
			i.With = append(i.With, cert.Value{Ghost: f.anyInt(len(f.p.Vars) + f.c.Ghosts), Term: f.integer(1)})
		} else {
			i.With[f.r.IntN(len(i.With))].Term = f.integer(1)
		}
		return
	}
	if f.chance(3) {
		f.c.Ghosts = f.r.IntN(4) - 1
	}
	if !f.chance(4) { // for the variable that some formula is about
		if a := f.somewhere(); a != nil && len(a.Conj) > 0 && len(f.p.Vars) > 0 {
			v := f.p.Vars[f.r.IntN(len(f.p.Vars))]
			for range 2 {
				f.c.Instances = append(f.c.Instances, cert.Instance{Edge: f.r.IntN(len(f.p.Edges)), With: []cert.Value{{Ghost: v.ID, Term: f.integer(1)}}})
			}
			return
		}
	}
	f.c.Instances = append(f.c.Instances, cert.Instance{
		Edge: f.anyInt(len(f.p.Edges)), With: []cert.Value{{Ghost: f.anyInt(len(f.p.Vars) + f.c.Ghosts), Term: f.integer(2)}},
	})
}
