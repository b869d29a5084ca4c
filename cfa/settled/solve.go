package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// findFacts computes which comparisons hold at the locations of all procedures.
func (w *program) findFacts(errors []*cfa.Loc) {
	for _, l := range errors {
		x := w.procs[l.Proc.ID]
		for _, e := range l.In {
			if a, ok := e.Op.(*cfa.Assume); ok && x.passes(e) {
				x.ownFacts().collect(cfa.MkNot(a.Cond))
			}
		}
	}
	w.follow()
	s := &solver{w: w, queued: make([]bool, len(w.p.Locs))}
	for _, x := range w.procs {
		f := x.ownFacts()
		f.words = (len(f.list) + 63) / 64
		f.at = make([][]uint64, len(x.q.Locs))
		f.implied, f.steps = make([][]int32, len(x.pass)), make([][]step, len(x.pass))
	}
	start := w.procs[w.p.Start.ID]
	start.facts.at[w.p.Start.Entry.Index] = make([]uint64, start.facts.words)
	s.push(w.p.Start.Entry)
	s.run()
}

// solver propagates facts forward over all procedures.
type solver struct {
	w      *program
	work   []*cfa.Loc
	queued []bool
	out    []uint64
}

func (s *solver) push(l *cfa.Loc) {
	if !s.queued[l.ID] {
		s.queued[l.ID] = true
		s.work = append(s.work, l)
	}
}

func (s *solver) run() {
	for len(s.work) > 0 {
		l := s.work[0]
		s.work, s.queued[l.ID] = s.work[1:], false
		x := s.w.procs[l.Proc.ID]
		if l == x.q.Exit {
			for _, e := range x.q.Callers {
				if y := s.w.procs[e.From.Proc.ID]; y.facts.at[e.From.Index] != nil {
					s.push(e.From)
				}
			}
		}
		for _, e := range l.Out {
			if !x.passes(e) {
				continue
			}
			if c, ok := e.Op.(*cfa.Call); ok {
				s.call(x.facts, c, e)
				if s.w.procs[c.Callee.ID].facts.at[c.Callee.Exit.Index] == nil {
					continue // it has not come back yet
				}
			}
			s.transfer(x.facts, e)
			s.arrive(x.facts, e.To)
		}
	}
}

// call hands facts to the entry of a callee.
func (s *solver) call(f *facts, c *cfa.Call, e *cfa.Edge) {
	g := s.w.procs[c.Callee.ID].facts
	s.out = append(s.out[:0], make([]uint64, g.words)...)
	in := f.at[e.From.Index]
	for k, st := range g.atCalls(e) {
		if st.kind == stepBounds || st.kind == stepFact && has(in, int(st.before)) {
			s.out[k/64] |= 1 << (k % 64)
		}
	}
	s.arrive(g, c.Callee.Entry)
}

// arrive meets what holds at a location with s.out.
func (s *solver) arrive(f *facts, l *cfa.Loc) {
	in := f.at[l.Index]
	changed := in == nil
	if changed {
		f.at[l.Index] = slices.Clone(s.out)
		if f.at[l.Index] == nil {
			f.at[l.Index] = []uint64{}
		}
	} else {
		for i := range in {
			if x := in[i] & s.out[i]; x != in[i] {
				in[i], changed = x, true
			}
		}
	}
	if changed {
		s.push(l)
	}
}

// transfer computes in s.out the facts after an edge from those before it.
func (s *solver) transfer(f *facts, e *cfa.Edge) {
	in := f.at[e.From.Index]
	s.out = append(s.out[:0], in...)
	for _, st := range f.affectedBy(e) {
		bit := uint64(1) << (st.fact % 64)
		if s.after(e, st) {
			s.out[st.fact/64] |= bit
		} else {
			s.out[st.fact/64] &^= bit
		}
	}
	if a, ok := e.Op.(*cfa.Assume); ok {
		for _, k := range f.implies(e, a.Cond) {
			s.out[k/64] |= 1 << (k % 64)
		}
		for _, st := range f.released(e, a.Cond) {
			if has(in, int(st.before)) {
				s.out[st.fact/64] |= 1 << (st.fact % 64)
			}
		}
	}
}

// after reports whether a fact that an edge affects holds after it.
func (s *solver) after(e *cfa.Edge, st step) bool {
	if st.kind != stepFact {
		return st.kind == stepBounds
	}
	at := e.From
	if st.exit {
		at = e.Op.(*cfa.Call).Callee.Exit
	}
	return has(s.w.procs[at.Proc.ID].facts.at[at.Index], int(st.before))
}
