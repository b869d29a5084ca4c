// The indexes, cells and comparisons in the text of the program, from which claims are guessed.

package segments

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Limits of the analysis.
const (
	mostBounds = 12 // ends of segments at one place
	mostValues = 6  // numbers that cells of one array are compared with
)

// sum is a linear sum of variables (dimensions are Var.IDs) and a number, over the mathematical integers: wrapping in
// the program is ignored.
type sum = linear.Expr

// asked records the comparisons that the program makes of the cells of an array. An array in memory begins at a
// pointer: its cell i is at base + step*i.
type asked struct {
	arr     *cfa.Array
	base    sum
	step    int64
	indexes []sum // the indexes at which the program reads and stores cells
	order   bool  // set if the program compares two cells by < or a similar operator
	equal   bool  // set if the program compares two cells by = or !=
	vars    []*cfa.Var
	numbers []int64
	exactly bool // set if the program compares a cell by = or != with a variable or a number
}

// usage has the indexes, cells, comparisons and assignments of a program.
type usage struct {
	prog   *cfa.Program
	arrays []*asked
	bounds []sum // the values of indexes, and the sums that indexes are compared with
	about  map[*cfa.Var]bool
	moved  map[*cfa.Var]bool // by variable: whether a loop sets it
	flags  map[*cfa.Var][]int64
	terms  []pair     // the pairs of operands of comparisons
	conds  []cfa.Expr // comparisons, and equations of a stored value with the cell where it is stored
	set    []pair     // the assignments; x is the assigned variable
	puts   []*cfa.Store
	behind map[*cfa.Var]map[*cfa.Loc]bool
	moduli []int64          // the moduli in indexes
	same   map[*cfa.Var]sum // by variable that is set once, to a sum that never changes: this sum
}

type pair struct{ x, y cfa.Expr }

// bare returns an expression without the outer conversions that wrap it around.
func bare(e cfa.Expr) cfa.Expr {
	for {
		w, ok := e.(*cfa.Wrap)
		if !ok {
			return e
		}
		e = w.X
	}
}

// summed returns an expression as a linear sum; false if it is not one.
func summed(e cfa.Expr) (s sum, ok bool) {
	switch e := bare(e).(type) {
	case *cfa.Const:
		n, ok := e.Val.Int64()
		return linear.ConstInt(n), ok && -(1<<40) < n && n < 1<<40
	case *cfa.Var:
		return linear.X(e.ID), true
	case *cfa.Unary:
		if e.Op == cfa.Neg {
			x, ok := summed(e.X)
			return x.Neg(), ok
		}
	case *cfa.Binary:
		x, ok := summed(e.X)
		y, also := summed(e.Y)
		switch {
		case !ok || !also:
		case e.Op == cfa.Add:
			return x.Add(y), true
		case e.Op == cfa.Sub:
			return x.Sub(y), true
		case e.Op == cfa.Mul && x.IsConst():
			return y.Scale(x.Constant()), true
		case e.Op == cfa.Mul && y.IsConst():
			return x.Scale(y.Constant()), true
		}
	}
	return s, false
}

// vars returns the variables of a sum.
func (u *usage) vars(s sum) []*cfa.Var {
	var out []*cfa.Var
	for t := range s.Terms() {
		out = append(out, u.prog.Vars[t.Var])
	}
	return out
}

func addSum(to []sum, s sum) []sum {
	if slices.ContainsFunc(to, s.Equal) {
		return to
	}
	return append(to, s)
}

// array returns the record of the array that begins at base, and creates it if necessary.
func (u *usage) array(a *cfa.Array, base sum, step int64) *asked {
	for _, k := range u.arrays {
		if k.arr == a && k.base.Equal(base) && k.step == step {
			return k
		}
	}
	k := &asked{arr: a, base: base, step: step}
	u.arrays = append(u.arrays, k)
	return k
}

// cell returns the record of a cell's array, and the cell's index in that array; false if the index is not a linear
// sum.
func (u *usage) cell(a *cfa.Array, idx cfa.Expr) (k *asked, at sum, ok bool) {
	at, ok = summed(idx)
	if !ok || a.Step <= 1 {
		return u.array(a, sum{}, 1), at, ok
	}
	var base sum
	for t := range at.Terms() {
		if c, ok := t.Coef.Int64(); !ok || c%a.Step != 0 {
			base = base.Add(linear.X(t.Var).Scale(t.Coef))
		}
	}
	if c, ok := at.Constant().Int64(); ok {
		base = base.AddInt((c%a.Step + a.Step) % a.Step)
	}
	if slices.ContainsFunc(u.vars(base), func(v *cfa.Var) bool { return u.moved[v] }) {
		return u.array(a, sum{}, 1), at, true // the base changes in loops: use plain addresses
	}
	return u.array(a, base, a.Step), at.Sub(base).Scale(num.RatOf(a.Step).Inv()), true
}

// read returns the usage of the program p.
func read(p *cfa.Program) *usage {
	u := &usage{prog: p, about: map[*cfa.Var]bool{}, moved: map[*cfa.Var]bool{}, flags: map[*cfa.Var][]int64{}, same: map[*cfa.Var]sum{}, behind: map[*cfa.Var]map[*cfa.Loc]bool{}}
	for _, l := range p.Locs {
		for _, e := range l.Out {
			cfa.Writes(e.Op, func(v *cfa.Var) { u.moved[v] = u.moved[v] || l.Depth > 0 }, nil)
		}
	}
	other := map[*cfa.Var]bool{} // whether the variable is set to something other than a number
	for _, l := range p.Locs {
		for _, e := range l.Out {
			cfa.OpExprs(e.Op, func(x cfa.Expr) { cfa.Walk(x, u.expr) })
			cfa.Writes(e.Op, func(v *cfa.Var) {
				a, ok := e.Op.(*cfa.Assign)
				if ok {
					c, is := bare(a.RHS).(*cfa.Const)
					if n, small := int64(0), false; is {
						if n, small = c.Val.Int64(); small && !slices.Contains(u.flags[v], n) {
							u.flags[v] = append(u.flags[v], n)
						}
						ok = small
					} else {
						ok = false
					}
				}
				other[v] = other[v] || !ok
			}, nil)
			switch op := e.Op.(type) {
			case *cfa.Assign:
				u.set = append(u.set, pair{op.LHS, op.RHS})
			case *cfa.Store:
				u.index(op.Arr, op.Idx)
				u.moves(op)
				u.puts = append(u.puts, op)
				u.stores(op)
			case *cfa.Assume:
				if s, ok := bare(op.Cond).(*cfa.Select); ok { // the condition compares the cell with 0
					u.asked(s).number(0)
				}
			case *cfa.Call:
				for i, arg := range op.Args {
					u.set = append(u.set, pair{op.Callee.Params[i], arg})
				}
			}
		}
	}
	for v, is := range other {
		if is {
			delete(u.flags, v)
		}
	}
	u.findSame()
	for _, k := range u.arrays {
		for _, s := range k.indexes {
			u.bound(s)
		}
	}
	for range 3 { // sums that are compared with indexes, or assigned to them, are also ends of segments
		u.reach()
	}
	for v, ns := range u.flags {
		if u.about[v] || len(ns) < 2 || len(ns) > 3 {
			delete(u.flags, v)
		}
		slices.Sort(ns)
	}
	u.values()
	u.findModuli()
	slices.SortFunc(u.arrays, func(a, b *asked) int { return cmp.Compare(a.arr.ID, b.arr.ID) })
	return u
}

// findSame finds variables that are set once, to a sum of other variables that no loop sets.
func (u *usage) findSame() {
	times := map[*cfa.Var]int{}
	for _, l := range u.prog.Locs {
		for _, e := range l.Out {
			cfa.Writes(e.Op, func(v *cfa.Var) { times[v]++ }, nil)
		}
	}
	for _, p := range u.set {
		v := p.x.(*cfa.Var)
		s, ok := summed(p.y)
		if times[v] != 1 || u.moved[v] || !ok || s.IsConst() || v.Kind == cfa.ParamVar {
			continue
		}
		if !slices.ContainsFunc(u.vars(s), func(w *cfa.Var) bool { return u.moved[w] || times[w] > 1 || w == v || u.same[w].Len() > 0 }) {
			u.same[v] = s
		}
	}
}

// plain replaces the variables of a sum that have a fixed value (see same) by that value.
func (u *usage) plain(s sum) sum {
	for _, v := range u.vars(s) {
		if t, ok := u.same[v]; ok {
			s = s.Substitute(v.ID, t)
		}
	}
	return s
}

// expr records what one node of an expression shows about indexes, cells and comparisons.
func (u *usage) expr(e cfa.Expr) {
	switch e := e.(type) {
	case *cfa.Select:
		u.index(e.Arr, e.Idx)
	case *cfa.Unary:
		if s, ok := bare(e.X).(*cfa.Select); ok && e.Op == cfa.Not {
			u.asked(s).number(0)
		}
	case *cfa.Binary:
		if !e.Op.Comparison() {
			return
		}
		u.terms = append(u.terms, pair{e.X, e.Y})
		u.conds = append(u.conds, e)
		x, y := bare(e.X), bare(e.Y)
		exact := e.Op == cfa.Eq || e.Op == cfa.Ne
		s, left := x.(*cfa.Select)
		t, right := y.(*cfa.Select)
		switch {
		case left && right:
			for _, a := range []*asked{u.asked(s), u.asked(t)} {
				a.order, a.equal = a.order || !exact, a.equal || exact
			}
		case left:
			u.asked(s).compared(y, exact)
		case right:
			u.asked(t).compared(x, exact)
		}
	}
}

// asked returns the record of a cell's array.
func (u *usage) asked(s *cfa.Select) *asked {
	k, _, _ := u.cell(s.Arr, s.Idx)
	return k
}

func (u *usage) index(a *cfa.Array, idx cfa.Expr) {
	if k, s, ok := u.cell(a, idx); ok {
		k.indexes = addSum(k.indexes, s)
		for _, v := range u.vars(k.base) {
			u.about[v] = true
		}
	}
}

func (u *usage) bound(s sum) {
	for _, v := range u.vars(s) {
		u.about[v] = true
	}
	s = u.plain(s)
	u.bounds = addSum(u.bounds, s)
	for _, v := range u.vars(s) {
		u.about[v] = true
	}
}

// moves records the constant or variable that is stored in an array.
func (u *usage) moves(op *cfa.Store) {
	k, _, _ := u.cell(op.Arr, op.Idx)
	switch v := bare(op.Val).(type) {
	case *cfa.Const:
		if n, ok := v.Val.Int64(); ok {
			k.number(n)
		}
	case *cfa.Var:
		k.variable(v)
	}
}

func (k *asked) compared(with cfa.Expr, exactly bool) {
	k.exactly = k.exactly || exactly
	switch v := with.(type) {
	case *cfa.Const:
		if n, ok := v.Val.Int64(); ok {
			k.number(n)
		}
	case *cfa.Var:
		k.variable(v)
	}
}

func (k *asked) number(n int64) {
	if !slices.Contains(k.numbers, n) && len(k.numbers) < mostValues {
		k.numbers = append(k.numbers, n)
	}
}

func (k *asked) variable(v *cfa.Var) {
	if !slices.Contains(k.vars, v) && len(k.vars) < mostValues {
		k.vars = append(k.vars, v)
	}
}

// reach adds the sums that index variables are compared with and set to.
func (u *usage) reach() {
	about := func(s sum) bool {
		return slices.ContainsFunc(u.vars(s), func(v *cfa.Var) bool { return u.about[v] })
	}
	for _, p := range u.terms {
		x, ok := summed(p.x)
		y, also := summed(p.y)
		if ok && also && (about(x) || about(y)) {
			u.bound(x)
			u.bound(y)
		}
	}
	for _, p := range u.set {
		if y, ok := summed(p.y); ok && u.about[p.x.(*cfa.Var)] {
			u.bound(y)
		}
	}
}

// values adds the numbers that are compared with variables stored in arrays.
func (u *usage) values() {
	for _, k := range u.arrays {
		for _, p := range u.terms {
			x, y := bare(p.x), bare(p.y)
			if _, ok := x.(*cfa.Const); ok {
				x, y = y, x
			}
			v, ok := x.(*cfa.Var)
			c, also := y.(*cfa.Const)
			if ok && also && slices.Contains(k.vars, v) {
				if n, ok := c.Val.Int64(); ok {
					k.number(n)
				}
			}
		}
		slices.Sort(k.numbers)
	}
}

// setBefore reports whether a run may reach the location "at" after an assignment to v in the same procedure. A
// variable of another scope, such as a global, counts as set before.
func (u *usage) setBefore(v *cfa.Var, at *cfa.Loc) bool {
	if v.Proc != at.Proc {
		return true
	}
	if u.behind[v] == nil {
		seen := map[*cfa.Loc]bool{}
		var work []*cfa.Loc
		reach := func(l *cfa.Loc) {
			if !seen[l] {
				seen[l] = true
				work = append(work, l)
			}
		}
		for _, l := range v.Proc.Locs {
			for _, e := range l.Out {
				cfa.Writes(e.Op, func(w *cfa.Var) {
					if w == v {
						reach(e.To)
					}
				}, nil)
			}
		}
		for len(work) > 0 {
			l := work[len(work)-1]
			work = work[:len(work)-1]
			for _, e := range l.Out {
				reach(e.To)
			}
		}
		u.behind[v] = seen
	}
	return u.behind[v][at]
}
