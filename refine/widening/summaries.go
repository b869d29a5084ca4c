package widening

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/mc/unions"
	"github.com/whet-mc/whet/numeric"
)

// Programs with recursion are explored by procedure summaries first: package mc's tabulation, in which an element at a location
// relates the values there to those at the entry of the procedure, and its exits are the summary that is combined with each call. Calls
// that are written out (package dag) are more precise where there is no recursion, since they keep what the caller knows; but
// they end where a procedure is entered again.
//
// Three things make the fixpoint finite: states at loop heads and behind recursive calls are widened, one at a location
// of an activation; so are the states with which a recursive procedure is entered, once it has been entered with enough of them. Every
// cycle of the tabulation passes one of these places: exits come back behind a call, entries go through one.

const (
	exactMerges  = 2  // joins at a place before it is widened
	exactEntries = 24 // states that a recursive procedure is entered with before they are widened
)

// summaries is the domain: disjuncts of package unions, joined.
type summaries[E numeric.Element[E]] struct {
	prog    *cfa.Program
	dom     *unions.Domain[E] // not embedded: its index is for unions
	layouts *cells.Layouts
	heads   map[*cfa.Loc]bool // where states are widened
	bounds  map[*cfa.Loc][]linear.Constraint
	apart   map[*cfa.Loc]bool // where states are not joined; never a head
	delay   int               // factor of the constants above
	unroll  int               // states at a head that are not joined with others

	merges  map[mc.State]int // that led to a state
	newest  mc.State         // that was not joined
	loose   map[*cfa.Loc]int // states at a head that were not joined, over all activations
	entries map[*cfa.Proc]*entered[E]
	seeds   bool
}

// entered are the states that a recursive procedure was entered with.
type entered[E numeric.Element[E]] struct {
	exact []*unions.State[E]
	last  *unions.State[E] // not nil: all further ones are widened into it

	// asked has what was answered, by the key of what was asked for: the same question has the same answer, although last grows.
	asked map[uint64][]answered[E]
}

type answered[E numeric.Element[E]] struct {
	asked, given *unions.State[E]
}

func newSummaries[E numeric.Element[E]](p *cfa.Program, d numeric.Domain[E], prec *cells.Precision, o unions.Options[E], seeds bool) *summaries[E] {
	s := &summaries[E]{
		prog: p, dom: unions.New(p, d, prec, o), layouts: cells.NewLayouts(p, prec), delay: 1, seeds: seeds,
		heads: map[*cfa.Loc]bool{}, apart: map[*cfa.Loc]bool{}, bounds: map[*cfa.Loc][]linear.Constraint{},
	}
	for _, l := range p.Locs {
		if l.LoopHead {
			s.heads[l] = true
		}
	}
	for _, e := range p.Edges {
		if c, ok := e.Op.(*cfa.Call); ok && c.Callee.Recursive && e.From.Proc.Recursive {
			s.heads[e.To] = true
		}
	}
	s.begin()
	return s
}

// begin forgets what an exploration has left.
func (d *summaries[E]) begin() {
	d.merges = map[mc.State]int{}
	d.loose = map[*cfa.Loc]int{}
	d.entries = map[*cfa.Proc]*entered[E]{}
}

// limits are the bounds of a widening in a procedure.
func (d *summaries[E]) limits(q *cfa.Proc, at *cfa.Loc) []linear.Constraint {
	l := d.layouts.Of(q)
	cs := l.Ranges()
	if d.seeds {
		cs = append(cs, dag.Conditions(d.prog, l)...)
	}
	return append(cs, d.bounds[at]...)
}

// Start implements mc.Domain, as do the methods below.
func (d *summaries[E]) Start(p *cfa.Program) mc.State { return d.dom.Start(p) }

// Post is that of unions.
func (d *summaries[E]) Post(s mc.State, e *cfa.Edge) []mc.State { return d.dom.Post(s, e) }

// Return is that of unions.
func (d *summaries[E]) Return(caller mc.State, call *cfa.Edge, entry, exit mc.State) []mc.State {
	return d.dom.Return(caller, call, entry, exit)
}

// Covers is that of unions.
func (d *summaries[E]) Covers(old, new mc.State) bool { return d.dom.Covers(old, new) }

// Key is that of unions.
func (d *summaries[E]) Key(s mc.State) uint64 { return d.dom.Key(s) }

// Equal is that of unions.
func (d *summaries[E]) Equal(a, b mc.State) bool { return d.dom.Equal(a, b) }

// Merge implements mc.Domain: the join, or the widening.
func (d *summaries[E]) Merge(old, new mc.State, at *cfa.Loc) (mc.State, bool) {
	if at.Error != nil || d.apart[at] {
		return d.dom.Merge(old, new, at) // where that loses nothing
	}
	s, t := old.(*unions.State[E]), new.(*unions.State[E])
	n := d.merges[old]
	if d.heads[at] && n == 0 && (d.newest == new || d.loose[at] < d.unroll) {
		if d.newest != new { // it is compared with all that there are
			d.newest = new
			d.loose[at]++
		}
		return nil, false
	}
	e := s.Elem.Join(t.Elem)
	if d.heads[at] && n >= exactMerges*d.delay {
		e = s.Elem.WidenUpTo(e, d.limits(at.Proc, at))
	}
	u := &unions.State[E]{Layout: s.Layout, Elem: e}
	delete(d.merges, old)
	d.merges[u] = n + 1
	return u, true
}

// Enter implements mc.Domain. What a recursive procedure is entered with is widened in the end; an entry that contains the one that is
// asked for serves as well.
func (d *summaries[E]) Enter(s mc.State, call *cfa.Edge) (mc.State, bool) {
	x, ok := d.dom.Enter(s, call)
	q := call.Op.(*cfa.Call).Callee
	if !ok || !q.Recursive {
		return x, ok
	}
	t := x.(*unions.State[E])
	e := d.entries[q]
	if e == nil {
		e = &entered[E]{asked: map[uint64][]answered[E]{}}
		d.entries[q] = e
	}
	key := d.Key(t)
	for _, k := range e.asked[key] {
		if d.Equal(k.asked, t) {
			return k.given, true
		}
	}
	given := d.given(e, t, q)
	e.asked[key] = append(e.asked[key], answered[E]{t, given})
	return given, true
}

// given is the entry that one not asked for before is replaced by.
func (d *summaries[E]) given(e *entered[E], t *unions.State[E], q *cfa.Proc) *unions.State[E] {
	switch {
	case e.last == nil && len(e.exact) < exactEntries*d.delay:
		e.exact = append(e.exact, t)
		return t
	case e.last == nil:
		all := t.Elem
		for _, k := range e.exact {
			all = all.Join(k.Elem)
		}
		e.last = &unions.State[E]{Layout: t.Layout, Elem: all}
	case !t.Elem.Leq(e.last.Elem):
		all := e.last.Elem.WidenUpTo(e.last.Elem.Join(t.Elem), d.limits(q, q.Entry))
		e.last = &unions.State[E]{Layout: t.Layout, Elem: all}
	}
	return e.last
}

// trace is a path followed by itself: what the domain knows of it without what other paths lead to.
type trace[E numeric.Element[E]] struct {
	at     *unions.State[E]
	frames []awaited[E]
}

type awaited[E numeric.Element[E]] struct {
	caller, entry *unions.State[E]
}

const mostTraces = 12 // cases that a path is followed in

// follow computes the states along a path, and calls see with each. It reports whether the path can be taken as far as the domain knows.
func (d *summaries[E]) follow(path cfa.Path, see func(*cfa.Loc, *unions.State[E])) bool {
	traces := []trace[E]{{at: d.dom.Start(d.prog).(*unions.State[E])}}
	for _, st := range path {
		var next []trace[E]
		for _, t := range traces {
			var out []mc.State
			frames := t.frames
			switch st.Kind {
			case cfa.Enter:
				if e, ok := d.dom.Enter(t.at, st.Edge); ok {
					out = []mc.State{e}
					frames = append(slices.Clip(frames), awaited[E]{t.at, e.(*unions.State[E])})
				}
			case cfa.Return:
				f := frames[len(frames)-1]
				frames = frames[:len(frames)-1]
				out = d.dom.Return(f.caller, st.Edge, f.entry, t.at)
			default:
				out = d.dom.Post(t.at, st.Edge)
			}
			for _, s := range out {
				next = append(next, trace[E]{s.(*unions.State[E]), frames})
			}
		}
		if len(next) > mostTraces {
			return true // not known
		}
		if traces = next; len(traces) == 0 {
			return false
		}
		for _, t := range traces {
			see(st.Target(), t.at)
		}
	}
	return true
}

const (
	mostBounds = 200 // of one place
	mostApart  = 12  // merges that one error path undoes
)

// learn makes the domain more precise for a path that cannot be taken: the widenings on it keep what the path by itself satisfies, where
// all else does as well, and joins on it are undone. It reports whether anything is new.
func (d *summaries[E]) learn(path cfa.Path, nodes []*mc.Node) (bounds, apart []*cfa.Loc) {
	excluded := !d.follow(path, func(l *cfa.Loc, s *unions.State[E]) {
		if !d.heads[l] && !(l == l.Proc.Entry && l.Proc.Recursive) {
			return
		}
		for _, c := range s.Elem.Constraints() {
			halves := []linear.Constraint{c}
			if c.Rel == linear.EQ {
				halves = []linear.Constraint{{Expr: c.Expr, Rel: linear.LE}, {Expr: c.Expr.Neg(), Rel: linear.LE}}
			}
			for _, h := range halves {
				if h = h.Tighten(); len(d.bounds[l]) < mostBounds && !slices.ContainsFunc(d.bounds[l], h.Equal) {
					d.bounds[l] = append(d.bounds[l], h)
					if !slices.Contains(bounds, l) {
						bounds = append(bounds, l)
					}
				}
			}
		}
	})
	if !excluded {
		return nil, nil
	}
	for _, n := range nodes {
		if len(n.In) > 1 && !d.heads[n.Loc] && !d.apart[n.Loc] && n.Loc.Error == nil && len(apart) < mostApart {
			d.apart[n.Loc] = true
			apart = append(apart, n.Loc)
		}
	}
	return bounds, apart
}
