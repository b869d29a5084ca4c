package lower

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Removal of flags that are full by the form of the program: definite assignment, as in compilers (The Java Language
// Specification, chapter 16), on the automata and over calls.
//
// A forward analysis of each procedure (G. Kildall, POPL 1973) computes which of the procedure's flag variables are
// full at each location. Flags that procedures share (arrays of flags, flags of static objects, of parameters and of
// results) are full if all values ever written to them are. The analysis assumes this for all of them at first. It
// drops the assumption for a flag when a value that is not full is written to it, and starts again, until no further
// one is dropped: the greatest solution. Arrays of flags are full before anything else is written to them: for
// regions and static objects the start fills them; for automatic objects all paths to a read pass the declaration, or
// a jump over it, and both write the flags. So the remaining assumptions hold in every run, by induction over its
// steps.
//
// Tests of flags that are always full are removed, and then the flags that nothing reads any more.

// A storedFlow is the analysis of a program.
type storedFlow struct {
	*lowerer
	lackVar map[*cfa.Var]bool   // the shared flag variables that are not always full
	lackArr map[*cfa.Array]bool // the arrays of flags that are not always full
	changed bool                // lackVar or lackArr has changed
	states  []flagSet           // by Loc.ID: the full flags at a reached location
	reached []bool              // by Loc.ID: the location is reached
	queued  []bool              // by Loc.ID: the location is in the work list
}

// A flagSet is a set of a procedure's flag variables, in order of their IDs.
type flagSet []*cfa.Var

func (s flagSet) find(v *cfa.Var) (int, bool) {
	return slices.BinarySearchFunc(s, v, func(a, b *cfa.Var) int { return a.ID - b.ID })
}

func (s flagSet) has(v *cfa.Var) bool { _, ok := s.find(v); return ok }

// with returns the set s with v added if `in` is true, and with v removed if it is false. It does not change s.
func (s flagSet) with(v *cfa.Var, in bool) flagSet {
	i, ok := s.find(v)
	switch {
	case ok == in:
		return s
	case in:
		return slices.Insert(slices.Clone(s), i, v)
	}
	return slices.Delete(slices.Clone(s), i, i+1)
}

func (s flagSet) intersect(t flagSet) flagSet {
	if len(s) > 0 && len(s) == len(t) && &s[0] == &t[0] {
		return s
	}
	var out flagSet
	for i, j := 0, 0; i < len(s) && j < len(t); {
		switch d := s[i].ID - t[j].ID; {
		case d == 0:
			out = append(out, s[i])
			i, j = i+1, j+1
		case d < 0:
			i++
		default:
			j++
		}
	}
	if len(out) == len(s) {
		return s
	}
	return out
}

// settleStored removes the tests that hold by the form of the program. The graph must be compact, and stays compact.
func (l *lowerer) settleStored() {
	if !l.records.Has(Uninit) {
		return
	}
	n := len(l.p.Locs)
	f := &storedFlow{
		lowerer: l, lackVar: map[*cfa.Var]bool{}, lackArr: map[*cfa.Array]bool{}, changed: true,
		states: make([]flagSet, n), reached: make([]bool, n), queued: make([]bool, n),
	}
	for f.changed {
		f.changed = false
		clear(f.states)
		clear(f.reached)
		for _, q := range l.p.Procs {
			f.solve(q)
		}
	}
	for _, loc := range l.p.Locs {
		if !f.reached[loc.ID] || !tested(loc) {
			continue
		}
		s := f.states[loc.ID]
		for _, e := range loc.Out {
			a, ok := e.Op.(*cfa.Assume)
			if !ok || isCheck(e) || !f.full(a.Cond, s, 1) {
				continue
			}
			for _, o := range loc.Out {
				if isCheck(o) {
					o.Op = &cfa.Assume{Cond: cfa.ConstInt(0)}
				} else {
					o.Op = cfa.Skip{}
				}
			}
		}
	}
	f.readFull()
	l.dropFlags()
	l.startUnborn()
	l.p.Compact()
}

// readFull puts constants in the place of flags in arrays that are always full, also in promises and in the ends of fills. It removes
// promises that always hold then, and fills of tails that set no cells.
func (f *storedFlow) readFull() {
	full := func(a *cfa.Array) bool { return f.isFlag[a] != 0 && !f.lackArr[a] }
	reads := func(e cfa.Expr) (yes bool) {
		cfa.ExprReads(e, nil, func(a *cfa.Array) { yes = yes || full(a) })
		return yes
	}
	var read func(e cfa.Expr) cfa.Expr
	read = func(e cfa.Expr) cfa.Expr {
		if e == nil || !reads(e) {
			return e
		}
		switch x := e.(type) {
		case *cfa.Select:
			if full(x.Arr) {
				return cfa.ConstInt(f.isFlag[x.Arr])
			}
		case *cfa.Binary:
			return cfa.MkBinary(x.Op, read(x.X), read(x.Y))
		case *cfa.Ite:
			return cfa.MkIte(read(x.C), read(x.T), read(x.E))
		}
		return cfa.MapOperands(e, read)
	}
	for _, e := range f.p.Edges {
		some := false
		cfa.OpExprs(e.Op, func(x cfa.Expr) { some = some || reads(x) })
		if !some || isCheck(e) {
			continue
		}
		readInstead(e.Op, read)
		switch op := e.Op.(type) {
		case *cfa.Assume:
			if k, isConst := cfa.IsConst(op.Cond); op.Always && isConst && !k.IsZero() {
				e.Op = cfa.Skip{}
			}
		case *cfa.Fill:
			if k, isConst := cfa.IsConst(op.Hi); op.Arr.Tails != nil && isConst && k.IsZero() {
				e.Op = cfa.Skip{} // it sets no cells
			}
		}
	}
}

// solve computes the flags that are full at the locations of a procedure.
func (f *storedFlow) solve(q *cfa.Proc) {
	var entry flagSet
	for _, v := range q.Params {
		if f.isFlagVar[v] && !f.lackVar[v] {
			entry = entry.with(v, true)
		}
	}
	f.states[q.Entry.ID], f.reached[q.Entry.ID] = entry, true
	work := []*cfa.Loc{q.Entry}
	for len(work) > 0 {
		loc := work[0]
		work = work[1:]
		f.queued[loc.ID] = false
		for _, e := range loc.Out {
			to := e.To.ID
			out := f.step(e.Op, f.states[loc.ID])
			in, reached := f.states[to], f.reached[to]
			if reached {
				out = in.intersect(out)
			}
			if (!reached || len(out) < len(in)) && !f.queued[to] {
				f.queued[to] = true
				work = append(work, e.To)
			}
			f.states[to], f.reached[to] = out, true
		}
	}
	for _, v := range q.Results {
		if f.reached[q.Exit.ID] && f.isFlagVar[v] && !f.states[q.Exit.ID].has(v) {
			f.lack(v)
		}
	}
}

// step returns the flags that are full after an operation.
func (f *storedFlow) step(op cfa.Op, s flagSet) flagSet {
	switch op := op.(type) {
	case *cfa.Assign:
		if !f.isFlagVar[op.LHS] {
			break
		}
		full := f.full(op.RHS, s, 1)
		if op.LHS.Proc != nil {
			return s.with(op.LHS, full)
		}
		if !full {
			f.lack(op.LHS)
		}
	case *cfa.Store:
		if k := f.isFlag[op.Arr]; k != 0 && !f.full(op.Val, s, k) {
			f.lackArray(op.Arr)
		}
	case *cfa.Fill:
		if k := f.isFlag[op.Arr]; k != 0 && (op.Val == nil || !f.full(op.Val, s, k)) {
			f.lackArray(op.Arr)
		}
	case *cfa.Copy:
		if k := f.isFlag[op.Dst]; k != 0 && (f.isFlag[op.Src] != k || f.lackArr[op.Src]) {
			f.lackArray(op.Dst)
		}
	case *cfa.Havoc:
		if f.isFlagVar[op.LHS] {
			f.lack(op.LHS)
			return s.with(op.LHS, false)
		}
	case *cfa.Call:
		for i, v := range op.Callee.Params {
			if f.isFlagVar[v] && (i >= len(op.Args) || !f.full(op.Args[i], s, 1)) {
				f.lack(v)
			}
		}
		for i, v := range op.Results {
			// The temporaries for results are not flags, but they are treated like flags.
			if r := op.Callee.Results[i]; v != nil && f.isFlagVar[r] {
				f.isFlagVar[v] = true
				s = s.with(v, !f.lackVar[r])
			}
		}
	}
	return s
}

func (f *storedFlow) lack(v *cfa.Var) {
	if !f.lackVar[v] {
		f.lackVar[v], f.changed = true, true
	}
}

func (f *storedFlow) lackArray(a *cfa.Array) {
	if !f.lackArr[a] {
		f.lackArr[a], f.changed = true, true
	}
}

// full reports whether the value of e is k, provided that the flags in s, and the shared flags that are assumed to be
// full, are full.
func (f *storedFlow) full(e cfa.Expr, s flagSet, k int64) bool {
	v, ok := cfa.IsConst(f.fold(e, s))
	return ok && v.Equal(num.Of(k))
}

// fold returns e with full flags replaced by their values, simplified. It returns nil if e reads anything else.
func (f *storedFlow) fold(e cfa.Expr, s flagSet) cfa.Expr {
	switch x := e.(type) {
	case *cfa.Const:
		return x
	case *cfa.Var:
		if f.isFlagVar[x] && (x.Proc != nil && s.has(x) || x.Proc == nil && !f.lackVar[x]) {
			return cfa.ConstInt(1)
		}
	case *cfa.Select:
		if k := f.isFlag[x.Arr]; k != 0 && !f.lackArr[x.Arr] {
			return cfa.ConstInt(k)
		}
	case *cfa.Wrap:
		if y := f.fold(x.X, s); y != nil {
			return cfa.MkWrap(x.Bits, x.Signed, y)
		}
	case *cfa.Unary:
		if y := f.fold(x.X, s); y != nil {
			return cfa.MkUnary(x.Op, y)
		}
	case *cfa.Binary:
		if a, b := f.fold(x.X, s), f.fold(x.Y, s); a != nil && b != nil {
			return cfa.MkBinary(x.Op, a, b)
		}
	}
	return nil
}

// dropFlags removes writes to flags that nothing reads.
func (l *lowerer) dropFlags() {
	vars, arrs := map[*cfa.Var]bool{}, map[*cfa.Array]bool{}
	for again := true; again; {
		again = false
		needVar := func(v *cfa.Var) {
			if l.isFlagVar[v] && !vars[v] {
				vars[v], again = true, true
			}
		}
		needArr := func(a *cfa.Array) {
			if l.isFlag[a] != 0 && !arrs[a] {
				arrs[a], again = true, true
			}
		}
		for _, e := range l.p.Edges {
			if a, ok := e.Op.(*cfa.Assume); ok {
				if k, isConst := cfa.IsConst(a.Cond); isConst && k.IsZero() {
					continue
				}
			}
			l.readFlags(e.Op, vars, arrs, needVar, needArr)
		}
	}
	for _, e := range l.p.Edges {
		switch op := e.Op.(type) {
		case *cfa.Assign:
			if l.isFlagVar[op.LHS] && !vars[op.LHS] {
				e.Op = cfa.Skip{}
			}
		case *cfa.Store:
			if l.isFlag[op.Arr] != 0 && !arrs[op.Arr] {
				e.Op = cfa.Skip{}
			}
		case *cfa.Fill:
			if l.isFlag[op.Arr] != 0 && !arrs[op.Arr] {
				e.Op = cfa.Skip{}
			}
		case *cfa.Copy:
			if l.isFlag[op.Dst] != 0 && !arrs[op.Dst] {
				e.Op = cfa.Skip{}
			}
		case *cfa.Call:
			for i, v := range op.Callee.Params {
				if l.isFlagVar[v] && !vars[v] && i < len(op.Args) {
					op.Args[i] = cfa.ConstInt(1)
				}
			}
		}
	}
}

// readFlags visits the flags that an operation reads for a needed result.
func (l *lowerer) readFlags(op cfa.Op, vars map[*cfa.Var]bool, arrs map[*cfa.Array]bool, needVar func(*cfa.Var), needArr func(*cfa.Array)) {
	switch op := op.(type) {
	case *cfa.Assign:
		if l.isFlagVar[op.LHS] && !vars[op.LHS] {
			return
		}
	case *cfa.Store:
		if l.isFlag[op.Arr] != 0 && !arrs[op.Arr] {
			return
		}
	case *cfa.Fill:
		if l.isFlag[op.Arr] != 0 && !arrs[op.Arr] {
			return
		}
	case *cfa.Copy:
		if l.isFlag[op.Dst] != 0 && !arrs[op.Dst] {
			return
		}
	case *cfa.Call:
		for i, e := range op.Args {
			if v := op.Callee.Params[i]; !l.isFlagVar[v] || vars[v] {
				cfa.ExprReads(e, needVar, needArr)
			}
		}
		for i, v := range op.Results {
			if v != nil && vars[v] {
				needVar(op.Callee.Results[i])
			}
		}
		return
	}
	cfa.Reads(op, needVar, needArr)
}

func isCheck(e *cfa.Edge) bool {
	l := e.To
	if p := l.Promised(); p != nil {
		l = p.To
	}
	return l.Error != nil && l.Error.IsCheck()
}

// tested reports whether the location is the test of a check: one edge to its error, and one that goes on.
func tested(l *cfa.Loc) bool {
	return len(l.Out) == 2 && isCheck(l.Out[0]) != isCheck(l.Out[1])
}
