// Options and statistics.

package sat

import "errors"

// Options configure a solver. The zero value is a good default.
type Options struct {
	// Log receives derivations. If it is nil, all names are 0 and nothing is recorded.
	Log Log
	// Seed changes the random choices, of which there are few (rephasing).
	Seed uint64
	// Conflicts bounds the conflicts of each Solve. If it is exceeded, the answer is Unknown and Reason is
	// ErrConflicts. 0 means no bound.
	Conflicts int64
	// Phase is the initial value of a variable.
	Phase bool
	// Eliminate makes each Solve begin with the elimination of variables that are not watched, frozen or assumed. It
	// pays for large problems that are solved once. Clauses and assumptions may still use an eliminated variable later:
	// the clauses removed with it are then restored.
	Eliminate bool
	// Parity makes each Solve begin with Gaussian elimination over the sums modulo 2 that clauses state, if there are
	// new ones.
	Parity bool
	// NoInprocess disables vivification and subsumption.
	NoInprocess bool
	// Mode fixes the search mode. The default alternates.
	Mode Mode
}

// A Mode is a search strategy.
type Mode int8

// The search modes. Focused mode looks for short refutations, with a move-to-front queue and quick restarts. Stable
// mode looks for models, with activity scores, rare restarts, and phases that aim at the largest consistent assignment
// so far.
const (
	Alternate Mode = iota
	Focused
	Stable
)

// ErrConflicts is the reason of an Unknown if Options.Conflicts was exceeded.
var ErrConflicts = errors.New("sat: the budget of conflicts is used up")

// Stats counts what a solver has done since it was made.
type Stats struct {
	Vars         int   // variables made
	Clauses      int   // irredundant clauses of two or more literals now
	Learnts      int   // learnt clauses now
	Fixed        int   // literals fixed at level 0
	Decisions    int64 // decisions, without assumptions
	Propagations int64 // literals propagated
	Ticks        int64 // memory accesses of propagation, roughly: the solver's clock
	Conflicts    int64
	Restarts     int64
	Learnt       int64 // clauses learnt
	LearntLits   int64 // literals of the clauses learnt
	Minimized    int64 // literals removed from learnt clauses by minimisation
	Deleted      int64 // learnt clauses deleted
	Reductions   int64 // rounds of deletion
	Collections  int64 // garbage collections of the arena
	Rephased     int64
	Lemmas       int64 // clauses from the theory
	Implied      int64 // literals implied by the theory
	Explained    int64 // literals implied by the theory for which the solver needed an explanation
	Finals       int64 // calls of Theory.Final
	Vivified     int64 // clauses shortened by vivification
	Subsumed     int64 // clauses removed by subsumption
	Strengthened int64 // clauses shortened by self-subsumption
	Eliminated   int64 // variables eliminated
	Restored     int64 // eliminated variables that were restored
	Parities     int64 // sums modulo 2 of at most two variables, found by elimination
}
