package cert

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// Weaken makes a proof of annotations that were guessed, such as those of an earlier version of the
// program: it drops formulas that a step does not prove, until what is left is inductive, in the way of
// Houdini (Flanagan and Leino, FME 2001); and it drops the errors that what is left does not exclude
// from what the certificate is about. A location that a step leads to, and that has no annotations, gets
// what the step began with, as far as it holds there. The certificate, which has no parts, is changed.
// That the errors at the ends of some edges are not reached is guessed to hold everywhere, besides.
// The error says why there is nothing left to prove, or that the context has ended. What Weaken leaves
// is to be checked as any certificate: it decides nothing.
func Weaken(ctx context.Context, p *cfa.Program, c *Certificate, errors []*cfa.Edge) error {
	if c.Runs != 0 || c.Paths != 0 || c.Unwind != 0 || c.Induction != 0 || len(c.Parts)+len(c.Obligations) > 0 {
		return &Error{Why: "it has no annotations that could be weakened"}
	}
	asked := map[int]bool{}
	for _, l := range c.Covers(p) {
		asked[l.ID] = true
	}
	q := p.Asking(func(l *cfa.Loc) bool { return asked[l.ID] })
	x := newChecker(ctx, q, c)
	w := &weakening{checker: x, queued: map[place]bool{}, reached: map[int]bool{}, most: map[place]int{}}
	x.weaker = w
	if err := x.structure(); err != nil {
		return err
	}
	if err := x.prepareInstances(); err != nil {
		return err
	}
	w.guess(errors)
	if err := w.run(); err != nil {
		return err
	}
	c.Targets = []int{}
	for _, l := range q.Errors {
		if !w.reached[l.ID] {
			c.Targets = append(c.Targets, l.ID)
			continue
		}
		for i := range c.Contexts { // now it is a place where runs end
			if c.Contexts[i].Proc == l.Proc.ID {
				w.insert(place{i, l}).Holds = []Annotation{{}}
			}
		}
	}
	slices.Sort(c.Targets)
	if len(c.Targets) == 0 {
		return &Error{Why: "what is left excludes no error"}
	}
	return nil
}

// weakening is what Weaken does where a check ends.
type weakening struct {
	*checker
	queue   []place // whose steps are to be proved
	queued  map[place]bool
	reached map[int]bool // errors that are not excluded
	present []*smt.Term  // the annotation that the step at hand began with
	most    map[place]int
}

// mostWeakened bounds how often annotations are weakened.
const mostWeakened = 20_000

func (w *weakening) push(at place) {
	if !w.queued[at] {
		w.queued[at] = true
		w.queue = append(w.queue, at)
	}
}

// mostWeakerContexts is how many contexts are tried for a call here, where most of them do not fit.
const mostWeakerContexts = 20

// mostGuesses bounds the conditions that are guessed to hold everywhere.
const mostGuesses = 40

// guess adds to the annotations that what leads to errors does not hold.
func (w *weakening) guess(errors []*cfa.Edge) {
	w.begin(nil)
	for _, e := range errors[:min(len(errors), mostGuesses)] {
		op, ok := e.Op.(*cfa.Assume)
		if !ok {
			continue
		}
		s := &state{}
		f := w.b.Not(w.reader(s).cond(op.Cond))
		if len(s.cond) > 0 || f.IsFalse() || w.admissible(f, e.From.Proc, true) != nil {
			continue
		}
		for i := range w.c.Contexts {
			c := &w.c.Contexts[i]
			if !w.speaksOf(f, w.p.Procs[c.Proc]) {
				continue
			}
			for k := range c.Points {
				for h := range c.Points[k].Holds {
					if a := &c.Points[k].Holds[h]; !slices.Contains(a.Conj, f) {
						a.Conj = append(slices.Clip(a.Conj), f)
					}
				}
			}
		}
	}
}

// speaksOf reports whether a formula speaks of nothing but what is global or of a procedure.
func (w *weakening) speaksOf(f *smt.Term, q *cfa.Proc) bool {
	for _, t := range w.constantsOf(f) {
		y, ok := w.symbol(t)
		if !ok || y.Var != nil && y.Var.Proc != nil && y.Var.Proc != q || y.Array != nil && y.Array.Proc != nil && y.Array.Proc != q {
			return false
		}
	}
	return true
}

func (w *weakening) run() *Error {
	start := w.p.Start.Entry
	if w.c.Contexts[0].Proc != w.p.Start.ID {
		return &Error{Why: "the first context is not that of the start"}
	}
	w.begin(nil)
	now := &view{
		variable: func(y Symbol) *smt.Term { return w.now(y.Var) },
		array:    func(y Symbol) *memory { return w.nowArray(y.Array) },
	}
	if f := w.leads(&state{}, now, w.at(0, start), nil); f != nil {
		if f.err != nil {
			return f.at(start.Out[0], "start")
		}
		if err := w.arrive(&state{}, now, place{0, start}); err != nil {
			return err
		}
	}
	for i := range w.c.Contexts {
		for _, pt := range w.c.Contexts[i].Points {
			if !pt.Pass {
				w.push(place{i, w.p.Locs[pt.Loc]})
			}
		}
	}
	for n := 0; len(w.queue) > 0; n++ {
		at := w.queue[0]
		w.queue = w.queue[1:]
		w.queued[at] = false
		if n > mostWeakened {
			return &Error{Why: "annotations were weakened too often"}
		}
		if pt := w.at(at.ctx, at.loc); pt != nil && !pt.Pass && at.loc.Error == nil {
			one := *pt // weakening may move and change it
			one.Holds = slices.Clone(pt.Holds)
			if err := w.steps(at.ctx, &one); err != nil {
				return err
			}
		}
	}
	return nil
}

// steps proves the steps from each annotation of a location.
func (w *weakening) steps(ctx int, pt *Point) *Error {
	all := pt.Holds
	for i := range all {
		one := *pt
		one.Holds = all[i : i+1]
		w.present = all[i].Conj
		if err := w.point(ctx, &one); err != nil {
			return err
		}
	}
	return nil
}

// arrive has an annotation at a place hold in a state.
func (w *weakening) arrive(s *state, v *view, at place) *Error {
	if err := w.stopped(); err != nil {
		return &Error{Pos: at.loc.Pos, Why: err.Error(), Err: err}
	}
	if at.loc.Error != nil {
		w.reached[at.loc.ID] = true
		return nil
	}
	pt := w.at(at.ctx, at.loc)
	if pt == nil || len(pt.Holds) == 0 {
		pt = w.insert(at)
		pt.Holds = []Annotation{{Conj: w.holding(s, v, at, w.present)}}
		w.changed(at)
		return nil
	}
	if w.most[at] == 0 {
		w.most[at] = 2*len(pt.Holds) + 2
	}
	var all []*smt.Term
	for _, h := range pt.Holds {
		for _, f := range h.Conj {
			if !slices.Contains(all, f) {
				all = append(all, f)
			}
		}
	}
	still := w.holding(s, v, at, all)
	if n := len(pt.Holds); n > 1 && n < w.most[at] {
		pt.Holds = append(pt.Holds, Annotation{Conj: still})
		w.changed(at)
		return nil
	}
	for _, h := range pt.Holds { // what all of them say
		still = slices.DeleteFunc(still, func(f *smt.Term) bool { return !slices.Contains(h.Conj, f) })
	}
	pt.Holds = []Annotation{{Conj: still}}
	w.changed(at)
	return nil
}

// holding are the formulas that hold in a state.
func (w *weakening) holding(s *state, v *view, at place, fs []*smt.Term) []*smt.Term {
	var out []*smt.Term
	for _, f := range fs {
		if w.admissible(f, at.loc.Proc, w.c.Contexts[at.ctx].Inline) != nil {
			continue
		}
		if w.leads(s, v, &Point{Loc: at.loc.ID, Holds: []Annotation{{Conj: []*smt.Term{f}}}}, nil) == nil {
			out = append(out, f)
		}
	}
	return out
}

// insert makes a place one with annotations.
func (w *weakening) insert(at place) *Point {
	ps := &w.c.Contexts[at.ctx].Points
	i, found := slices.BinarySearchFunc(*ps, at.loc.ID, func(p Point, id int) int { return p.Loc - id })
	if !found {
		*ps = slices.Insert(*ps, i, Point{})
	}
	(*ps)[i] = Point{Loc: at.loc.ID}
	return &(*ps)[i]
}

// changed has the steps proved again that rest on what holds at a place.
func (w *weakening) changed(at place) {
	w.push(at)
	for _, e := range at.loc.Out { // an instance says what holds in any context
		for i := range w.instances[e.ID] {
			w.instances[e.ID][i].says = nil
			for c := range w.c.Contexts {
				w.push(place{c, at.loc})
			}
		}
	}
	if at.loc != at.loc.Proc.Exit || w.c.Contexts[at.ctx].Inline {
		return
	}
	for i := range w.c.Contexts {
		for _, e := range at.loc.Proc.Callers {
			if w.c.Contexts[i].Proc == e.From.Proc.ID {
				w.push(place{i, e.From})
			}
		}
	}
}

// annotate makes a location that is passed one with an annotation, in the middle of a step.
func (w *weakening) annotate(s *state, at place) *Error {
	if pt := w.at(at.ctx, at.loc); pt != nil && !pt.Pass { // since this step has begun
		return w.settle(s, w.ownView(s), at)
	}
	w.insert(at)
	return w.arrive(s, w.ownView(s), at)
}

// settle is arrive where the annotation need not be weakened.
func (w *weakening) settle(s *state, v *view, at place) *Error {
	if f := w.leads(s, v, w.at(at.ctx, at.loc), nil); f == nil {
		return nil
	}
	return w.arrive(s, v, at)
}

// call enters a context of the callee: one whose entry holds, else the first one, which is weakened.
func (w *weakening) call(h *handed, e *cfa.Edge, from int, hint *Hint) *Error {
	q := h.call.Callee
	var all []int
	if hint != nil {
		for _, d := range hint.Callee {
			if d >= 0 && d < len(w.c.Contexts) && w.c.Contexts[d].Proc == q.ID && !w.c.Contexts[d].Inline {
				all = append(all, d)
			}
		}
	}
	all = append(all, w.contexts[q.ID]...)
	if len(all) == 0 {
		return &Error{Edge: e, Pos: e.Pos, Why: "nothing is said of a call of " + q.Name}
	}
	entry := w.atEntry(h)
	d := all[0]
	for k, c := range all {
		if k > mostWeakerContexts {
			break
		}
		if w.leads(h.s, entry, w.at(c, q.Entry), nil) == nil {
			return w.callBehind(h, e, from, c, hint)
		}
	}
	if err := w.arrive(h.s, entry, place{d, q.Entry}); err != nil {
		return err
	}
	return w.callBehind(h, e, from, d, hint)
}
