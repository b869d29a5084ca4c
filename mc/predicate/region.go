package predicate

import (
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
)

// Blocks divide a program into blocks: parts without loops between locations at which states are
// abstracted. These are the loop heads and the error locations; calls of procedures that are small
// enough and not recursive are parts of the block they are in. The entries and exits of others, and
// the locations that they are called from and return to, are abstraction locations, too: that is
// blk^lf where everything is large, and blk^l with inlined calls where it is small (Beyer,
// Keremoglu, Wendler, FMCAD 2010, section III).
type Blocks struct {
	prog   *cfa.Program
	single bool
	abs    []bool // by Loc.ID
	inline []bool // by Proc.ID
	back   map[*cfa.Loc][]bool
}

// InlineLimit is how many edges a procedure may have, with the calls in it, to be part of a block.
const InlineLimit = 3000

// NewBlocks divides a finished program. With single every location is one at which states are
// abstracted; otherwise procedures of at most limit edges, with the calls in them, are parts of
// blocks, and with flat only those without loops.
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

// choose decides what is inlined. What the caller knows of its variables passes through the
// abstractions inside of the callee as predicates over the caller's variables. Where the caller is
// recursive there are no such predicates, so that only callees without loops are inlined into what
// recursion reaches.
func (x *Blocks) choose(limit int, flat bool) {
	size := make([]int, len(x.prog.Procs)) // -1: is being computed; 0: not yet
	loops := make([]bool, len(x.prog.Procs))
	under := make([]bool, len(x.prog.Procs)) // recursion
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

// Way is a position relative to the location that a block begins at: what it has returned from,
// first return first, and what it has called since. Ways are unique in their table.
type Way struct {
	ups, downs []*cfa.Edge
	id         int
	next       map[*cfa.Edge]*Way // the calls
	popped     *Way               // without the last call
	upped      map[*cfa.Edge]*Way // a return more
}

func newWay() *Way { return &Way{next: map[*cfa.Edge]*Way{}, upped: map[*cfa.Edge]*Way{}} }

// ways makes them.
type ways struct {
	here *Way
	made int
}

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

// Reach encodes all ways from a point to a location of the block that begins there; nil where there
// are none. Its cost is the size of the block. Where the location is the one that the block begins
// at, end tells whether the block's end is meant, by a way around.
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

// through encodes all ways within an activation to one of its locations, without an abstraction on
// the way. A cycle takes a step at least.
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
			// a loop that is entered beside its head goes back to it from locations that come later
			// in the order
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
		return nil // reached by going back, or not at all
	}
	c.Tag(tag)
	return c.Join(in[to]...)
}

// leading tells, by Loc.Index, from where in its procedure a location can be reached without
// passing an abstraction.
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

// Along encodes all ways through the block that the steps pass: they begin at an abstraction
// location and end at the next. nil: there are none.
func (d *Domain) Along(c *formula.Coder, p *formula.Point, steps cfa.Path, tag string) *formula.Point {
	w := d.ways.here
	for i, s := range steps {
		final := i == len(steps)-1
		switch s.Kind {
		case cfa.Enter:
			if final { // into a procedure that is abstracted at its entry
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
