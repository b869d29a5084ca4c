// Interpolants for all cuts of a proof: the entry point Sequence, the replay of unit propagation as resolution, and the
// interval of cuts at which each step needs a partial interpolant.

package interpolant

import (
	"errors"
	"fmt"
	"math"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
)

// ErrMixed is the error if a proof gives no interpolant because a literal or a term has symbols that only the left side
// has and others that only the right side has.
var ErrMixed = errors.New("the proof mixes symbols of both sides")

// ErrStopped is the error of a computation that was stopped.
var ErrStopped = errors.New("the interpolation was stopped")

// Sequence computes interpolants from a proof that the formulas of the groups cannot hold together: one for each cut
// between neighbouring groups. If the proof gives no interpolant at a cut, the formula is nil and the error says why
// (if there are several errors, it is one of them); other cuts are not affected. The proof's inputs must be among the
// formulas. The proof is not checked.
//
// All cuts use one proof and the same rules. That makes the interpolants inductive, except where congruence is
// explained in different colours.
func Sequence(b *smt.Builder, p *proof.Proof, groups [][]*smt.Term, stop func() bool) ([]*smt.Term, error) {
	if len(groups) < 2 {
		return nil, nil
	}
	r := &replay{b: b, p: p, voc: NewVocabulary(groups), home: map[*smt.Term]int{}, stop: stop, closures: map[int]*closure{}, sums: map[int]*running{}}
	for i, g := range groups {
		for _, f := range g {
			if _, ok := r.home[f]; !ok {
				r.home[f] = i
			}
		}
	}
	out := make([]*smt.Term, len(groups)-1)
	if err := r.resolve(); err != nil {
		return out, err
	}
	r.interval()
	partial := make([]*smt.Term, len(p.Steps))
	var why error
	for k := range out {
		f, err := r.interpolate(k+1, partial)
		switch {
		case err == ErrStopped:
			return out, err
		case err != nil:
			why = err
		default:
			out[k] = Simplify(b, f)
		}
	}
	return out, why
}

// A replay turns a proof into resolutions and computes partial interpolants for each cut.
type replay struct {
	b    *smt.Builder
	p    *proof.Proof
	voc  *Vocabulary
	home map[*smt.Term]int // by input: the first group that contains it
	stop func() bool

	chains   []chain          // by step: its resolutions; only for rup
	needed   []bool           // by step: whether the last step needs it
	ranges   []span           // by step: the cuts at which its partial interpolant is needed; see interval
	closures map[int]*closure // by step: its closure; only for euf and read_eq
	sums     map[int]*running // by step: its running sum; only for farkas

	polls int
}

// poll calls stop now and then and reports whether to stop.
func (r *replay) poll() bool {
	r.polls++
	return r.polls&255 == 0 && r.stop()
}

// A chain is a sequence of resolutions: the first clause with the second, the resolvent with the third, and so on.
// pivots[i] is the atom on which clauses[i+1] is resolved. If clauses is empty, the conclusion is a tautology.
type chain struct {
	clauses []int
	pivots  []*smt.Term
}

// resolve finds the chains of the steps that the last one needs.
func (r *replay) resolve() error {
	n := len(r.p.Steps)
	r.chains, r.needed = make([]chain, n), make([]bool, n)
	if n == 0 || len(r.p.Steps[n-1].Clause) > 0 {
		return errors.New("the proof does not end with the empty clause")
	}
	r.needed[n-1] = true
	u := propagation{value: map[*smt.Term]bool{}}
	for i := n - 1; i >= 0; i-- {
		if !r.needed[i] {
			continue
		}
		if r.poll() {
			return ErrStopped
		}
		s := &r.p.Steps[i]
		if s.Rule != proof.Rup {
			if len(s.Premises) > 0 {
				return fmt.Errorf("there is no interpolation for steps of the rule %v", s.Rule)
			}
			continue
		}
		c, ok := u.chain(r.p.Steps, i)
		if !ok {
			return fmt.Errorf("step %d of the proof is wrong", i)
		}
		r.chains[i] = c
		for _, k := range c.clauses {
			r.needed[k] = true
		}
	}
	return nil
}

// A propagation holds the assignment while unit propagation is replayed.
type propagation struct {
	value map[*smt.Term]bool // by atom: its value
}

// truth returns the truth of a literal and whether it is known.
func (u *propagation) truth(l *smt.Term) (value, known bool) {
	a, neg := l.Atom()
	switch {
	case a.IsTrue():
		return !neg, true
	case a.IsFalse():
		return neg, true
	}
	v, ok := u.value[a]
	return v != neg, ok
}

// set gives the literal l a truth value.
func (u *propagation) set(l *smt.Term, value bool) {
	a, neg := l.Atom()
	u.value[a] = value != neg
}

// chain replays the rup step i. It goes forward until all literals of a premise are false. Then it goes backward, and
// resolves this premise with the premises that made its literals false. Each literal that remains occurs in the
// conclusion.
func (u *propagation) chain(steps []proof.Step, i int) (chain, bool) {
	clear(u.value)
	s := &steps[i]
	for _, l := range s.Clause {
		if v, known := u.truth(l); known && v {
			return chain{}, true
		}
		if _, known := u.truth(l); !known {
			u.set(l, false)
		}
	}
	var opened []*smt.Term // by premise: the literal it made true
	end := -1
	for _, k := range s.Premises {
		var open *smt.Term
		for _, l := range steps[k].Clause {
			v, known := u.truth(l)
			switch {
			case known && v, !known && open != nil && open != l:
				return chain{}, false
			case !known:
				open = l
			}
		}
		if open == nil {
			end = k
			break
		}
		u.set(open, true)
		opened = append(opened, open)
	}
	if end < 0 {
		return chain{}, false
	}
	c := chain{clauses: []int{end}}
	wanted := map[*smt.Term]bool{} // the atoms of the resolvent, whose literals are all false at this point
	want := func(k int, not *smt.Term) {
		for _, l := range steps[k].Clause {
			if l != not {
				a, _ := l.Atom()
				wanted[a] = true
			}
		}
	}
	want(end, nil)
	for j := len(opened) - 1; j >= 0; j-- {
		a, _ := opened[j].Atom()
		if !wanted[a] {
			continue
		}
		c.clauses = append(c.clauses, s.Premises[j])
		c.pivots = append(c.pivots, a)
		want(s.Premises[j], opened[j])
	}
	return c, true
}

// interval computes for each step the cuts at which its partial interpolant must be computed: the cuts k with from < k
// and k <= to. At the cuts up to from, everything that the step depends on belongs to B, and the partial interpolant
// is true. At the cuts above to, everything belongs to A alone, and it is false. So steps about a few groups cost
// nothing at the other cuts, and the cost of a long path is little more than its length.
func (r *replay) interval() {
	r.ranges = make([]span, len(r.p.Steps))
	for i := range r.p.Steps {
		if !r.needed[i] {
			continue
		}
		s := &r.p.Steps[i]
		at := span{math.MaxInt, -1}
		switch {
		case s.Rule == proof.Rup:
			for _, k := range r.chains[i].clauses {
				at.from, at.to = min(at.from, r.ranges[k].from), max(at.to, r.ranges[k].to)
			}
		case s.Rule == proof.Assume && len(s.Clause) > 0:
			home := r.home[s.Clause[0]]
			at = span{home, max(home, r.voc.of(s.Clause[0]).to)}
		case s.Rule == proof.Assume:
			home := r.home[r.b.False()]
			at = span{home, home}
		case tautology(s.Clause): // needs neither side
		default:
			for _, l := range s.Clause {
				o := r.voc.of(l)
				at.from, at.to = min(at.from, o.to), max(at.to, o.to, o.from)
			}
		}
		r.ranges[i] = at
	}
}

// tautology reports whether a clause contains True, or a formula and its negation.
func tautology(clause []*smt.Term) bool {
	seen := make(map[*smt.Term]bool, len(clause)) // atoms, by whether they are negated
	for _, l := range clause {
		a, neg := l.Atom()
		if was, ok := seen[a]; l.IsTrue() || ok && was != neg {
			return true
		}
		seen[a] = neg
	}
	return false
}
