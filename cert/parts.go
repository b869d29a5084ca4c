// This file checks proofs of some of the errors.
//
// Certificate.Targets restricts a proof. It then proves that no run reaches one of these error locations, in the
// program in which runs simply end at the other error locations. Nothing leads on from an error location, so the same
// holds in the program itself (cfa.Program.Asking). Each part is therefore a proof without the others, and several
// parts together prove all errors that any of them is about. The program and the caller determine which errors there
// are and which of them matter; the certificate never does.

package cert

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/cfa"
)

// Covers lists the error locations of p that the proof is about, in the program's order. CheckPart checks whether it
// is a proof.
func (c *Certificate) Covers(p *cfa.Program) []*cfa.Loc {
	about := map[int]bool{}
	add := func(c *Certificate) {
		if c.Targets == nil {
			for _, l := range p.Errors {
				about[l.ID] = true
			}
		}
		for _, id := range c.Targets {
			about[id] = true
		}
	}
	if len(c.Parts) == 0 {
		add(c)
	}
	for _, part := range c.Parts {
		add(part)
	}
	var out []*cfa.Loc
	for _, l := range p.Errors {
		if about[l.ID] {
			out = append(out, l)
		}
	}
	return out
}

// CheckPart is Check for a certificate that need not be about all errors. It returns nil if no run of the program
// reaches an error location that Covers lists.
func CheckPart(ctx context.Context, p *cfa.Program, c *Certificate) (Stats, error) {
	if len(c.Obligations) > 0 {
		return Stats{}, &Error{Why: "it has proofs of several programs, each of which is to be checked by itself"}
	}
	if len(c.Parts) == 0 {
		return checkTargets(ctx, p, c)
	}
	if len(c.Contexts)+len(c.Heads)+len(c.Instances) > 0 || c.Unwind != 0 || c.Induction != 0 || c.Ghosts != 0 || c.Runs != 0 || c.Paths != 0 || c.Targets != nil {
		return Stats{}, &Error{Why: "a proof in parts has nothing besides them"}
	}
	var all Stats
	for i, part := range c.Parts {
		if len(part.Parts)+len(part.Obligations) > 0 {
			return all, &Error{Why: fmt.Sprintf("part %d has parts itself", i)}
		}
		s, err := checkTargets(ctx, p, part)
		all.Add(s)
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// checkTargets checks one proof, against the program restricted to its targets.
func checkTargets(ctx context.Context, p *cfa.Program, c *Certificate) (Stats, error) {
	if c.Targets == nil {
		return checkOne(ctx, p, c)
	}
	asked := map[int]bool{}
	last := -1
	for _, id := range c.Targets {
		if id <= last {
			return Stats{}, &Error{Why: "the errors that it is about are not in order"}
		}
		last = id
		asked[id] = true
	}
	q := p.Asking(func(l *cfa.Loc) bool { return asked[l.ID] })
	if len(q.Errors) != len(c.Targets) {
		return Stats{}, &Error{Why: "it is about an error that the program does not have"}
	}
	return checkOne(ctx, q, c)
}

// Add adds the counts of another check to s.
func (s *Stats) Add(o Stats) {
	s.Annotations += o.Annotations
	s.Formulas += o.Formulas
	s.Steps += o.Steps
	s.Queries += o.Queries
	s.Runs += o.Runs
	s.Paths += o.Paths
}

// Reached counts the annotations at each location of the program, by ID. If Check accepts the certificate, no run
// reaches a location with count 0. Reached returns nil for a proof that has no annotations, or that is not about all
// errors.
func (c *Certificate) Reached(p *cfa.Program) []int {
	if len(c.Contexts) == 0 || c.Induction != 0 || c.Unwind != 0 || c.Runs != 0 || c.Paths != 0 || c.Targets != nil {
		return nil
	}
	states := make([]int, len(p.Locs))
	for _, x := range c.Contexts {
		for _, pt := range x.Points {
			if pt.Loc < 0 || pt.Loc >= len(states) {
				return nil
			}
			states[pt.Loc] += len(pt.Holds)
			if pt.Pass {
				states[pt.Loc]++
			}
		}
	}
	return states
}
