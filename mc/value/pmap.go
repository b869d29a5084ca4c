// Persistent maps with numeric keys (Okasaki, Gill: Fast mergeable integer maps, ML 1998). Operations return the same
// tree if nothing changes, and skip subtrees that two maps share.

package value

import "math/bits"

// elem is implemented by the values of a pmap.
type elem[V any] interface {
	Hash() uint64
	Equal(V) bool
}

// pmap is a persistent map from uint64 to V: a big-endian Patricia tree (Okasaki, Gill: Fast mergeable integer maps,
// ML 1998). Every node knows its size and a hash of its contents that does not depend on the order of insertions. So
// size and hash of the whole map cost O(1), and different maps are almost always recognized by their hashes.
// Iteration is in ascending order of keys. The zero value is empty.
type pmap[V elem[V]] struct{ root *pnode[V] }

// pnode is a leaf or a branch of the tree.
type pnode[V elem[V]] struct {
	key         uint64 // in a leaf, the key; in a branch, the bits above `bit`, which all keys of the subtree share
	bit         uint64 // in a branch, the highest bit in which keys of the subtree differ; in a leaf, 0
	left, right *pnode[V]
	hash        uint64 // the hash of the keys and values
	keys        uint64 // the hash of the keys alone
	bloom       uint64 // a Bloom filter, with one bit set for each key
	size        int
	val         V
}

// mix scrambles the bits of a hash.
func mix(x uint64) uint64 {
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	x ^= x >> 32
	return x
}

// entryHash returns the contribution of one entry to the hash of a map. Contributions are added.
func entryHash(key, val uint64) uint64 {
	return mix(key*0x9e3779b97f4a7c15 + mix(val+0x632be59bd9b4e019))
}

// leaf returns a tree with one entry.
func leaf[V elem[V]](key uint64, val V) *pnode[V] {
	k := mix(key*0x9e3779b97f4a7c15 + 1)
	return &pnode[V]{key: key, val: val, size: 1, hash: entryHash(key, val.Hash()), keys: k, bloom: 1 << (k >> 58)}
}

// branch returns the tree with the subtrees l and r, whose keys differ first in bit. Either may be nil.
func branch[V elem[V]](bit uint64, l, r *pnode[V]) *pnode[V] {
	if l == nil {
		return r
	}
	if r == nil {
		return l
	}
	return &pnode[V]{
		key: l.key &^ (bit | (bit - 1)), bit: bit, left: l, right: r,
		hash: l.hash + r.hash, keys: l.keys + r.keys, bloom: l.bloom | r.bloom, size: l.size + r.size,
	}
}

// holds reports whether a key can be below the branch n, by its common bits.
func (n *pnode[V]) holds(key uint64) bool { return key&^(n.bit|(n.bit-1)) == n.key }

// join puts two trees, neither of which can hold the keys of the other, under one branch.
func join[V elem[V]](a, b *pnode[V]) *pnode[V] {
	bit := uint64(1) << (63 - bits.LeadingZeros64(a.key^b.key))
	if a.key&bit == 0 {
		return branch(bit, a, b)
	}
	return branch(bit, b, a)
}

func (m pmap[V]) size() int {
	if m.root == nil {
		return 0
	}
	return m.root.size
}

func (m pmap[V]) hash() uint64 {
	if m.root == nil {
		return 0
	}
	return m.root.hash
}

func (m pmap[V]) keysHash() uint64 {
	if m.root == nil {
		return 0
	}
	return m.root.keys
}

func (m pmap[V]) bloom() uint64 {
	if m.root == nil {
		return 0
	}
	return m.root.bloom
}

// get returns the value of a key, and whether the map has it.
func (m pmap[V]) get(key uint64) (v V, ok bool) {
	n := m.root
	for n != nil && n.bit != 0 {
		if key&n.bit == 0 {
			n = n.left
		} else {
			n = n.right
		}
	}
	if n == nil || n.key != key {
		return v, false
	}
	return n.val, true
}

// set returns the map with the value v for key.
func (m pmap[V]) set(key uint64, v V) pmap[V] { return pmap[V]{set(m.root, key, v)} }

// set implements pmap.set on trees. The functions on trees that follow implement other methods of pmap likewise.
func set[V elem[V]](n *pnode[V], key uint64, v V) *pnode[V] {
	if n == nil {
		return leaf(key, v)
	}
	if n.bit == 0 {
		if n.key != key {
			return join(n, leaf(key, v))
		}
		if n.val.Equal(v) {
			return n
		}
		return leaf(key, v)
	}
	if !n.holds(key) {
		return join(n, leaf(key, v))
	}
	if key&n.bit == 0 {
		if l := set(n.left, key, v); l != n.left {
			return branch(n.bit, l, n.right)
		}
		return n
	}
	if r := set(n.right, key, v); r != n.right {
		return branch(n.bit, n.left, r)
	}
	return n
}

// remove returns the map without key.
func (m pmap[V]) remove(key uint64) pmap[V] { return pmap[V]{remove(m.root, key)} }

func remove[V elem[V]](n *pnode[V], key uint64) *pnode[V] {
	if n == nil {
		return nil
	}
	if n.bit == 0 {
		if n.key == key {
			return nil
		}
		return n
	}
	if !n.holds(key) {
		return n
	}
	if key&n.bit == 0 {
		if l := remove(n.left, key); l != n.left {
			return branch(n.bit, l, n.right)
		}
		return n
	}
	if r := remove(n.right, key); r != n.right {
		return branch(n.bit, n.left, r)
	}
	return n
}

// each calls f for all entries, in ascending order of keys, until f returns false.
func (m pmap[V]) each(f func(key uint64, v V) bool) { each(m.root, f) }

func each[V elem[V]](n *pnode[V], f func(uint64, V) bool) bool {
	if n == nil {
		return true
	}
	if n.bit == 0 {
		return f(n.key, n.val)
	}
	return each(n.left, f) && each(n.right, f)
}

// filter keeps the entries for which f returns true.
func (m pmap[V]) filter(f func(key uint64, v V) bool) pmap[V] { return pmap[V]{filter(m.root, f)} }

func filter[V elem[V]](n *pnode[V], f func(uint64, V) bool) *pnode[V] {
	if n == nil {
		return nil
	}
	if n.bit == 0 {
		if f(n.key, n.val) {
			return n
		}
		return nil
	}
	l, r := filter(n.left, f), filter(n.right, f)
	if l == n.left && r == n.right {
		return n
	}
	return branch(n.bit, l, r)
}

// union returns the map with the entries of both; a key in both has its value from m.
func (m pmap[V]) union(o pmap[V]) pmap[V] { return pmap[V]{union(m.root, o.root)} }

// union implements pmap.union on trees. It descends into both trees where their prefixes agree, and puts disjoint
// trees under a new branch.
func union[V elem[V]](a, b *pnode[V]) *pnode[V] {
	switch {
	case a == b || b == nil:
		return a
	case a == nil:
		return b
	case b.bit == 0:
		if _, ok := (pmap[V]{a}).get(b.key); ok {
			return a
		}
		return set(a, b.key, b.val)
	case a.bit == 0:
		return set(b, a.key, a.val)
	case a.bit == b.bit && a.key == b.key:
		l, r := union(a.left, b.left), union(a.right, b.right)
		if l == a.left && r == a.right {
			return a
		}
		return branch(a.bit, l, r)
	case a.bit > b.bit && a.holds(b.key):
		if b.key&a.bit == 0 {
			return branch(a.bit, union(a.left, b), a.right)
		}
		return branch(a.bit, a.left, union(a.right, b))
	case b.bit > a.bit && b.holds(a.key):
		if a.key&b.bit == 0 {
			return branch(b.bit, union(a, b.left), b.right)
		}
		return branch(b.bit, b.left, union(a, b.right))
	}
	return join(a, b)
}

// equal reports whether the maps have the same entries.
func (m pmap[V]) equal(o pmap[V]) bool {
	return m.root == o.root || m.size() == o.size() && m.hash() == o.hash() && within(m.root, o.root)
}

// within reports whether all entries of m are in o.
func (m pmap[V]) within(o pmap[V]) bool { return within(m.root, o.root) }

// within implements pmap.within on trees.
func within[V elem[V]](a, b *pnode[V]) bool {
	if a == b || a == nil {
		return true
	}
	if b == nil || a.size > b.size {
		return false
	}
	if a.bit == 0 {
		v, ok := pmap[V]{b}.get(a.key)
		return ok && a.val.Equal(v)
	}
	if b.bit < a.bit {
		return false // a's keys differ in a bit in which all keys of b are equal
	}
	if b.bit == a.bit {
		return a.key == b.key && within(a.left, b.left) && within(a.right, b.right)
	}
	if !b.holds(a.key) {
		return false
	}
	if a.key&b.bit == 0 {
		return within(a, b.left)
	}
	return within(a, b.right)
}
