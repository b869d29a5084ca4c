// Rewriting of shapes without simplification.

package array

import "github.com/whet-mc/whet/smt"

// open returns e with its outermost operator and arguments explicit, or e itself if it has no arguments.
func (e *Shape) open() *Shape {
	if e.Args != nil || len(e.T.Args()) == 0 {
		return e
	}
	o := &Shape{T: e.T, Op: e.Op}
	for _, a := range e.T.Args() {
		o.Args = append(o.Args, leafShape(a))
	}
	return o
}

// replaceShape replaces the parts of e that look like `from` by the shape `to`, without simplification. Parts without
// a replacement remain the same terms.
func replaceShape(e, from, to *Shape) *Shape {
	memo := map[*Shape]*Shape{}
	opened := map[*Shape]*Shape{}
	unchanged := map[*smt.Term]*Shape{}
	// Terms are shared, so the shapes made from them are shared too.
	leaf := func(t *smt.Term) *Shape {
		s := unchanged[t]
		if s == nil {
			s = leafShape(t)
			unchanged[t] = s
		}
		return s
	}
	open := func(e *Shape) *Shape {
		o := opened[e]
		if o == nil {
			o = e
			if e.Args == nil && len(e.T.Args()) > 0 {
				o = &Shape{T: e.T, Op: e.Op}
				for _, a := range e.T.Args() {
					o.Args = append(o.Args, leaf(a))
				}
			}
			opened[e] = o
		}
		return o
	}
	stack := []*Shape{e}
	for len(stack) > 0 {
		e := stack[len(stack)-1]
		if memo[e] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		if e.looksLike(from) {
			memo[e] = to
			continue
		}
		o := open(e)
		ready, changed := true, false
		args := make([]*Shape, len(o.Args))
		for i, a := range o.Args {
			if args[i] = memo[a]; args[i] == nil {
				stack = append(stack, a)
				ready = false
			}
			changed = changed || args[i] != a
		}
		if !ready {
			continue
		}
		if !changed {
			memo[e] = e
		} else {
			memo[e] = &Shape{T: o.T, Op: o.Op, Args: args}
		}
	}
	return memo[e]
}

// looksLike reports whether two shapes are the same, although only one of them may have a part opened.
func (e *Shape) looksLike(f *Shape) bool {
	if e.Args == nil && f.Args == nil {
		return e.T == f.T
	}
	stack := [][2]*Shape{{e, f}}
	for len(stack) > 0 {
		x, y := stack[len(stack)-1][0], stack[len(stack)-1][1]
		stack = stack[:len(stack)-1]
		if x.Args == nil && y.Args == nil {
			if x.T != y.T {
				return false
			}
			continue
		}
		x, y = x.open(), y.open()
		if x.Op != y.Op || len(x.Args) != len(y.Args) || len(x.Args) == 0 {
			return false
		}
		if x.Op == smt.OpSum || x.Op == smt.OpApp || x.Op == smt.OpLe || x.Op == smt.OpLt || x.Op == smt.OpDiv {
			if x.T != y.T {
				return false
			}
		}
		for i := range x.Args {
			stack = append(stack, [2]*Shape{x.Args[i], y.Args[i]})
		}
	}
	return true
}
