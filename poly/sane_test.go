package poly

import (
	"errors"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/linear"
)

// sane checks the invariants of the representation.
func (p *Polyhedron) sane() error {
	s := p.settle()
	if s != p.settle() || !s.settled {
		return errors.New("not settled once")
	}
	if s.bottom {
		if len(s.blocks) > 0 {
			return errors.New("bottom with blocks")
		}
		return nil
	}
	owner := noOwner(p.dims)
	last := -1
	for i, b := range s.blocks {
		if len(b.vars) == 0 || !slices.IsSorted(b.vars) || b.f.Dims() != len(b.vars) {
			return fmt.Errorf("block of dimensions %v for a factor of %d", b.vars, b.f.Dims())
		}
		if b.vars[0] <= last {
			return fmt.Errorf("blocks out of order")
		}
		last = b.vars[0]
		for _, v := range b.vars {
			if owner[v] >= 0 {
				return fmt.Errorf("dimension %d in two blocks", v)
			}
			owner[v] = int32(i)
		}
		if err := b.f.Check(); err != nil {
			return fmt.Errorf("block %v: %w", b.vars, err)
		}
		if b.todo != 0 || b.f.IsEmpty() {
			return fmt.Errorf("block %v has work left", b.vars)
		}
		if p.whole {
			if len(b.vars) != p.dims {
				return fmt.Errorf("undecomposed with a block of %v", b.vars)
			}
			continue
		}
		if b.f.IsUniverse() || len(b.f.Split()) != 1 {
			return fmt.Errorf("block %v is not a finest one", b.vars)
		}
	}
	if !slices.Equal(owner, s.owner) {
		return fmt.Errorf("owners %v, want %v", s.owner, owner)
	}
	if p.of == linear.Integers {
		for _, c := range p.Constraints() {
			if c.Rel == linear.LT {
				return fmt.Errorf("strict constraint %v over the integers", c)
			}
		}
	}
	return nil
}
