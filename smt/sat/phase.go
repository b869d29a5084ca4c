// The values with which variables are decided.

package sat

// phases has, for each variable, values to decide it with: 1, -1, or 0 for none.
//
// Saved phases are the last values of the variables (Pipatsrisawat, Darwiche: A Lightweight Component Caching Scheme,
// SAT 2007). Target and best phases are the values in the largest trail without conflict since the last rephasing, or
// overall (Biere, Fleury: Chasing Target Phases, PoS 2020).
type phases struct {
	initial, saved, target, best []int8
	targetSize, bestSize         int
	rephased                     int64
}

func (p *phases) add(positive bool) {
	p.initial = append(p.initial, phaseOf(positive))
	p.saved = append(p.saved, 0)
	p.target = append(p.target, 0)
	p.best = append(p.best, 0)
}

func phaseOf(positive bool) int8 {
	if positive {
		return 1
	}
	return -1
}

// phase returns the value to decide v with. In focused mode it prefers the theory's value if the theory watches v: a
// decision that agrees with the theory's candidate model needs no repair. In stable mode, which stays near an
// assignment of its own, it consults the theory only if v never had a value.
func (s *Solver) phase(v Var) int8 {
	p := &s.phases
	var favoured int8
	if (!s.stable || p.saved[v] == 0) && s.flags[v]&varWatched != 0 {
		favoured = s.theory.Phase(v)
	}
	if !s.stable && favoured != 0 {
		return favoured
	}
	if s.stable && p.target[v] != 0 {
		return p.target[v]
	}
	if p.saved[v] != 0 {
		return p.saved[v]
	}
	if favoured != 0 {
		return favoured
	}
	return p.initial[v]
}

// notePhases saves the assignment of the levels below the current one, if it is the largest so far. It is called at a
// conflict; the levels below had no conflict.
func (s *Solver) notePhases() {
	if !s.stable || len(s.lims) == 0 {
		return
	}
	n := s.lims[len(s.lims)-1]
	p := &s.phases
	if n > p.targetSize {
		p.targetSize = n
		for _, l := range s.trail[:n] {
			p.target[l.Var()] = sign(l)
		}
	}
	if n > p.bestSize {
		p.bestSize = n
		for _, l := range s.trail[:n] {
			p.best[l.Var()] = sign(l)
		}
	}
}

// rephase overwrites the saved phases, in turn with the best, initial, inverted and random ones.
func (s *Solver) rephase() {
	s.stats.Rephased++
	s.backtrack(s.assumedLevel())
	p := &s.phases
	turn := p.rephased % 6
	p.rephased++
	for v := range p.saved {
		switch turn {
		case 0:
			p.saved[v] = p.initial[v]
		case 2:
			p.saved[v] = -p.initial[v]
		case 4:
			if s.random()&7 == 0 {
				p.saved[v] = -p.saved[v]
			}
		default:
			if p.best[v] != 0 {
				p.saved[v] = p.best[v]
			}
		}
	}
	if turn%2 == 1 {
		p.bestSize = 0
	}
	p.forgetTarget()
}

func (p *phases) forgetTarget() {
	clear(p.target)
	p.targetSize = 0
}

// random returns the next number of the generator xorshift64 (Marsaglia 2003).
func (s *Solver) random() uint64 {
	x := s.rng
	x ^= x << 13
	x ^= x >> 7
	x ^= x << 17
	s.rng = x
	return x
}
