package mc

import "github.com/whet-mc/whet/cfa"

// State is an abstract state of one domain: a set of concrete valuations of what
// is visible at a location. States are immutable.
type State interface {
	// String shows the state for people and for tests; equal states show alike.
	String() string
}

// Domain is an abstraction. It is a stateless factory of states but for the
// precision that it closes over; a change of that precision prunes the graph.
//
// Laws (γ is the set of concrete valuations of a state):
//   - Post: every valuation that the edge's operation reaches from γ(s) is in γ of some result.
//   - Covers(old, new) implies γ(new) ⊆ γ(old).
//   - Merge(old, new) contains both where it merges.
//   - Enter: contains what callers in γ(s) hand to the callee: parameters, globals, arrays.
//   - Return: contains the caller's valuation after the call, for each pair of a caller in
//     γ(caller) and a run of the callee that starts in γ(entry), agrees with that caller in what
//     Enter handed over, and ends in γ(exit).
type Domain interface {
	// Start is the state at the entry of p.Start: nothing is known of any variable or cell.
	Start(p *cfa.Program) State

	// Post is the successor over an edge that is not a call, at the precision of e.To;
	// no result means that the edge cannot be taken. Most domains return one.
	Post(s State, e *cfa.Edge) []State

	// Enter is the state at the callee's entry for a call from s. Callers with the same key
	// (see Key) share the exploration of the callee. ok is false where the call cannot be made.
	Enter(s State, call *cfa.Edge) (entry State, ok bool)

	// Return is the state after the call.
	Return(caller State, call *cfa.Edge, entry, exit State) []State

	// Covers reports whether new adds nothing to old, at the same location of the same activation.
	Covers(old, new State) bool

	// Merge returns a state for both, and whether they are to be merged. at tells the location.
	// A merged state replaces old. Domains that keep states apart return (nil, false).
	Merge(old, new State, at *cfa.Loc) (State, bool)

	// Key is equal for states that are equal, and differs for most others: it indexes
	// coverage and procedure entries. Equal(a, b) decides.
	Key(s State) uint64
	Equal(a, b State) bool
}

// CoverIndex is optional: a domain in which a state covers another only if they
// agree on some part offers the hash of that part, and the explorer compares
// only states with the same hash.
type CoverIndex interface {
	CoverKey(s State, at *cfa.Loc) uint64
}

// UnionCover is optional: for a domain that keeps states apart where they are disjuncts of one
// union. The explorer then drops a state that no single state covers but all together do.
type UnionCover interface {
	// CoveredByUnion returns some of old, states of one location and activation, whose union
	// contains new, or nil where it does not, or is not known to. None of old covers new alone.
	CoveredByUnion(old []State, new State) []int
}

// Widening is optional: for a domain in which states that are merged again and again need not stop
// growing, or in which recursive procedures need not stop being entered with new states. The
// explorer counts how often that was done (Options.Delays) and then widens (Cousot, Cousot,
// "Abstract Interpretation", POPL 1977), so that the domain itself remembers nothing.
//
// Law: Widen contains both, and every chain of states that it makes at one place ends.
type Widening interface {
	// Widens reports whether states at a location are widened; there Merge merges all states.
	Widens(at *cfa.Loc) bool
	// Widen is Merge for states that have been merged often. At the entry of a recursive procedure
	// it is for what calls enter with, whatever Widens says.
	Widen(old, new State, at *cfa.Loc) State
}
