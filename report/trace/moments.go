// This file lists the path of a counterexample as the moments at which a debugger would stop.

package trace

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report/words"
)

// Moment is a point of a counterexample at which a debugger would stop: a line with its changes, the entry of a
// function, the error. Moments are not folded, unlike Result.Trace.
type Moment struct {
	Kind    StepKind // LineStep, CallStep, ErrorStep, or GapStep, which replaces Left moments
	Pos     lang.Pos
	Func    string // the function that is running; for a call, the callee
	Depth   int    // number of calls around the moment; the entry function has 0
	Changes []Change
	Global  []bool   // for each change: its object belongs to no function
	Owner   []string // for each change: the function that its object belongs to, if it is another one
	Edges   []int    // the edges of the program that the moment consists of, in order
	Before  int      // number of steps of the path before the moment
	Aside   bool     // set if the moment does not bear on the failure (see Step.Aside)
	Left    int
}

// About says what happens at a moment: the changes, the call, or for the error how the violated property fails. It
// returns "" if none of these happens.
func (m *Moment) About(violated *Property) string {
	var changes []string
	for _, c := range Shown(m.Changes, true) {
		changes = append(changes, c.String())
	}
	about := strings.Join(changes, ", ")
	switch m.Kind {
	case CallStep:
		return "call of " + m.Func + "(" + about + ")"
	case ErrorStep:
		return violated.Happens()
	}
	return about
}

const (
	headMoments = 400
	tailMoments = 1600
)

// Moments lists the moments of a counterexample, nil if there is no counterexample. It leaves out the middle of a
// long one. bears says which steps bear on the failure; it is nil if that is not known.
func Moments(p *cfa.Program, out *refine.Outcome, run *words.Run, bears []bool) []Moment {
	if run == nil || len(out.Path) == 0 {
		return nil
	}
	f := &flattener{weighed: bears != nil, global: map[string]bool{}}
	for _, v := range p.Vars {
		if v.Proc == nil {
			f.global[v.Name] = true
		}
	}
	for _, a := range p.Arrays {
		if a.Proc == nil {
			f.global[a.Name] = true
		}
	}
	walk(p, out, run, bears, f)
	list := f.first
	if f.left > 0 {
		list = append(list, Moment{Kind: GapStep, Left: f.left})
	}
	for i := range f.tail {
		list = append(list, *f.tail[(f.next+i)%len(f.tail)])
	}
	return list
}

// flattener listens to a path and keeps the first and the last moments.
type flattener struct {
	weighed bool
	global  map[string]bool
	first   []Moment
	tail    []*Moment // a ring, once it is full; next is the oldest
	next    int
	left    int
	now     *Moment   // the moment that changes are added to; nil before the first of a function and after a loop head
	last    *Moment   // the line of the running function
	frames  []*Moment // the last moment of each caller
	pending []int     // the edges before the first line
	edge    int       // the edge that was taken last
	done    int       // number of steps of the path so far
}

func (f *flattener) depth() int { return len(f.frames) }

func (f *flattener) add(m Moment) *Moment {
	m.Aside = f.weighed
	m.Edges, m.Before, f.pending = f.pending, f.done, nil
	if len(f.first) < headMoments {
		if f.first == nil {
			f.first = make([]Moment, 0, headMoments) // the elements must not move
		}
		f.first = append(f.first, m)
		return &f.first[len(f.first)-1]
	}
	p := &m
	if len(f.tail) < tailMoments {
		f.tail = append(f.tail, p)
		return p
	}
	f.tail[f.next] = p
	f.next = (f.next + 1) % tailMoments
	f.left++
	return p
}

func (f *flattener) enter(name string, at lang.Pos) {
	f.frames = append(f.frames, f.last)
	f.now = f.add(Moment{Kind: CallStep, Pos: at, Func: name, Depth: len(f.frames) - 1})
	f.last = nil
}

func (f *flattener) leave() {
	if n := len(f.frames); n > 0 {
		f.last = f.frames[n-1]
		f.frames = f.frames[:n-1]
	}
	f.now = nil // a change after the call begins a new moment
}

func (f *flattener) line(at lang.Pos, fn string) {
	if len(f.frames) == 0 || !at.Valid() {
		return
	}
	same := func(m *Moment) bool {
		return m != nil && m.Kind == LineStep && m.Pos.Line == at.Line && m.Pos.File == at.File
	}
	if same(f.now) || f.now == nil && same(f.last) && f.last.Depth == len(f.frames)-1 {
		return
	}
	at.Col = 0
	f.now = f.add(Moment{Kind: LineStep, Pos: at, Func: fn, Depth: len(f.frames) - 1})
	f.last = f.now
}

func (f *flattener) change(c Change) {
	if f.now == nil {
		if f.last == nil {
			return
		}
		f.now = f.add(Moment{Kind: LineStep, Pos: f.last.Pos, Func: f.last.Func, Depth: len(f.frames) - 1})
		f.last = f.now
	}
	c.Aside = f.weighed && !c.bears
	base := c.What
	if i := strings.IndexAny(base, "[.+"); i > 0 {
		base = base[:i]
	}
	for i := range f.now.Changes {
		if f.now.Changes[i].What == c.What {
			c.Input, c.Aside = c.Input || f.now.Changes[i].Input, c.Aside && f.now.Changes[i].Aside
			f.now.Changes[i] = c
			return
		}
	}
	f.now.Changes = append(f.now.Changes, c)
	owner := c.owner
	if owner == f.now.Func {
		owner = ""
	}
	f.now.Owner = append(f.now.Owner, owner)
	f.now.Global = append(f.now.Global, f.global[base] || c.Address != nil && c.owner == "")
}

// head lets the next line begin a new moment.
func (f *flattener) head(int) { f.now, f.last = nil, nil }

func (f *flattener) step(i int, s cfa.Step, bears bool) {
	f.edge, f.done = s.Edge.ID, i+1
	m := f.now
	if m == nil {
		m = f.last
	}
	if m == nil {
		f.pending = append(f.pending, s.Edge.ID)
		return
	}
	m.Edges = append(m.Edges, s.Edge.ID)
	if bears {
		m.Aside = false
	}
}

func (f *flattener) end(at lang.Pos, fn string) {
	m := f.now
	if m == nil || m.Kind != LineStep || m.Pos.Line != at.Line || m.Pos.File != at.File || len(m.Changes) > 0 {
		m = f.add(Moment{Pos: at, Func: fn, Depth: max(0, len(f.frames)-1)})
		m.Edges = append(m.Edges, f.edge)
	}
	m.Kind, m.Pos, m.Aside = ErrorStep, at, false
}
