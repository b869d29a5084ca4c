package cfa

import "slices"

// Slicing to the property.
//
// M. Weiser: Program slicing. ICSE 1981; here with the error locations as the
// criterion and without leaving out any branch that can still lead to one.
//
// Two things go. Edges to where no error location can be reached from any more,
// through the rest of the procedure, its callees, or its callers after a return:
// such an edge is detached, and a run that would take it ends in front of it. And
// operations on variables and arrays that are not relevant, which become Skip.
// Relevant is what a condition on a remaining edge reads, and, closed under this,
// what the operations that set something relevant read: the right-hand sides,
// indexes, bounds, arguments of relevant parameters. Neither the order of operations
// nor where a variable is read matters for this; it costs time linear in the program.
//
// What the slice keeps. Locations, edges and IDs are the program's own, so a
// path of the one is a path of the other (PathIn). Every condition is kept with
// all that its value depends on, therefore the conditions along a path hold in the slice
// for the same inputs as in the program: the same paths to error locations are feasible, with one
// exception. An operation that is left out could have been undefined (division by
// zero, an access through a null pointer), which ends a run; the slice goes on.
//   - SAFE of the slice is SAFE of the program: the slice has more runs to errors, not fewer.
//   - UNSAFE of the slice may rest on such a run. Its path is replayed on the program itself,
//     as every bug is, and a run that ends before the error is not reported.
//
// The same reasoning covers endless loops and calls that do not return: none is
// left out that a path to an error passes. That is why calls without any
// relevant effect stay, and conditions between two branches that soon meet again.

// SliceInfo says what a slice has left out.
type SliceInfo struct {
	Edges  int      // edges detached
	Ops    int      // operations that became Skip
	Vars   VarSet   // relevant variables
	Arrays ArraySet // relevant arrays
}

// Slice returns the slice of a finished program to its error locations: a program of
// its own with the same IDs, in which some edges are detached and some operations are Skip.
// The arrays given are kept as if they were relevant.
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

// PathIn returns the path with the edges of q that have the same IDs; p, of which the path is, and
// q are a program and its slice, or two slices of one program.
func (p *Program) PathIn(q *Program, path Path) Path {
	out := make(Path, len(path))
	for i, s := range path {
		out[i] = Step{Edge: q.Edges[s.Edge.ID], Kind: s.Kind}
	}
	return out
}

// settled leaves out the error locations that were settled beforehand, and their tests: no run comes
// to them, so every run that comes to such a test goes on. Who says SAFE of the program has that
// proved besides.
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

// promises leaves out assumptions that hold in every run.
func (s *slicer) promises() {
	for _, e := range s.p.Edges {
		if a, ok := e.Op.(*Assume); ok && a.Always {
			e.Op = Skip{}
		}
	}
}

type slicer struct {
	p    *Program
	info *SliceInfo
}

// backward marks the locations in start and those that lead to marked ones within their procedure,
// over calls that may return. through tells whether a call edge may be passed; where it may not be
// yet, it comes back through the callee's entry. If into is set, a call also leads into its callee.
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
		returns = marked // the marks themselves say from where the exit is reached
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

// cut detaches the edges from which no error is reached.
func (s *slicer) cut() {
	var exits []*Loc
	for _, q := range s.p.Procs {
		exits = append(exits, q.Exit)
	}
	returns := s.backward(exits, nil, false)
	fails := s.backward(s.p.Errors, returns, true)

	// Procedures from whose exit an error can be reached, in some caller.
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
	// What cannot be reached any more need not be looked at.
	seen := s.p.reached()
	s.detach(func(e *Edge) bool { return seen[e.From.ID] && seen[e.To.ID] || seen[e.From.ID] && isCall(e) })
}

func isCall(e *Edge) bool {
	_, ok := e.Op.(*Call)
	return ok
}

// detach takes the edges that are not to be kept out of their ends.
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
	// What a variable or an array depends on: the expressions of all operations that set it.
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

// erase replaces the operations that set nothing relevant. A call stays; its arguments for
// parameters that are not relevant become 0, such results are not taken.
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
