// The schedule of restarts, mode changes, rephasing and clause deletion.

package sat

import (
	"cmp"
	"math"
	"slices"
)

// Clauses with glue up to tier1 are kept forever, clauses with glue up to tier2 if they were used in one of the last
// two rounds, and others if they were used in the last one (Oh: Between SAT and UNSAT, SAT 2015).
const (
	tier1 = 2
	tier2 = 6
)

const (
	restartMargin = 1.1  // restart if the glue of recent clauses exceeds the average by this factor
	restartMin    = 2    // least number of conflicts between two restarts in focused mode
	lubyUnit      = 1024 // conflicts for each unit of the Luby sequence
	firstMode     = 1000 // conflicts before the first change of mode
	stableGlue    = 1.25 // stable mode gets more time if its glue is at most this multiple of focused mode's
	stableTimes   = 8    // the factor by which stable mode gets more time in that case
	reduceUnit    = 150  // conflicts by which the time between reductions of the learnt clauses grows
	rephaseUnit   = 1000 // conflicts by which the time between changes of the saved phases grows
	// conflicts between the first calls of inprocessing; later the interval grows like a square root
	inprocessUnit  = 2000
	inprocessTicks = 0.10 // share of the search's ticks that vivification may use
	reduceShare    = 0.75 // share of the candidates that a reduction deletes
	fastAlpha      = 3e-2 // weight of a new value in the average of recent glue
	slowAlpha      = 1e-5 // weight of a new value in the long-term average of glue
)

// ema is an exponential moving average without the bias of its start (Biere, Fröhlich:
// Evaluating CDCL Restart Schemes, PoS 2015).
type ema struct{ biased, alpha, rest float64 }

func (e *ema) add(x float64) {
	e.biased += e.alpha * (x - e.biased)
	e.rest *= 1 - e.alpha
}

func (e *ema) value() float64 {
	if e.rest == 1 {
		return 0
	}
	return e.biased / (1 - e.rest)
}

// A schedule decides when to restart, change the mode, delete clauses and so on. All limits are numbers of conflicts or
// ticks, so that runs are reproducible.
type schedule struct {
	// recent and long-term average of the glue; one for each mode, because stable mode learns other clauses
	fast, slow           [2]ema
	restart              int64
	luby                 luby
	mode                 int64 // time of the next change: in conflicts at first, then in ticks
	modeTicks, modeCount int64 // the length of the first phase, and the number of phases
	modeStart            int64 // the clock in ticks from which modeTicks is measured
	reduce               int64
	rephase, rephases    int64
	inprocess            int64
	rephaseUnit          int64 // the value of the constant; tests may change it
	inprocessUnit        int64
	inprocessings        int64
	spent                int64 // ticks that inprocessing has used
	fixed                int   // length of the trail at level 0 at the last simplification
}

func (c *schedule) init() {
	for i := range 2 {
		c.fast[i] = ema{alpha: fastAlpha, rest: 1}
		c.slow[i] = ema{alpha: slowAlpha, rest: 1}
	}
	c.rephaseUnit, c.inprocessUnit = rephaseUnit, inprocessUnit
	c.mode, c.reduce, c.rephase, c.inprocess = firstMode, reduceUnit, rephaseUnit, inprocessUnit
}

func index(stable bool) int {
	if stable {
		return 1
	}
	return 0
}

// luby runs through the sequence 1 1 2 1 1 2 4 … (Luby, Sinclair, Zuckerman
// 1993), computed as by Knuth's reluctant doubling.
type luby struct{ u, v, left int64 }

func (l *luby) step() (due bool) {
	if l.u == 0 {
		l.u, l.v, l.left = 1, 1, lubyUnit
	}
	if l.left--; l.left > 0 {
		return false
	}
	if l.u&-l.u == l.v {
		l.u, l.v = l.u+1, 1
	} else {
		l.v *= 2
	}
	l.left = l.v * lubyUnit
	return true
}

// learnedGlue updates the averages after a conflict.
func (s *Solver) learnedGlue(glue int) {
	c := &s.sched
	i := index(s.stable)
	c.fast[i].add(float64(glue))
	c.slow[i].add(float64(glue))
	if s.stable && c.luby.step() {
		c.restart = 0
	}
}

// restartDue reports whether the search should start over.
func (s *Solver) restartDue() bool {
	c := &s.sched
	if s.level() <= len(s.assumed) || s.stats.Conflicts < c.restart {
		return false
	}
	return s.stable || c.fast[0].value() > restartMargin*c.slow[0].value()
}

// restart backtracks to the level up to which the search would take the same decisions again (van der Tak, Ramos,
// Heule: Reusing the Assignment Trail, 2011).
func (s *Solver) restart() {
	s.stats.Restarts++
	c := &s.sched
	if s.stable {
		c.restart = math.MaxInt64 // until luby triggers a restart
	} else {
		c.restart = s.stats.Conflicts + restartMin
	}
	level := s.assumedLevel()
	if next := s.nextVar(); next != noVar {
		for level < s.level() {
			d := s.trail[s.lims[level]].Var()
			if s.stable && !s.scores.before(d, next) || !s.stable && s.queue.stamp[d] < s.queue.stamp[next] {
				break
			}
			level++
		}
	}
	s.backtrack(level)
}

// assumedLevel returns the lowest level to which a restart may go, so that assumptions stay.
func (s *Solver) assumedLevel() int { return min(len(s.assumed), s.level()) }

// changeMode alternates between the modes. Both get the same number of ticks, unless the glue of the clauses that
// stable mode learns is no worse; then stable mode gets more. That is the case for random clauses, pigeonhole problems
// and factoring, which stable mode alone refutes in half of the conflicts or fewer. For unrolled machines and adders,
// its glue is two to five times the glue of focused mode, which is then the better mode.
func (s *Solver) changeMode() {
	c := &s.sched
	if s.opt.Mode != Alternate {
		s.stable = s.opt.Mode == Stable
		c.mode = math.MaxInt64
		return
	}
	if c.modeCount == 0 {
		if s.stats.Conflicts < c.mode {
			return
		}
		c.modeTicks = s.stats.Ticks - c.modeStart
	} else if s.stats.Ticks < c.mode {
		return
	}
	c.modeCount++
	n := c.modeCount/2 + 1
	c.mode = s.stats.Ticks + c.modeTicks*n*n
	s.backtrack(s.assumedLevel())
	s.stable = !s.stable
	if s.stable && c.modeCount > 1 && c.slow[1].value() <= stableGlue*c.slow[0].value() {
		c.mode += (stableTimes - 1) * c.modeTicks * n * n
	}
	if s.stable {
		c.luby = luby{}
		c.restart = math.MaxInt64
		s.phases.forgetTarget()
	} else {
		c.restart = s.stats.Conflicts + restartMin
		// The variables that stable mode unassigned are found from the end of the queue.
		s.queue.from = s.queue.last
	}
}

// housekeep does the maintenance that is due between conflicts, and reports whether the trail may have changed.
func (s *Solver) housekeep() bool {
	c := &s.sched
	n := s.stats.Conflicts
	if n >= c.reduce {
		s.reduce()
	}
	if s.restartDue() {
		s.restart()
		s.changeMode()
		return true
	}
	if s.stable && n >= c.rephase {
		c.rephases++
		c.rephase = n + c.rephaseUnit*c.rephases
		s.rephase()
		return true
	}
	if n >= c.inprocess && !s.opt.NoInprocess {
		s.inprocess()
		return true
	}
	return false
}

// reduce deletes learnt clauses that seem of little use, clauses with the highest glue first.
func (s *Solver) reduce() {
	c := &s.sched
	s.stats.Reductions++
	c.reduce = s.stats.Conflicts + reduceUnit*(s.stats.Reductions+1)
	s.simplify()
	var candidates []ref
	for _, c := range s.learnts {
		switch {
		case s.has(c, flagGarbage), s.glue(c) <= tier1, s.size(c) == 2, s.locked(c):
		case s.used(c) > 0:
			s.setUsed(c, s.used(c)-1)
		default:
			candidates = append(candidates, c)
		}
	}
	slices.SortStableFunc(candidates, func(a, b ref) int {
		if d := cmp.Compare(s.glue(b), s.glue(a)); d != 0 {
			return d
		}
		return cmp.Compare(s.size(b), s.size(a))
	})
	for _, c := range candidates[:int(reduceShare*float64(len(candidates)))] {
		s.free(c)
		s.stats.Deleted++
	}
	s.collect()
}

// simplify removes clauses that are true at level 0 and literals that are false there, if literals were fixed since the
// last time. It may be called at any level, at the fixpoint of propagation: then a clause with a watched literal that
// is false at level 0 is true there. The caller must collect the garbage.
func (s *Solver) simplify() {
	n := len(s.trail)
	if len(s.lims) > 0 {
		n = s.lims[0]
	}
	if n == s.sched.fixed {
		return
	}
	s.sched.fixed = n
	for _, list := range [][]ref{s.clauses, s.learnts} {
		for _, c := range list {
			if !s.has(c, flagGarbage) {
				s.strip(c)
			}
		}
	}
}

// strip simplifies one attached clause by the literals fixed at level 0.
func (s *Solver) strip(c ref) {
	lits, drop := s.scratch[:0], s.dropped[:0]
	for _, x := range s.lits(c) {
		l := Lit(x)
		switch v := s.vals[l]; {
		case v == 0 || s.vars[l.Var()].level > 0:
			lits = append(lits, l)
		case v > 0:
			s.scratch = lits
			s.free(c)
			return
		default:
			drop = append(drop, l)
		}
	}
	s.scratch, s.dropped = lits, drop
	if len(drop) > 0 {
		s.shrink(c, lits, s.without(lits, drop, s.id(c)))
	}
}
