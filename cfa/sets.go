package cfa

import "github.com/bits-and-blooms/bitset"

// Sets of variables and of arrays, as bit sets over their IDs.

// VarSet is a set of the variables of one program. The zero value is the empty set.
type VarSet struct{ b bitset.BitSet }

// Has reports whether v is in s.
func (s *VarSet) Has(v *Var) bool { return s.b.Test(uint(v.ID)) }

// Add adds v to s.
func (s *VarSet) Add(v *Var) { s.b.Set(uint(v.ID)) }

// Union adds the members of t to s. It reports whether s has grown.
func (s *VarSet) Union(t *VarSet) bool {
	n := s.b.Count()
	s.b.InPlaceUnion(&t.b)
	return s.b.Count() != n
}

// Len returns the number of members.
func (s *VarSet) Len() int { return int(s.b.Count()) }

// Clone returns a copy of s.
func (s *VarSet) Clone() VarSet { return VarSet{*s.b.Clone()} }

// IDs returns the members' IDs in ascending order.
func (s *VarSet) IDs() []int { return ids(&s.b) }

// ArraySet is a set of the arrays of one program. The zero value is the empty set.
type ArraySet struct{ b bitset.BitSet }

// Has reports whether a is in s.
func (s *ArraySet) Has(a *Array) bool { return s.b.Test(uint(a.ID)) }

// Add adds a to s.
func (s *ArraySet) Add(a *Array) { s.b.Set(uint(a.ID)) }

// Union adds the members of t to s. It reports whether s has grown.
func (s *ArraySet) Union(t *ArraySet) bool {
	n := s.b.Count()
	s.b.InPlaceUnion(&t.b)
	return s.b.Count() != n
}

// Clone returns a copy of s.
func (s *ArraySet) Clone() ArraySet { return ArraySet{*s.b.Clone()} }

// Len returns the number of members.
func (s *ArraySet) Len() int { return int(s.b.Count()) }

// IDs returns the members' IDs in ascending order.
func (s *ArraySet) IDs() []int { return ids(&s.b) }

// ids returns the members of b in ascending order.
func ids(b *bitset.BitSet) []int {
	out := make([]int, 0, b.Count())
	for i, ok := b.NextSet(0); ok; i, ok = b.NextSet(i + 1) {
		out = append(out, int(i))
	}
	return out
}
