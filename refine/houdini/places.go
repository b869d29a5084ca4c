// Places, where facts are kept, and the blocks between them.

package houdini

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/smt"
)

// Limits of the encoding.
const (
	mostPlaces = 60
	mostPoints = 6_000 // steps in all blocks together, if Search.MostPoints is 0
)

// spot is a location in a call stack.
type spot struct {
	ctx *Context
	loc *cfa.Loc
}

// order returns the position of a spot in the program with all calls inlined.
func (s spot) order() []int {
	return append(s.ctx.order[:len(s.ctx.order):len(s.ctx.order)], s.loc.Index)
}

func (x *Search) context(parent *Context, call *cfa.Edge) *Context {
	for _, c := range parent.Inner {
		if c.Call == call {
			return c
		}
	}
	c := &Context{Parent: parent, Call: call, Proc: call.Op.(*cfa.Call).Callee, id: x.contexts, at: map[*cfa.Loc]*Place{}}
	x.contexts++
	c.Calls = append(parent.Calls[:len(parent.Calls):len(parent.Calls)], call)
	c.order = append(parent.order[:len(parent.order):len(parent.order)], call.From.Index, call.ID)
	parent.Inner = append(parent.Inner, c)
	return c
}

// place returns the place of a spot, and creates it if necessary. It returns nil for a spot where no facts are kept.
func (x *Search) place(s spot) *Place {
	if p := s.ctx.at[s.loc]; p != nil {
		return p
	}
	if !s.loc.LoopHead && s.loc.Error == nil && s.loc != x.Prog.Start.Entry {
		return nil
	}
	p := &Place{Ctx: s.ctx, Loc: s.loc}
	s.ctx.at[s.loc] = p
	x.Places = append(x.Places, p)
	return p
}

// Divide finds the places and the blocks between them. It returns false if they are too many. Facts may mention the
// variables in keep wherever they are visible.
func (x *Search) Divide(keep ...*cfa.Var) bool {
	x.Coder.Keep(keep...)
	x.Root = &Context{Proc: x.Prog.Start, at: map[*cfa.Loc]*Place{}}
	x.contexts = 1
	x.place(spot{x.Root, x.Prog.Start.Entry})
	for i := 0; i < len(x.Places); i++ { // the list grows in the loop
		if len(x.Places) > mostPlaces || !x.blocks(x.Places[i]) {
			return false
		}
	}
	x.Stats.Places = len(x.Places)
	x.findVars(keep)
	return true
}

// blocks makes the blocks that begin at a place. It returns false if they are too large.
func (x *Search) blocks(from *Place) bool {
	c := x.Coder
	if from.Loc.Error != nil {
		return true
	}
	c.Tag("")
	start := c.Anything(from.Loc, from.Ctx.Calls...)
	waiting := map[spot][]*formula.Point{}
	first := spot{from.Ctx, from.Loc}
	ends := map[*Place][]*formula.Point{}
	var targets []*Place
	arrive := func(at spot, p *formula.Point) {
		if p.Guard.IsFalse() {
			return
		}
		if to := x.place(at); to != nil {
			if ends[to] == nil {
				targets = append(targets, to)
			}
			ends[to] = append(ends[to], p)
			return
		}
		waiting[at] = append(waiting[at], p)
	}
	step := func(at spot, p *formula.Point) bool {
		if x.points += 1 + len(at.loc.Out); x.points > cmp.Or(x.MostPoints, mostPoints) || x.Stopped() {
			return false
		}
		c.Tag("#" + strconv.Itoa(at.ctx.id))
		if at.loc == at.loc.Proc.Exit {
			if call := at.ctx.Call; call != nil {
				arrive(spot{at.ctx.Parent, call.To}, c.Take(p, cfa.Step{Edge: call, Kind: cfa.Return}))
			}
			return true
		}
		for _, e := range at.loc.Out {
			if call, ok := e.Op.(*cfa.Call); ok {
				arrive(spot{x.context(at.ctx, e), call.Callee.Entry}, c.Take(p, cfa.Step{Edge: e, Kind: cfa.Enter}))
			} else {
				arrive(spot{at.ctx, e.To}, c.Take(p, cfa.Step{Edge: e, Kind: cfa.Intra}))
			}
		}
		return true
	}
	if !step(first, start) {
		return false
	}
	for len(waiting) > 0 {
		var next spot
		var order []int
		for s := range waiting { // take the least, independent of map order
			if o := s.order(); order == nil || slices.Compare(o, order) < 0 {
				next, order = s, o
			}
		}
		c.Tag("#" + strconv.Itoa(next.ctx.id))
		p := c.Join(waiting[next]...)
		delete(waiting, next)
		if !step(next, p) {
			return false
		}
	}
	for _, to := range targets {
		c.Tag("#" + strconv.Itoa(to.Ctx.id) + "end")
		end := c.Join(ends[to]...)
		b := &Block{From: from, To: to, Start: start, End: end, known: map[*fact]map[int]*smt.Term{}}
		b.Given = append(c.Given(end, start), end.Guard)
		from.out = append(from.out, b)
		to.In = append(to.In, b)
	}
	return true
}
