package partition

import (
	"cmp"
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/callstring"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/fixpoint"
	"github.com/whet-mc/whet/numeric"
)

// Options of an exploration.
type Options struct {
	Numbers  linear.Numbers
	Relaxed  bool                // Numbers are rationals, the program's are integers
	Integers bool                // the program's numbers are integers
	Bounds   []linear.Constraint // kept by widening where they hold
	Posts    int                 // images that may be computed; 0: no limit
	// Approximated is as in cells.Transfer.
	Approximated func(e *cfa.Edge, what cfa.Expr)
}

// Stats are counts.
type Stats struct {
	Parts   int // made
	Posts   int // images computed
	Widened int
}

// Explorer explores a program. It is not safe for concurrent use.
type Explorer[E numeric.Element[E]] struct {
	Stats Stats

	prog     *cfa.Program
	opt      Options
	lay      *cells.Layout
	trans    cells.Transfer[E]
	signs    []Sign
	insts    []Instance
	dead     *cfa.Deaths
	liveness *cfa.Liveness
	live     map[*cfa.Loc]*cfa.VarSet
	words    []linear.Constraint
	top      E

	begun bool // the start has been made
	space *callstring.Space[*Place[E]]
	// in the weak topological order: inner loops are done before what is after them
	it   *fixpoint.Iteration[*Part[E], E]
	next map[*Part[E]][]Next[E]
}

// delay is how often the element of a loop's head may grow before it is widened.
const delay = 2

// New returns an explorer of a finished program at a layout for all its procedures (cells.Whole).
func New[E numeric.Element[E]](p *cfa.Program, d numeric.Domain[E], lay *cells.Layout, signs []Sign, insts []Instance, o Options) *Explorer[E] {
	x := &Explorer[E]{
		prog: p, opt: o, lay: lay,
		trans:    cells.Transfer[E]{Domain: d, Numbers: o.Numbers, Relaxed: o.Relaxed, Approximated: o.Approximated},
		signs:    signs,
		insts:    insts,
		liveness: p.Liveness(),
		live:     map[*cfa.Loc]*cfa.VarSet{},
		top:      d.Top(lay.Dims(), o.Numbers),
	}
	x.space = callstring.NewSpace(p, func(at callstring.Point) *Place[E] {
		p := &Place[E]{Point: at, parts: map[string]*Part[E]{}}
		p.signs = x.meaningful(p)
		return p
	})
	x.it = fixpoint.New(fixpoint.System[*Part[E], E]{
		Before: func(a, b *Part[E]) bool {
			return cmp.Or(a.Place.Cmp(&b.Place.Point), cmp.Compare(a.key, b.key)) < 0
		},
		Join: func(old, new E) (E, bool) {
			if new.Leq(old) {
				return old, false
			}
			return old.Join(new), true
		},
		Widen: func(_ *Part[E], old, joined E) E { return old.WidenUpTo(joined, x.words) },
		Delay: func(*Part[E]) int { return delay },
	})
	x.dead = x.liveness.Deaths()
	x.words = append(lay.Ranges(), o.Bounds...)
	return x
}

// Layout gives the dimensions of the states.
func (x *Explorer[E]) Layout() *cells.Layout { return x.lay }

// Skipped lists the calls that were not followed, since an activation of the callee was on the
// stack.
func (x *Explorer[E]) Skipped() []*cfa.Edge { return x.space.Skipped() }

// Result says why Run ended.
type Result int

// The results.
const (
	Fixpoint Result = iota // nothing changes any more
	Limit                  // Options.Posts images have been computed
	Stopped                // the budget is spent
)

// Run explores until nothing changes.
func (x *Explorer[E]) Run(ctx context.Context) Result {
	dims := x.lay.Dims()
	if !x.begun {
		x.begun = true
		x.arrive(ctx, nil, step[E]{To: x.space.Start()}, x.top)
	}
	for first, ok := x.it.Next(); ok; first, ok = x.it.Next() {
		p := first.Place
		for i := 0; i < len(p.keys); i++ { // all that wait at the place, before what they change
			r := p.parts[p.keys[i]]
			if r != first && !x.it.Take(r) {
				continue
			}
			for _, st := range x.steps(p) {
				if effort.Done(ctx) {
					return Stopped
				}
				if x.opt.Posts > 0 && x.Stats.Posts >= x.opt.Posts {
					return Limit
				}
				for _, u := range x.images(ctx, r, st) {
					x.arrive(ctx, r, st, u)
					// what operations on octagons cost grows with their square
					effort.Charge(ctx, 20+dims*dims/40)
				}
			}
		}
	}
	if effort.Done(ctx) {
		return Stopped // parts of the last element may be missing
	}
	return Fixpoint
}

// arrive adds an element to the parts of a place.
func (x *Explorer[E]) arrive(ctx context.Context, from *Part[E], st step[E], s E) {
	p := st.To
	for _, q := range x.apart(ctx, p, s) {
		key := string(q.key)
		r := p.parts[key]
		if r == nil {
			r = &Part[E]{Place: p, key: key, From: from, Step: st.Step, Skip: st.Skip}
			p.parts[key] = r
			at, _ := slices.BinarySearch(p.keys, key)
			p.keys = slices.Insert(p.keys, at, key)
			x.Stats.Parts++
		}
		if x.it.Add(r, q.s, p.Loc.LoopHead && from != nil && from.Place.Closes(&p.Point)) {
			x.tell(p, r, x.it.Push)
		}
		x.Stats.Widened = x.it.Widened
	}
}

// images returns what a step makes of a part: elements that together are all of it.
func (x *Explorer[E]) images(ctx context.Context, r *Part[E], st step[E]) []E {
	x.trans.Context = ctx
	var out []E
	for _, s := range x.instances(r, st.Edge) {
		x.Stats.Posts++
		out = append(out, x.trans.Step(x.lay, s, st.Step, st.Skip)...)
	}
	for _, v := range x.dead.On(st.Edge) {
		d, ok := x.lay.Var(v)
		if !ok || v.Ghost {
			continue
		}
		if st.Kind == cfa.Enter && (v.Proc == st.To.Loc.Proc || x.liveAt(st.To.Loc).Has(v)) {
			continue // what dies with the call is still read in it
		}
		for i := range out {
			out[i] = cells.Settle(x.lay, out[i].Havoc(d), v)
		}
	}
	return out
}

// Errors lists the parts at error locations, by place.
func (x *Explorer[E]) Errors() []*Part[E] {
	var out []*Part[E]
	for _, p := range x.Places() {
		if p.Loc.Error != nil {
			out = append(out, p.Parts()...)
		}
	}
	return out
}

// Path is a way to a part that was found first; ok is false where it leads through a call that was
// not followed.
func (r *Part[E]) Path() (path cfa.Path, ok bool) {
	ok = true
	for ; r.From != nil; r = r.From {
		path = append(path, r.Step)
		ok = ok && !r.Skip
	}
	slices.Reverse(path)
	return path, ok
}
