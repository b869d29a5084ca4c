// Weaken turns guessed annotations into a proof. It follows Houdini (Flanagan and Leino, FME 2001): drop
// the formulas that a step does not prove until the rest is inductive. It runs the checker's own steps, which call the
// methods of weakening where a check would fail. It decides nothing: its result is checked like any other certificate.

package cert

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// Weaken changes the certificate c, whose annotations are guesses, for example from an earlier version of the
// program, so that it becomes a proof. It drops formulas that a step does not prove, until the remaining ones are
// inductive. It restricts the certificate to the errors that the remaining formulas exclude. A location without
// annotations that a step reaches gets those formulas from the beginning of the step that hold there. The argument
// errors has edges that lead to errors; Weaken also guesses that their conditions are false everywhere. The
// certificate must not have parts. The error says why nothing is left to prove, or that the context has ended. The
// result must be checked like any certificate.
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
		for i := range c.Contexts { // an annotation without formulas: the certificate makes no claim about this error
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

// weakening is the state of Weaken.
type weakening struct {
	*checker
	queue   []place        // places whose steps must be proved
	queued  map[place]bool // the places in queue
	reached map[int]bool   // the IDs of the error locations that are not excluded
	present []*smt.Term    // the annotation from which the present step began
	most    map[place]int  // how many annotations a place may have before they are joined
}

// mostWeakened bounds how many times the steps from a place are proved.
const mostWeakened = 20_000

// push adds a place to the queue.
func (w *weakening) push(at place) {
	if !w.queued[at] {
		w.queued[at] = true
		w.queue = append(w.queue, at)
	}
}

// mostWeakerContexts bounds how many contexts are tried for a call. Most of them do not fit.
const mostWeakerContexts = 20

// mostGuesses bounds the number of conditions that guess adds.
const mostGuesses = 40

// guess adds to all annotations the guess that the conditions of the edges in the list errors are false.
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

// speaksOf reports whether all symbols of the formula are global or belong to q.
func (w *weakening) speaksOf(f *smt.Term, q *cfa.Proc) bool {
	for _, t := range w.constantsOf(f) {
		y, ok := w.symbol(t)
		if !ok || y.Var != nil && y.Var.Proc != nil && y.Var.Proc != q || y.Array != nil && y.Array.Proc != nil && y.Array.Proc != q {
			return false
		}
	}
	return true
}

// run proves the steps from all places and weakens annotations until no place is queued.
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
			one := *pt // weakening may move and change the point
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

// arrive makes an annotation at a place hold in the state s. It adds an annotation there as long as there may be more,
// and otherwise joins all of them into one, which has the formulas that all of them and the state have in common.
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
	for _, h := range pt.Holds { // keep the formulas that all annotations contain
		still = slices.DeleteFunc(still, func(f *smt.Term) bool { return !slices.Contains(h.Conj, f) })
	}
	pt.Holds = []Annotation{{Conj: still}}
	w.changed(at)
	return nil
}

// holding returns the formulas among fs that hold in the state and are admissible at the place.
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

// insert replaces the point of a place by an empty one, which it returns.
func (w *weakening) insert(at place) *Point {
	ps := &w.c.Contexts[at.ctx].Points
	i, found := slices.BinarySearchFunc(*ps, at.loc.ID, func(p Point, id int) int { return p.Loc - id })
	if !found {
		*ps = slices.Insert(*ps, i, Point{})
	}
	(*ps)[i] = Point{Loc: at.loc.ID}
	return &(*ps)[i]
}

// changed queues the places whose steps depend on the annotations at a place.
func (w *weakening) changed(at place) {
	w.push(at)
	for _, e := range at.loc.Out { // instances depend on the annotations of all contexts at this location
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

// annotate gives an annotation to a location that was passed, in the middle of a step.
func (w *weakening) annotate(s *state, at place) *Error {
	if pt := w.at(at.ctx, at.loc); pt != nil && !pt.Pass { // another path of this step has annotated the place
		return w.settle(s, w.ownView(s), at)
	}
	w.insert(at)
	return w.arrive(s, w.ownView(s), at)
}

// settle calls arrive unless an annotation holds already.
func (w *weakening) settle(s *state, v *view, at place) *Error {
	if f := w.leads(s, v, w.at(at.ctx, at.loc), nil); f == nil {
		return nil
	}
	return w.arrive(s, v, at)
}

// call enters a context of the callee: one whose annotation at the entry holds or, if none of those tried does, the
// first, which is weakened.
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
