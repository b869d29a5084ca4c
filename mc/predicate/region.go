// The division of a program into blocks, and the formulas of blocks. Inside of a procedure a block is encoded in the
// weak topological order of the locations: the paths that meet at a location are joined, so the formula's size is
// linear in the block's. The position of a state inside of a block is a Way.

package predicate

import (
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
)

// Blocks is the division of a program into blocks: parts without loops between the locations at which states are
// abstracted. These are the loop heads and the error locations. Calls of procedures that are small enough and not
// recursive are parts of the block they are in. The entries and exits of other procedures, and the locations of their
// calls, are abstraction locations, too. So this is blk^lf if all procedures are large, and blk^l with inlined calls
// if they are small (Beyer, Keremoglu, Wendler, FMCAD 2010, section III).
type Blocks struct {
	prog   *cfa.Program
	single bool                // all locations are abstraction locations
	abs    []bool              // by Loc.ID: whether the location is an abstraction location
	inline []bool              // by Proc.ID: whether the procedure is inlined
	back   map[*cfa.Loc][]bool // see leading
}

// InlineLimit is the number of edges that a procedure may have, including the calls in it, to be part of a block.
const InlineLimit = 3000

// NewBlocks divides a finished program. If single is set, states are abstracted at every location. Otherwise
// procedures of at most limit edges, including the calls in them, are parts of blocks; if flat is set, only those
// without loops.
func NewBlocks(p *cfa.Program, single bool, limit int, flat bool) *Blocks {
	x := &Blocks{prog: p, single: single, abs: make([]bool, len(p.Locs)), inline: make([]bool, len(p.Procs)), back: map[*cfa.Loc][]bool{}}
	if !single {
		x.choose(limit, flat)
	}
	for _, l := range p.Locs {
		x.abs[l.ID] = single || l.LoopHead || l.Error != nil || !x.inline[l.Proc.ID] && (l == l.Proc.Entry || l == l.Proc.Exit)
	}
	for _, q := range p.Procs {
		for _, e := range q.Calls {
			if !x.inline[e.Op.(*cfa.Call).Callee.ID] {
				x.abs[e.From.ID], x.abs[e.To.ID] = true, true
			}
		}
	}
	return x
}

// choose chooses the procedures to inline. If an inlined procedure has loops, what is known about the caller's
// variables has to pass through the abstractions inside of the callee, as predicates over the caller's variables.
// There are no such predicates if the caller is recursive. So only procedures without loops are inlined into
// procedures that recursion reaches.
func (x *Blocks) choose(limit int, flat bool) {
	// By Proc.ID:
	size := make([]int, len(x.prog.Procs))   // the number of edges including inlined calls; -1: being computed; 0: not computed
	loops := make([]bool, len(x.prog.Procs)) // the procedure, or an inlined callee, contains an abstraction location
	under := make([]bool, len(x.prog.Procs)) // a recursive procedure calls the procedure, directly or indirectly
	var mark func(q *cfa.Proc)
	mark = func(q *cfa.Proc) {
		if under[q.ID] {
			return
		}
		under[q.ID] = true
		for _, e := range q.Calls {
			mark(e.Op.(*cfa.Call).Callee)
		}
	}
	for _, q := range x.prog.Procs {
		if q.Recursive {
			mark(q)
		}
	}
	var visit func(q *cfa.Proc)
	visit = func(q *cfa.Proc) {
		if size[q.ID] != 0 || q.Recursive {
			return
		}
		size[q.ID] = -1
		n := 1
		for _, l := range q.Locs {
			n += len(l.Out)
			loops[q.ID] = loops[q.ID] || l.LoopHead
		}
		for _, e := range q.Calls {
			callee := e.Op.(*cfa.Call).Callee
			visit(callee)
			if x.inline[callee.ID] {
				n += size[callee.ID]
				loops[q.ID] = loops[q.ID] || loops[callee.ID]
			} else {
				loops[q.ID] = true
			}
		}
		size[q.ID] = n
		x.inline[q.ID] = q != x.prog.Start && n <= limit && !(loops[q.ID] && (flat || under[q.ID]))
	}
	for _, q := range x.prog.Procs {
		visit(q)
	}
}

// Abstract reports whether states are abstracted at a location.
func (x *Blocks) Abstract(l *cfa.Loc) bool { return x.abs[l.ID] }

// Inlined reports whether calls of a procedure are parts of blocks.
func (x *Blocks) Inlined(q *cfa.Proc) bool { return x.inline[q.ID] }

// Way is the position of a state relative to the beginning of its block: the calls that it has returned from, first
// return first, and the calls that it has entered since. Equal ways of one table are identical.
type Way struct {
	ups, downs []*cfa.Edge
	id         int
	next       map[*cfa.Edge]*Way // by call: the way after entering this call, too
	popped     *Way               // the way before the last call; nil if downs is empty
	upped      map[*cfa.Edge]*Way // by call: the way after returning from this call, too
}

func newWay() *Way { return &Way{next: map[*cfa.Edge]*Way{}, upped: map[*cfa.Edge]*Way{}} }

// ways is the table of ways.
type ways struct {
	here *Way // the way of a state at the beginning of a block
	made int  // the last id
}

// down returns the way w followed by the call e.
func (x *ways) down(w *Way, e *cfa.Edge) *Way {
	n := w.next[e]
	if n == nil {
		n = newWay()
		x.made++
		n.id, n.ups, n.downs, n.popped = x.made, w.ups, append(w.downs[:len(w.downs):len(w.downs)], e), w
		w.next[e] = n
	}
	return n
}

// up returns the way w followed by the return from the call e.
func (x *ways) up(w *Way, e *cfa.Edge) *Way {
	if w.popped != nil {
		if w.downs[len(w.downs)-1] != e {
			panic("predicate: a return that does not match its call")
		}
		return w.popped
	}
	n := w.upped[e]
	if n == nil {
		n = newWay()
		x.made++
		n.id, n.ups = x.made, append(w.ups[:len(w.ups):len(w.ups)], e)
		w.upped[e] = n
	}
	return n
}

// Reach encodes all paths that start at the point p, follow the way w, and end at the location `to`, within the block
// that begins at p. It returns nil if there is no such path. Its cost is linear in the size of the block. If `to` is
// also the block's first location, end selects the end of the block, which a cycle leads to, instead of its
// beginning.
func (x *Blocks) Reach(c *formula.Coder, p *formula.Point, w *Way, to *cfa.Loc, end bool, tag string) *formula.Point {
	if len(w.ups)+len(w.downs) == 0 {
		return x.through(c, p, to, end, tag)
	}
	level := tag
	for i, e := range w.ups {
		if p = x.through(c, p, p.Loc.Proc.Exit, false, level); p == nil {
			return nil
		}
		level = tag + "^" + strconv.Itoa(i+1)
		c.Tag(level)
		p = c.Take(p, cfa.Step{Edge: e, Kind: cfa.Return})
	}
	for _, e := range w.downs {
		if p = x.through(c, p, e.From, false, level); p == nil {
			return nil
		}
		c.Tag(level)
		p = c.Take(p, cfa.Step{Edge: e, Kind: cfa.Enter})
		level += "." + strconv.Itoa(e.ID)
	}
	return x.through(c, p, to, false, level)
}

// through encodes all paths within an activation to its location `to` that pass no abstraction location. If cycle is
// set the paths have at least one step.
func (x *Blocks) through(c *formula.Coder, p *formula.Point, to *cfa.Loc, cycle bool, tag string) *formula.Point {
	from := p.Loc
	if from == to && !cycle {
		return p
	}
	useful := x.leading(to)
	in := map[*cfa.Loc][]*formula.Point{from: {p}}
	for _, l := range from.Proc.Locs[from.Index:] {
		ps := in[l]
		if len(ps) == 0 || l == to && l != from {
			// The search must go on after `to`: a loop that is entered elsewhere than at its head leads back to the head
			// from locations that come later in the order.
			continue
		}
		delete(in, l)
		c.Tag(tag)
		here := c.Join(ps...)
		for _, e := range l.Out {
			if !useful[e.To.Index] && e.To != to || x.Abstract(e.To) && e.To != to {
				continue
			}
			next := here
			if call, ok := e.Op.(*cfa.Call); ok {
				if !x.inline[call.Callee.ID] || x.Abstract(call.Callee.Entry) {
					continue
				}
				c.Tag(tag)
				next = c.Take(next, cfa.Step{Edge: e, Kind: cfa.Enter})
				if next.Guard.IsFalse() {
					continue
				}
				if next = x.through(c, next, call.Callee.Exit, false, tag+"."+strconv.Itoa(e.ID)); next == nil {
					continue
				}
				c.Tag(tag)
				next = c.Take(next, cfa.Step{Edge: e, Kind: cfa.Return})
			} else {
				c.Tag(tag)
				next = c.Take(next, cfa.Step{Edge: e})
			}
			if !next.Guard.IsFalse() {
				in[e.To] = append(in[e.To], next)
			}
		}
	}
	if len(in[to]) == 0 {
		return nil // no path reaches `to`, or only a path that goes back in the order
	}
	c.Tag(tag)
	return c.Join(in[to]...)
}

// leading returns the locations of a procedure from which its location `to` can be reached without passing an
// abstraction location. The result is indexed by Loc.Index.
func (x *Blocks) leading(to *cfa.Loc) []bool {
	if s := x.back[to]; s != nil {
		return s
	}
	s := make([]bool, len(to.Proc.Locs))
	work := []*cfa.Loc{to}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.In {
			if call, ok := e.Op.(*cfa.Call); ok && !x.inline[call.Callee.ID] {
				continue
			}
			if !s[e.From.Index] {
				s[e.From.Index] = true
				if !x.Abstract(e.From) {
					work = append(work, e.From)
				}
			}
		}
	}
	x.back[to] = s
	return s
}

// Along encodes all paths through the block that the steps pass. The steps begin at an abstraction location and end
// at the next one. It returns nil if there are no paths.
func (d *Domain) Along(c *formula.Coder, p *formula.Point, steps cfa.Path, tag string) *formula.Point {
	w := d.ways.here
	for i, s := range steps {
		final := i == len(steps)-1
		switch s.Kind {
		case cfa.Enter:
			if final { // the step enters a procedure that is abstracted at its entry
				if p = d.regions.Reach(c, p, w, s.Edge.From, false, tag); p == nil {
					return nil
				}
				c.Tag(tag + "!")
				return c.Take(p, s)
			}
			w = d.ways.down(w, s.Edge)
		case cfa.Return:
			if !d.regions.Inlined(s.Edge.Op.(*cfa.Call).Callee) {
				c.Tag(tag)
				return c.Take(p, s)
			}
			w = d.ways.up(w, s.Edge)
		}
	}
	return d.regions.Reach(c, p, w, steps[len(steps)-1].Target(), true, tag)
}
