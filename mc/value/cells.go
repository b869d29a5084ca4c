// What is known about one array: values of single cells, over ranges that are filled with one value.

package value

import (
	"math"
	"slices"
	"sort"

	"github.com/whet-mc/whet/num"
)

// cells is what is known about one array. It is immutable and canonical: no single cell repeats the value of the fill
// around it; fills are in ascending order and do not overlap, and adjacent fills have different values. nil is the
// array of which nothing is known.
type cells struct {
	at    pmap[num.Int] // the values of single cells, by index (see key)
	fills []fill
	hash  uint64
}

// fill states that all cells from lo to hi that are not in cells.at have the value val.
type fill struct {
	lo, hi int64
	val    num.Int
}

// maxFills bounds the fills of an array. If there are more, the shortest are forgotten.
const maxFills = 256

// key maps indexes to keys of a pmap, in the same order.
func key(i int64) uint64 { return uint64(i) ^ 1<<63 }

// unkey is the inverse of key.
func unkey(k uint64) int64   { return int64(k ^ 1<<63) }
func (c *cells) empty() bool { return c == nil || c.at.root == nil && len(c.fills) == 0 }

// newCells returns cells with their hash.
func newCells(at pmap[num.Int], fills []fill) *cells {
	c := &cells{at: at, fills: fills, hash: at.hash()}
	for _, f := range fills {
		c.hash = mix(c.hash + entryHash(uint64(f.lo), uint64(f.hi)) + f.val.Hash())
	}
	return c
}

// Hash and Equal make cells an element of a pmap.
func (c *cells) Hash() uint64 { return c.hash }

// Equal reports whether the same is known.
func (c *cells) Equal(d *cells) bool {
	return c == d || c.hash == d.hash && c.at.equal(d.at) && slices.EqualFunc(c.fills, d.fills, fill.equal)
}

func (f fill) equal(g fill) bool { return f.lo == g.lo && f.hi == g.hi && f.val.Equal(g.val) }

// fillAt returns the position of the first fill that ends at i or later.
func (c *cells) fillAt(i int64) int {
	return sort.Search(len(c.fills), func(k int) bool { return c.fills[k].hi >= i })
}

// under returns the value of the fill that contains i.
func (c *cells) under(i int64) (num.Int, bool) {
	if k := c.fillAt(i); k < len(c.fills) && c.fills[k].lo <= i {
		return c.fills[k].val, true
	}
	return num.Int{}, false
}

// get returns the value of a cell, and whether it is known.
func (c *cells) get(i int64) (num.Int, bool) {
	if c == nil {
		return num.Int{}, false
	}
	if v, ok := c.at.get(key(i)); ok {
		return v, true
	}
	return c.under(i)
}

// set sets one cell.
func (c *cells) set(i int64, v num.Int) *cells {
	if c == nil {
		return newCells(pmap[num.Int]{}.set(key(i), v), nil)
	}
	if u, ok := c.under(i); ok && u.Equal(v) {
		return newCells(c.at.remove(key(i)), c.fills)
	}
	return newCells(c.at.set(key(i), v), c.fills)
}

// forget makes one cell unknown.
func (c *cells) forget(i int64) *cells {
	if _, ok := c.get(i); !ok {
		return c
	}
	return newCells(c.at.remove(key(i)), punch(c.fills, i, i))
}

// forgetRange makes the cells lo to hi unknown.
func (c *cells) forgetRange(lo, hi int64) *cells {
	if c == nil || lo > hi {
		return c
	}
	at := c.at.filter(func(k uint64, _ num.Int) bool { i := unkey(k); return i < lo || i > hi })
	return newCells(at, punch(c.fills, lo, hi))
}

// punch removes the cells lo to hi from fills.
func punch(fs []fill, lo, hi int64) []fill {
	var out []fill
	for i, f := range fs {
		if f.hi < lo || f.lo > hi {
			if out != nil {
				out = append(out, f)
			}
			continue
		}
		if out == nil {
			out = append(make([]fill, 0, len(fs)+1), fs[:i]...)
		}
		if f.lo < lo {
			out = append(out, fill{f.lo, lo - 1, f.val})
		}
		if f.hi > hi {
			out = append(out, fill{hi + 1, f.hi, f.val})
		}
	}
	if out == nil {
		return fs
	}
	return capped(out)
}

// capped forgets the shortest fills if there are too many.
func capped(fs []fill) []fill {
	for len(fs) > maxFills {
		k := 0
		for i, f := range fs {
			if uint64(f.hi)-uint64(f.lo) < uint64(fs[k].hi)-uint64(fs[k].lo) {
				k = i
			}
		}
		fs = slices.Delete(fs, k, k+1)
	}
	return fs
}

// fill sets the cells lo to hi to v.
func (c *cells) fill(lo, hi int64, v num.Int) *cells {
	if lo > hi {
		return c
	}
	if lo == hi {
		return c.set(lo, v)
	}
	var at pmap[num.Int]
	var fs []fill
	if c != nil {
		at = c.at.filter(func(k uint64, _ num.Int) bool { i := unkey(k); return i < lo || i > hi })
		fs = punch(c.fills, lo, hi)
	}
	k := sort.Search(len(fs), func(k int) bool { return fs[k].lo > hi })
	fs = slices.Insert(slices.Clone(fs), k, fill{lo, hi, v})
	if k+1 < len(fs) && hi < math.MaxInt64 && fs[k+1].lo == hi+1 && fs[k+1].val.Equal(v) {
		fs[k].hi = fs[k+1].hi
		fs = slices.Delete(fs, k+1, k+2)
	}
	if k > 0 && lo > math.MinInt64 && fs[k-1].hi == lo-1 && fs[k-1].val.Equal(v) {
		fs[k-1].hi = fs[k].hi
		fs = slices.Delete(fs, k, k+1)
	}
	return newCells(at, capped(fs))
}

// blur returns what still holds if any of the cells lo to hi may have been set to a value: if the value is known to
// be v, cells that have it keep it.
func (c *cells) blur(lo, hi int64, v num.Int, known bool) *cells {
	if c == nil || lo > hi {
		return c
	}
	keeps := func(w num.Int) bool { return known && w.Equal(v) }
	fs := c.fills
	for _, f := range c.fills {
		if f.hi >= lo && f.lo <= hi && !keeps(f.val) {
			fs = punch(fs, max(lo, f.lo), min(hi, f.hi))
		}
	}
	at := c.at.filter(func(k uint64, w num.Int) bool {
		i := unkey(k)
		if i < lo || i > hi || keeps(w) {
			return true
		}
		fs = punch(fs, i, i) // without the cell, the value of a fill around it would show
		return false
	})
	return newCells(at, fs)
}

// window returns what is known about the cells lo to hi, moved by d.
func (c *cells) window(lo, hi, d int64) *cells {
	if c.empty() {
		return nil
	}
	var at pmap[num.Int]
	c.at.each(func(k uint64, v num.Int) bool {
		if i := unkey(k); i >= lo && i <= hi {
			at = at.set(key(i+d), v)
		}
		return true
	})
	var fs []fill
	for _, f := range c.fills {
		if l, h := max(lo, f.lo), min(hi, f.hi); l <= h {
			fs = append(fs, fill{l + d, h + d, f.val})
		}
	}
	return newCells(at, fs)
}

// overlay replaces what is known about the cells lo to hi by what w knows.
func (c *cells) overlay(lo, hi int64, w *cells) *cells {
	c = c.forgetRange(lo, hi)
	if w.empty() {
		return c
	}
	for _, f := range w.fills {
		c = c.fill(f.lo, f.hi, f.val)
	}
	w.at.each(func(k uint64, v num.Int) bool {
		c = c.set(unkey(k), v)
		return true
	})
	return c
}

// within reports whether d knows everything that c knows.
func (c *cells) within(d *cells) bool {
	if c == d || c.empty() {
		return true
	}
	if d == nil {
		return false
	}
	if len(c.fills) == 0 {
		if len(d.fills) == 0 {
			return c.at.within(d.at)
		}
		return c.eachCellIn(d)
	}
	if !c.eachCellIn(d) {
		return false
	}
	for _, f := range c.fills {
		lo := f.lo
		for k := d.fillAt(lo); ; k++ {
			if k >= len(d.fills) || d.fills[k].lo > lo || !d.fills[k].val.Equal(f.val) {
				return false
			}
			if d.fills[k].hi >= f.hi {
				break
			}
			lo = d.fills[k].hi + 1
		}
	}
	// Single cells of d inside of a fill of c must have the same value in c, too.
	ok := true
	d.at.each(func(k uint64, v num.Int) bool {
		if w, known := c.get(unkey(k)); known && !w.Equal(v) {
			ok = false
		}
		return ok
	})
	return ok
}

// eachCellIn reports whether d knows all single cells of c.
func (c *cells) eachCellIn(d *cells) bool {
	ok := true
	c.at.each(func(k uint64, v num.Int) bool {
		w, known := d.get(unkey(k))
		ok = known && w.Equal(v)
		return ok
	})
	return ok
}
