// The interface of abstract domains and its optional extensions.

package mc

import "github.com/whet-mc/whet/cfa"

// State is an abstract state of one domain. It represents a set of concrete valuations of the variables and
// arrays visible at a location. States are immutable.
type State interface {
	// String returns the state for people and for tests; equal states have equal strings.
	String() string
}

// Domain is an abstraction. It is a factory of states without its own state, except for a precision. A
// change of the precision requires pruning the graph.
//
// Laws (γ(s) is the set of concrete valuations that s represents):
//
//   - Post: every valuation that the edge's operation reaches from γ(s) is in γ of some result.
//   - Covers(old, new) implies γ(new) ⊆ γ(old).
//   - Merge(old, new) contains both where it merges.
//   - Enter: the result contains what callers in γ(s) pass to the callee: parameters, globals, arrays.
//   - Return: the result contains the caller's valuation after the call, for each pair of a caller in
//     γ(caller) and a run of the callee that starts in γ(entry), agrees with that caller in what
//     Enter passed, and ends in γ(exit).
type Domain interface {
	// Start returns the state at the entry of p.Start: nothing is known about any variable or cell.
	Start(p *cfa.Program) State

	// Post returns the successors of s over an edge that is not a call, at the precision of e.To. No result
	// means that the edge cannot be taken. Most domains return at most one.
	Post(s State, e *cfa.Edge) []State

	// Enter returns the state at the callee's entry for a call from s. Callers with equal entry states
	// share the exploration of the callee. The result ok is false if the call cannot be made.
	Enter(s State, call *cfa.Edge) (entry State, ok bool)

	// Return returns the states after the call.
	Return(caller State, call *cfa.Edge, entry, exit State) []State

	// Covers reports whether old contains new. Both are states at the same location of the same activation.
	Covers(old, new State) bool

	// Merge returns a state that contains both, and whether the two are merged at the location at. The
	// merged state replaces old. Domains that keep states apart return (nil, false).
	Merge(old, new State, at *cfa.Loc) (State, bool)

	// Key returns a hash for the index of states and of procedure entries: equal states have equal keys.
	// Equal decides whether two states are equal.
	Key(s State) uint64
	Equal(a, b State) bool
}

// CoverIndex is optional. A domain implements it if a state covers another only if they agree on some part.
// CoverKey is the hash of that part, and the explorer compares only states with the same hash.
type CoverIndex interface {
	CoverKey(s State, at *cfa.Loc) uint64
}

// UnionCover is optional. It is for domains that keep states apart as disjuncts of one union. The explorer
// then drops a state that several states cover together, although no single one does.
type UnionCover interface {
	// CoveredByUnion returns indexes of states in old whose union contains new. It returns nil if the union
	// does not contain new, or is not known to. The states in old are of one location and activation, and
	// none of them alone covers new.
	CoveredByUnion(old []State, new State) []int
}

// Widening is optional. It is for domains in which states may grow forever by repeated merges, or in which
// recursive procedures may be entered with ever new states. The explorer counts merges and entries
// (Options.Delays) and then widens (Cousot, Cousot, "Abstract Interpretation", POPL 1977). So the domain
// needs no memory.
//
// Law: Widen(old, new) contains both, and every chain of states that it makes at one location is finite.
type Widening interface {
	// Widens reports whether states at the location are widened. At such locations, Merge must merge all
	// states.
	Widens(at *cfa.Loc) bool
	// Widen replaces Merge for states that have been merged often. The explorer also calls it for the entry
	// states of recursive procedures, whatever Widens returns.
	Widen(old, new State, at *cfa.Loc) State
}
