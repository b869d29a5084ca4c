package trace

import (
	"slices"
	"sort"

	"github.com/whet-mc/whet/cfa"
)

// This file computes the data dependences along a path, as dynamic slices use them (Korel and Laski, "Dynamic Program
// Slicing", 1988): which step set what a step reads. An array counts as one object; a store to a cell also reads the
// array, since it keeps the other cells.

// instance is a variable or an array of one activation.
type instance struct {
	of    any // the variable or array: a *cfa.Var or *cfa.Array
	frame int // the step that entered the activation; -1 for globals
}

// span says that later steps read the value that the step `from` sets. The step `to` is the last of them.
type span struct{ from, to int }

// dependences are the dependences of all steps of a path.
type dependences struct {
	p     *cfa.Program
	path  cfa.Path
	on    [][]int // by step: the steps that set what the step reads
	frame []int   // by step: the activation in which the step is taken
	reads [][]instance
	meet  *postdominators
	sides map[*cfa.Edge]*side
}

func newDependences(p *cfa.Program, path cfa.Path) *dependences {
	d := &dependences{
		p: p, path: path, on: make([][]int, len(path)), frame: make([]int, len(path)), reads: make([][]instance, len(path)),
		meet: newPostdominators(), sides: map[*cfa.Edge]*side{},
	}
	set := map[instance]int{}
	frames := []int{-2} // the start procedure's
	for i, s := range path {
		here := func(of any, proc *cfa.Proc) instance {
			if proc == nil {
				return instance{of, -1}
			}
			return instance{of, frames[len(frames)-1]}
		}
		read := func(x instance) {
			d.reads[i] = append(d.reads[i], x)
			if from, ok := set[x]; ok {
				d.on[i] = append(d.on[i], from)
			}
		}
		readVar := func(v *cfa.Var) { read(here(v, v.Proc)) }
		readArray := func(a *cfa.Array) { read(here(a, a.Proc)) }
		writeVar := func(v *cfa.Var) { set[here(v, v.Proc)] = i }
		call, _ := s.Edge.Op.(*cfa.Call)
		switch s.Kind {
		case cfa.Enter:
			cfa.Reads(s.Edge.Op, readVar, readArray)
			frames = append(frames, i)
			for _, v := range call.Callee.Params {
				writeVar(v)
			}
		case cfa.Return:
			for k, v := range call.Results {
				if v != nil {
					readVar(call.Callee.Results[k])
				}
			}
			frames = frames[:len(frames)-1]
			for _, v := range call.Results {
				if v != nil {
					writeVar(v)
				}
			}
		default:
			cfa.Reads(s.Edge.Op, readVar, readArray)
			cfa.Writes(s.Edge.Op, nil, readArray) // the other cells are kept
			cfa.Writes(s.Edge.Op, writeVar, func(a *cfa.Array) { set[here(a, a.Proc)] = i })
		}
		d.frame[i] = frames[len(frames)-1]
	}
	return d
}

// close adds the steps on which the bearing steps depend, and the branches in which they lie.
func (d *dependences) close(bears []bool, parent []int) {
	for i := len(d.path) - 1; i >= 0; i-- { // every dependence leads to an earlier step
		if !bears[i] {
			continue
		}
		for _, k := range d.on[i] {
			bears[k] = true
		}
		if parent[i] >= 0 {
			bears[parent[i]] = true
		}
	}
}

// missed finds branches that do not bear on the failure yet. The other side of such a branch sets a variable or a
// cell that a later bearing step reads, with no assignment in between.
func (d *dependences) missed(bears []bool) []int {
	spans := map[instance][]span{} // ordered by from
	for i := range d.path {
		if !bears[i] {
			continue
		}
		for _, x := range d.reads[i] {
			from := -1
			for _, k := range d.on[i] {
				if d.sets(k, x) {
					from = k
				}
			}
			list := spans[x]
			if n := len(list); n > 0 && list[n-1].from == from {
				list[n-1].to = i
				continue
			}
			spans[x] = append(list, span{from, i})
		}
	}
	var out []int
	for i, s := range d.path {
		if bears[i] || s.Kind != cfa.Intra || len(s.Edge.From.Out) < 2 || !decides(s) {
			continue
		}
		other := d.sides[s.Edge]
		if other == nil {
			other = otherSide(d.p, d.meet, s.Edge)
			d.sides[s.Edge] = other
		}
		if other.any(func(of any, proc *cfa.Proc) bool {
			x := instance{of, d.frame[i]}
			if proc == nil {
				x.frame = -1
			}
			list := spans[x]
			k := sort.Search(len(list), func(k int) bool { return list[k].from >= i })
			return k > 0 && i < list[k-1].to
		}) {
			out = append(out, i)
		}
	}
	return out
}

// sets reports whether step i sets x.
func (d *dependences) sets(i int, x instance) (yes bool) {
	s := d.path[i]
	call, _ := s.Edge.Op.(*cfa.Call)
	switch s.Kind {
	case cfa.Enter:
		return x.frame == i && slices.ContainsFunc(call.Callee.Params, func(v *cfa.Var) bool { return v == x.of })
	case cfa.Return:
		return slices.ContainsFunc(call.Results, func(v *cfa.Var) bool { return v != nil && v == x.of })
	}
	cfa.Writes(s.Edge.Op, func(v *cfa.Var) { yes = yes || v == x.of }, func(a *cfa.Array) { yes = yes || a == x.of })
	return yes
}

// side is what may be set on one side of a branch.
type side struct {
	vars   []*cfa.Var
	arrays []*cfa.Array
}

// any reports whether the function `is` holds for a variable or an array that may be set.
func (s *side) any(is func(of any, proc *cfa.Proc) bool) bool {
	return slices.ContainsFunc(s.vars, func(v *cfa.Var) bool { return is(v, v.Proc) }) ||
		slices.ContainsFunc(s.arrays, func(a *cfa.Array) bool { return is(a, a.Proc) })
}

// otherSide collects what is set on the paths that a branch did not take, up to the location where they meet the taken
// path.
func otherSide(p *cfa.Program, d *postdominators, taken *cfa.Edge) *side {
	out := &side{}
	l := taken.From
	meet := d.meet(l)
	if meet == nil {
		return out
	}
	seenVar, seenArray := map[*cfa.Var]bool{}, map[*cfa.Array]bool{}
	onVar := func(v *cfa.Var) {
		if !seenVar[v] {
			seenVar[v] = true
			out.vars = append(out.vars, v)
		}
	}
	onArray := func(a *cfa.Array) {
		if !seenArray[a] {
			seenArray[a] = true
			out.arrays = append(out.arrays, a)
		}
	}
	seen := map[*cfa.Loc]bool{meet: true, l: true}
	var work []*cfa.Edge
	for _, e := range l.Out {
		if e != taken {
			work = append(work, e)
		}
	}
	for len(work) > 0 {
		e := work[len(work)-1]
		work = work[:len(work)-1]
		cfa.Writes(e.Op, onVar, onArray)
		if call, ok := e.Op.(*cfa.Call); ok {
			for _, id := range call.Callee.Mods.IDs() {
				onVar(p.Vars[id])
			}
			for _, id := range call.Callee.ModsArrays.IDs() {
				onArray(p.Arrays[id])
			}
		}
		if !seen[e.To] {
			seen[e.To] = true
			work = append(work, e.To.Out...)
		}
	}
	return out
}

// decides reports whether a step is a condition that could have had the other outcome.
func decides(s cfa.Step) bool {
	a, ok := s.Edge.Op.(*cfa.Assume)
	if !ok || s.Kind != cfa.Intra {
		return false
	}
	c, constant := cfa.IsConst(a.Cond)
	return !constant || c.IsZero()
}
