package cfa

import "slices"

// Program slicing with the error locations as the criterion.
//
// M. Weiser: Program slicing. ICSE 1981. Unlike there, a slice keeps every branch from which an error location can
// still be reached.
//
// Slicing removes two things. First, it detaches the edges after which no error location can be reached, neither
// through the rest of the procedure, nor through callees, nor through callers after a return. A run that would take
// such an edge ends before it. Second, it replaces operations on irrelevant variables and arrays by Skip. The relevant
// variables and arrays are the ones that the condition of a remaining edge reads. If an operation sets a relevant
// variable or array, then the variables and arrays that it reads are relevant, too: in right-hand sides, indexes,
// bounds, and arguments for relevant parameters. The order of operations is not taken into account. The cost is linear
// in the size of the program.
//
// The slice has the same locations, edges and IDs as the program, so a path of one is a path of the other (PathIn). It
// keeps all operations that the values of its conditions depend on. So the conditions on a path hold in the slice for
// the same inputs as in the program, and the same paths to error locations are feasible, with one exception: an
// operation that was replaced by Skip may have been undefined (a division by zero, an access through a null pointer).
// It ends the run in the program, but not in the slice. Therefore:
//   - If the slice is SAFE, so is the program, since the slice has more runs to errors, not fewer.
//   - If the slice is UNSAFE, the program may be safe. But every bug is replayed on the program itself, and if that run
//     ends before the error, the bug is not reported.
//
// Endless loops and calls that do not return also end the way to an error, so slicing keeps all of them that lie on a
// path to an error location. For this reason it keeps calls without relevant effects, and the conditions of branches
// that soon meet again.

// SliceInfo describes a slice.
type SliceInfo struct {
	Edges  int      // the number of detached edges
	Ops    int      // the number of operations that became Skip
	Vars   VarSet   // the relevant variables
	Arrays ArraySet // the relevant arrays
}

// Slice returns the slice of a finished program with respect to its error locations. It is a separate program with the
// same IDs, in which some edges are detached and some operations are Skip. The arrays in also are treated as relevant.
func (p *Program) Slice(also ...*Array) (*Program, *SliceInfo) {
	q := p.Clone()
	q.Origin = p
	s := &slicer{p: q, info: &SliceInfo{}}
	s.settled()
	s.promises()
	s.cut()
	s.relevance(also)
	s.erase()
	q.analyse()
	return q, s.info
}

// PathIn returns path, a path of p, as a path of q: with the edges of q that have the same IDs. One of p and q must be
// a slice of the other, or both must be slices of the same program.
func (p *Program) PathIn(q *Program, path Path) Path {
	out := make(Path, len(path))
	for i, s := range path {
		out[i] = Step{Edge: q.Edges[s.Edge.ID], Kind: s.Kind}
	}
	return out
}

// settled removes the error locations that Program.Settled says are unreachable, and the tests in front of them. Since
// no run takes the edge to such an error location, every run takes the opposite edge, and its condition becomes Skip. A
// verdict SAFE for the program also requires a proof of these claims (see Settled).
func (s *slicer) settled() {
	if s.p.Settled == nil {
		return
	}
	is := slices.Clone(s.p.Settled.Errors)
	for _, l := range s.p.Locs {
		if e := l.Promised(); e != nil && is[e.To.ID] {
			is[l.ID] = true
		}
	}
	for _, l := range s.p.Locs {
		tests := false
		for _, e := range l.Out {
			tests = tests || is[e.To.ID]
		}
		if !tests || len(l.Out) != 2 {
			continue
		}
		for k, e := range l.Out {
			a, ok1 := e.Op.(*Assume)
			b, ok2 := l.Out[1-k].Op.(*Assume)
			if ok1 && ok2 && !is[e.To.ID] && Opposite(a.Cond, b.Cond) {
				e.Op = Skip{}
			}
		}
	}
	var left []*Loc
	for _, l := range s.p.Errors {
		if is[l.ID] {
			l.Error = nil
		} else {
			left = append(left, l)
		}
	}
	s.p.Errors = left
}

// promises removes assumptions that hold in every run.
func (s *slicer) promises() {
	for _, e := range s.p.Edges {
		if a, ok := e.Op.(*Assume); ok && a.Always {
			e.Op = Skip{}
		}
	}
}

// slicer is the state of one call of Slice.
type slicer struct {
	p    *Program
	info *SliceInfo
}

// backward marks, by Loc.ID, the locations in start and all locations from which marked ones can be reached within the
// procedure. A path may pass a call only if returns has the callee's entry. If returns is nil, the marks themselves
// take its place, since start then consists of the exits. In this case a call may be skipped because the callee's entry
// is not marked yet; it is visited again when that entry is marked. If into is set, a path may also enter a callee and
// end there.
func (s *slicer) backward(start []*Loc, returns []bool, into bool) []bool {
	marked := make([]bool, len(s.p.Locs))
	var work []*Loc
	mark := func(l *Loc) {
		if !marked[l.ID] {
			marked[l.ID] = true
			work = append(work, l)
		}
	}
	for _, l := range start {
		mark(l)
	}
	if returns == nil {
		returns = marked
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.In {
			if c, ok := e.Op.(*Call); !ok || returns[c.Callee.Entry.ID] {
				mark(e.From)
			}
		}
		if l == l.Proc.Entry {
			for _, e := range l.Proc.Callers {
				if into || marked[e.To.ID] {
					mark(e.From)
				}
			}
		}
	}
	return marked
}

// cut detaches the edges after which no error location can be reached.
func (s *slicer) cut() {
	// Locations from which the exit of their procedure can be reached, and locations from which an error location can be
	// reached before their procedure returns.
	var exits []*Loc
	for _, q := range s.p.Procs {
		exits = append(exits, q.Exit)
	}
	returns := s.backward(exits, nil, false)
	fails := s.backward(s.p.Errors, returns, true)

	// The procedures after whose return an error location can be reached, in some caller.
	var (
		up   = make([]bool, len(s.p.Procs))
		work []*Proc
	)
	raise := func(q *Proc) {
		if !up[q.ID] {
			up[q.ID] = true
			work = append(work, q)
		}
	}
	for _, q := range s.p.Procs {
		for _, e := range q.Calls {
			if fails[e.To.ID] {
				raise(e.Op.(*Call).Callee)
			}
		}
	}
	for len(work) > 0 {
		q := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range q.Calls {
			if returns[e.To.ID] {
				raise(e.Op.(*Call).Callee)
			}
		}
	}
	s.detach(func(e *Edge) bool {
		goesOn := fails[e.To.ID] || returns[e.To.ID] && up[e.To.Proc.ID]
		if c, ok := e.Op.(*Call); ok {
			return fails[c.Callee.Entry.ID] || goesOn && returns[c.Callee.Entry.ID]
		}
		return goesOn
	})
	// Detaching edges may have made locations unreachable.
	seen := s.p.reached()
	s.detach(func(e *Edge) bool { return seen[e.From.ID] && seen[e.To.ID] || seen[e.From.ID] && isCall(e) })
}

// isCall reports whether the operation of e is a call.
func isCall(e *Edge) bool {
	_, ok := e.Op.(*Call)
	return ok
}

// detach removes the edges for which keep is false from the lists of their ends.
func (s *slicer) detach(keep func(*Edge) bool) {
	filter := func(es []*Edge) []*Edge {
		out := es[:0:0]
		for _, e := range es {
			if keep(e) {
				out = append(out, e)
			}
		}
		return out
	}
	for _, l := range s.p.Locs {
		out := filter(l.Out)
		s.info.Edges += len(l.Out) - len(out)
		l.Out, l.In = out, filter(l.In)
	}
}

// relevance computes the relevant variables and arrays.
func (s *slicer) relevance(also []*Array) {
	// A source is what an operation that sets a variable or an array reads: expressions, and for a Copy an array.
	type source struct {
		exprs []Expr
		array *Array
	}
	ofVar := make([][]source, len(s.p.Vars))
	ofArray := make([][]source, len(s.p.Arrays))
	var vars []*Var
	var arrays []*Array
	needVar := func(v *Var) {
		if !s.info.Vars.Has(v) {
			s.info.Vars.Add(v)
			vars = append(vars, v)
		}
	}
	needArray := func(a *Array) {
		if !s.info.Arrays.Has(a) {
			s.info.Arrays.Add(a)
			arrays = append(arrays, a)
		}
	}
	need := func(from []source) {
		for _, f := range from {
			for _, e := range f.exprs {
				if e != nil {
					ExprReads(e, needVar, needArray)
				}
			}
			if f.array != nil {
				needArray(f.array)
			}
		}
	}
	toVar := func(v *Var, es ...Expr) { ofVar[v.ID] = append(ofVar[v.ID], source{exprs: es}) }
	toArray := func(a, from *Array, es ...Expr) {
		ofArray[a.ID] = append(ofArray[a.ID], source{es, from})
	}
	for _, l := range s.p.Locs {
		for _, e := range l.Out {
			switch o := e.Op.(type) {
			case *Assume:
				ExprReads(o.Cond, needVar, needArray)
			case *Assign:
				toVar(o.LHS, o.RHS)
			case *Store:
				toArray(o.Arr, nil, o.Idx, o.Val)
			case *Fill:
				toArray(o.Arr, nil, o.Lo, o.Hi, o.Val)
			case *Copy:
				toArray(o.Dst, o.Src, o.DstLo, o.SrcLo, o.N)
			case *Havoc:
				if o.Def != nil {
					toVar(o.LHS, o.Def.Args...)
				}
			case *Call:
				for i, a := range o.Args {
					toVar(o.Callee.Params[i], a)
				}
				for i, v := range o.Results {
					if v != nil {
						toVar(v, o.Callee.Results[i])
					}
				}
			}
		}
	}
	for _, a := range also {
		needArray(s.p.Arrays[a.ID])
	}
	for len(vars) > 0 || len(arrays) > 0 {
		if n := len(vars); n > 0 {
			v := vars[n-1]
			vars = vars[:n-1]
			need(ofVar[v.ID])
			continue
		}
		n := len(arrays)
		a := arrays[n-1]
		arrays = arrays[:n-1]
		need(ofArray[a.ID])
	}
}

// erase replaces the operations that set no relevant variable or array by Skip. Calls stay, but irrelevant parameters
// get the argument 0, and the results for irrelevant variables are dropped.
func (s *slicer) erase() {
	for _, e := range s.p.Edges {
		if c, ok := e.Op.(*Call); ok {
			for i, v := range c.Callee.Params {
				if !s.info.Vars.Has(v) {
					c.Args[i] = ConstInt(0)
				}
			}
			for i, v := range c.Results {
				if v != nil && !s.info.Vars.Has(v) {
					c.Results[i] = nil
				}
			}
			continue
		}
		sets, relevant := false, false
		Writes(e.Op, func(v *Var) {
			sets, relevant = true, relevant || s.info.Vars.Has(v)
		}, func(a *Array) {
			sets, relevant = true, relevant || s.info.Arrays.Has(a)
		})
		if sets && !relevant {
			e.Op = Skip{}
			s.info.Ops++
		}
	}
}
