package octagon

import (
	"fmt"
	"slices"
)

// sane checks what every element keeps: tests call it after each operation.
func (o *Octagon) sane() error {
	if o.empty && len(o.blocks) > 0 {
		return fmt.Errorf("bottom has %d blocks", len(o.blocks))
	}
	seen, last, strong := make([]bool, o.dims), -1, true
	for k, b := range o.blocks {
		if len(b.vars) == 0 || b.vars[0] <= last {
			return fmt.Errorf("block %d over %v is empty or out of order", k, b.vars)
		}
		last = b.vars[0]
		if !slices.IsSorted(b.vars) {
			return fmt.Errorf("block over %v is not ascending", b.vars)
		}
		for _, v := range b.vars {
			if v < 0 || v >= o.dims || seen[v] {
				return fmt.Errorf("block over %v has variable %d of %d, or twice", b.vars, v, o.dims)
			}
			seen[v] = true
			if o.home[v] != int32(k) {
				return fmt.Errorf("variable %d is in block %d, not %d", v, k, o.home[v])
			}
		}
		strong = strong && b.closed
		if err := b.sane(o); err != nil {
			return fmt.Errorf("block over %v: %w", b.vars, err)
		}
	}
	for v, s := range seen {
		if !s && o.home != nil && o.home[v] >= 0 {
			return fmt.Errorf("variable %d is in no block, but said to be in %d", v, o.home[v])
		}
	}
	if strong != o.strong {
		return fmt.Errorf("strong is %v, blocks are %v", o.strong, strong)
	}
	return nil
}

func (b *block) sane(o *Octagon) error {
	n, m := len(b.vars), *b.mat()
	if b.lits != nil && (b.m.wide() || !b.closed || len(b.lits) != n || !ascending(b.lits)) {
		return fmt.Errorf("reads %v of another matrix", b.lits)
	}
	if m.len() != size(n) || m.s != nil && m.w != nil {
		return fmt.Errorf("%d and %d words and %d rationals, want %d", len(m.s), len(m.w), len(m.x), size(n))
	}
	if !m.wide() && (m.scale <= 0 || m.scale > maxScale || m.mag >= m.limit() || m.mag < m.magnitude()) {
		return fmt.Errorf("scale %d, magnitude %d, really %d", m.scale, m.mag, m.magnitude())
	}
	for k := range len(m.s) + len(m.w) {
		if v := m.word(k); v != inf && abs(v) >= m.limit() {
			return fmt.Errorf("entry %d is %d", k, v)
		}
	}
	if r := m.narrowed(n, o.integer()); m.wide() && !r.wide() {
		return fmt.Errorf("wide without need")
	}
	for i := range 2 * n {
		if e := m.at(pos(i, i)); e.inf || e.r.Sign() != 0 {
			return fmt.Errorf("diagonal entry %d is %v", i, e)
		}
		if u := m.at(unary(i)); !m.wide() && m.word(unary(i))&1 != 0 {
			return fmt.Errorf("unary bound %d is odd", i)
		} else if o.integer() && !u.inf && !u.half().r.IsInt() {
			return fmt.Errorf("unary bound %d is %v over the integers", i, u.r)
		}
		for j := range i | 1 + 1 {
			if e := m.at(pos(i, j)); o.integer() && !e.inf && !e.r.IsInt() {
				return fmt.Errorf("bound (%d, %d) is %v over the integers", i, j, e.r)
			}
		}
	}
	if !o.whole {
		var parts [][]int
		if m.wide() {
			parts = components(n, m.wideLinks(n))
		} else {
			parts = components(n, m.wordLinks(n))
		}
		if b.closed && (len(parts) != 1 || len(parts[0]) != n) {
			return fmt.Errorf("falls into %v", parts)
		}
	}
	if !b.closed {
		return nil
	}
	if err := b.saneTree(); err != nil {
		return err
	}
	for i := range 2 * n {
		for j := range 2 * n {
			e := m.at(pos(i, j))
			if m.at(unary(i)).half().add(m.at(unary(j ^ 1)).half()).less(e) {
				return fmt.Errorf("bound (%d, %d) is not strong", i, j)
			}
			for k := range 2 * n {
				if m.at(pos(i, k)).add(m.at(pos(k, j))).less(e) {
					return fmt.Errorf("bound (%d, %d) is not closed: by %d", i, j, k)
				}
			}
		}
	}
	return nil
}

// saneTree checks the links that a closed block keeps.
func (b *block) saneTree() error {
	if b.tree == nil {
		return nil
	}
	in := make(map[int]bool)
	for k := range b.vars {
		in[b.lit(k)/2] = true
	}
	g := newGroups(b.m.len()) // more than enough
	for _, l := range *b.tree {
		i, j := int(l.i), int(l.j)
		if !in[i/2] || !in[j/2] {
			continue
		}
		if g.find(i/2) == g.find(j/2) {
			return fmt.Errorf("link (%d, %d) closes a cycle", i, j)
		}
		g.union(i/2, j/2)
		e := b.m.at(pos(i, j))
		if h := b.m.at(unary(i)).half().add(b.m.at(unary(j ^ 1)).half()); e.equal(h) {
			return fmt.Errorf("(%d, %d) is no link", i, j)
		}
	}
	return nil
}
