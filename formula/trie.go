// Persistent maps, for versions of variables and arrays.

package formula

// trie is a persistent map from small natural numbers, the IDs of variables and arrays. Setting a value
// leaves the old map unchanged and costs the height of the trie, at most a constant. Comparing two maps
// that were made from a common one costs time linear in their differences. The zero value of T means that a
// key has no value. The zero trie is empty.
type trie[T comparable] struct {
	root   *trieNode[T]
	height int // number of levels of inner nodes above the leaves
}

const (
	trieBits = 4
	trieWay  = 1 << trieBits
)

type trieNode[T comparable] struct {
	kids [trieWay]*trieNode[T]
	vals *[trieWay]T // the values of a leaf; nil in an inner node
}

func (t trie[T]) get(key int) (v T) {
	if key>>(trieBits*(t.height+1)) != 0 {
		return v
	}
	n := t.root
	for h := t.height; n != nil; h-- {
		i := key >> (trieBits * h) & (trieWay - 1)
		if h == 0 {
			return n.vals[i]
		}
		n = n.kids[i]
	}
	return v
}

func (t trie[T]) set(key int, v T) trie[T] {
	for key>>(trieBits*(t.height+1)) != 0 {
		t = t.raised()
	}
	t.root = t.root.set(key, v, t.height)
	return t
}

func (n *trieNode[T]) set(key int, v T, h int) *trieNode[T] {
	out := &trieNode[T]{}
	if n != nil {
		out.kids = n.kids
	}
	i := key >> (trieBits * h) & (trieWay - 1)
	if h == 0 {
		out.vals = new([trieWay]T)
		if n != nil {
			*out.vals = *n.vals
		}
		out.vals[i] = v
		return out
	}
	out.kids[i] = out.kids[i].set(key, v, h-1)
	return out
}

// differ calls f for the keys at which t and u differ, in ascending order.
func (t trie[T]) differ(u trie[T], f func(key int)) {
	for t.height < u.height {
		t = t.raised()
	}
	for u.height < t.height {
		u = u.raised()
	}
	differ(t.root, u.root, 0, t.height, f)
}

// raised returns the same map with one more level, which has room for greater keys.
func (t trie[T]) raised() trie[T] {
	if t.root != nil {
		up := &trieNode[T]{}
		up.kids[0] = t.root
		t.root = up
	}
	t.height++
	return t
}

// differ calls f for the differences below the nodes n and m at height h, either of which may be nil. The
// keys below them begin with key.
func differ[T comparable](n, m *trieNode[T], key, h int, f func(key int)) {
	if n == m {
		return
	}
	var none trieNode[T]
	if n == nil {
		n = &none
	}
	if m == nil {
		m = &none
	}
	for i := range trieWay {
		if h > 0 {
			differ(n.kids[i], m.kids[i], (key|i)<<trieBits, h-1, f)
			continue
		}
		var a, b T
		if n.vals != nil {
			a = n.vals[i]
		}
		if m.vals != nil {
			b = m.vals[i]
		}
		if a != b {
			f(key | i)
		}
	}
}
