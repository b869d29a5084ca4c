package cfa

import "github.com/bits-and-blooms/bitset"

// VarSet is a set of variables. The zero value is empty. Iteration is by ID.
type VarSet struct{ b bitset.BitSet }

// Has reports whether v is in the set.
func (s *VarSet) Has(v *Var) bool { return s.b.Test(uint(v.ID)) }

// Add puts v in the set.
func (s *VarSet) Add(v *Var) { s.b.Set(uint(v.ID)) }

// Union adds all of t and reports whether the set grew.
func (s *VarSet) Union(t *VarSet) bool {
	n := s.b.Count()
	s.b.InPlaceUnion(&t.b)
	return s.b.Count() != n
}

// Len is the number of members.
func (s *VarSet) Len() int { return int(s.b.Count()) }

// Clone returns a copy.
func (s *VarSet) Clone() VarSet { return VarSet{*s.b.Clone()} }

// IDs lists the members' IDs in ascending order.
func (s *VarSet) IDs() []int { return ids(&s.b) }

// ArraySet is a set of arrays. The zero value is empty. Iteration is by ID.
type ArraySet struct{ b bitset.BitSet }

// Has reports whether a is in the set.
func (s *ArraySet) Has(a *Array) bool { return s.b.Test(uint(a.ID)) }

// Add puts a in the set.
func (s *ArraySet) Add(a *Array) { s.b.Set(uint(a.ID)) }

// Union adds all of t and reports whether the set grew.
func (s *ArraySet) Union(t *ArraySet) bool {
	n := s.b.Count()
	s.b.InPlaceUnion(&t.b)
	return s.b.Count() != n
}

// Clone returns a copy.
func (s *ArraySet) Clone() ArraySet { return ArraySet{*s.b.Clone()} }

// Len is the number of members.
func (s *ArraySet) Len() int { return int(s.b.Count()) }

// IDs lists the members' IDs in ascending order.
func (s *ArraySet) IDs() []int { return ids(&s.b) }

func ids(b *bitset.BitSet) []int {
	out := make([]int, 0, b.Count())
	for i, ok := b.NextSet(0); ok; i, ok = b.NextSet(i + 1) {
		out = append(out, int(i))
	}
	return out
}
