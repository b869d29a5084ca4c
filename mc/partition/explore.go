// The fixpoint iteration (package fixpoint) over the parts of all places. An image is split by the signs of its
// place, and each piece is joined into the part with these signs. A part that grows may strengthen the instances of
// its place; then the parts that use them are visited again.

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
	Relaxed  bool                // Numbers are rationals, but the program computes with integers
	Integers bool                // the program computes with integers
	Bounds   []linear.Constraint // constraints that widening keeps if they hold
	Posts    int                 // the number of images that may be computed; 0: no limit
	// Approximated is as in cells.Transfer.
	Approximated func(e *cfa.Edge, what cfa.Expr)
}

// Stats are counts.
type Stats struct {
	Parts   int // parts made
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
	live     map[*cfa.Loc]*cfa.VarSet // see liveAt
	words    []linear.Constraint      // constraints that widening keeps: the ranges of words, and Options.Bounds
	top      E

	begun bool // Run has been called before
	space *callstring.Space[*Place[E]]
	// The iteration visits parts in the weak topological order, so inner loops are finished before the code after them.
	it   *fixpoint.Iteration[*Part[E], E]
	next map[*Part[E]][]Next[E] // see Next
}

// delay is how often the element of a loop's head may grow before it is widened.
const delay = 2

// New returns an explorer of a finished program, for a layout of all its procedures (cells.Whole).
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

// Layout returns the meaning of the elements' dimensions.
func (x *Explorer[E]) Layout() *cells.Layout { return x.lay }

// Skipped returns the recursive calls that were not followed.
func (x *Explorer[E]) Skipped() []*cfa.Edge { return x.space.Skipped() }

// Result is the reason why Run ended.
type Result int

// The results.
const (
	Fixpoint Result = iota // nothing changes any more
	Limit                  // Options.Posts images have been computed
	Stopped                // the budget is spent
)

// Run explores until nothing changes, or a limit is reached. It can be called again to go on.
func (x *Explorer[E]) Run(ctx context.Context) Result {
	dims := x.lay.Dims()
	if !x.begun {
		x.begun = true
		x.arrive(ctx, nil, step[E]{To: x.space.Start()}, x.top)
	}
	for first, ok := x.it.Next(); ok; first, ok = x.it.Next() {
		p := first.Place
		for i := 0; i < len(p.keys); i++ { // take all queued parts of the place before the parts that they change
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
					// The cost of operations on octagons grows with the square of the number of dimensions.
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

// arrive joins s, the image of the part `from` under a step, into the parts of the step's place. At the start, from
// is nil.
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

// images returns elements whose union contains the image of a part under a step.
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
			continue // the variable dies with the call, but the callee still reads it
		}
		for i := range out {
			out[i] = cells.Settle(x.lay, out[i].Havoc(d), v)
		}
	}
	return out
}

// Errors returns the parts at error locations, in the order of places.
func (x *Explorer[E]) Errors() []*Part[E] {
	var out []*Part[E]
	for _, p := range x.Places() {
		if p.Loc.Error != nil {
			out = append(out, p.Parts()...)
		}
	}
	return out
}

// Path returns the path by which the part was first reached. ok is false if it passes a call that was not followed.
func (r *Part[E]) Path() (path cfa.Path, ok bool) {
	ok = true
	for ; r.From != nil; r = r.From {
		path = append(path, r.Step)
		ok = ok && !r.Skip
	}
	slices.Reverse(path)
	return path, ok
}
