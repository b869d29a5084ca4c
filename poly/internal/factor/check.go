// This file checks the invariants of a factor, for tests.

package factor

import (
	"errors"
	"fmt"
)

// Check returns an error if p violates an invariant of its encoding, which would be a bug in this package. It
// computes missing descriptions, without a limit.
func (p *Factor) Check() error {
	if p.state.Load() == vacant {
		return nil
	}
	c := p.cone()
	if c == nil {
		return errors.New("factor: no cone, but not known to be empty")
	}
	if c.Dim() != p.cols() {
		return fmt.Errorf("factor: %d dimensions, ε %v, in a cone of dimension %d", p.dims, p.nnc, c.Dim())
	}
	if !c.HasConstraints() && !c.HasGenerators() {
		return errors.New("factor: neither constraints nor generators are known")
	}
	if err := c.Check(); err != nil {
		return fmt.Errorf("factor: %w", err)
	}
	_, ineqs, err := c.Constraints(nil)
	if err != nil {
		return fmt.Errorf("factor: %w", err)
	}
	lines, rays, err := c.Generators(nil)
	if err != nil {
		return fmt.Errorf("factor: %w", err)
	}
	eps, points := p.epsCol(), 0
	for i := range rays.Len() {
		if rays.Sign(i, 0) < 0 {
			return fmt.Errorf("factor: ray %d has a negative column 0", i)
		}
		if rays.Sign(i, max(0, eps)) > 0 {
			points++
		}
		if eps >= 0 && (rays.Sign(i, eps) < 0 || rays.At(i, 0).Less(rays.At(i, eps))) {
			return fmt.Errorf("factor: ray %d has ε %v beside %v in column 0", i, rays.At(i, eps), rays.At(i, 0))
		}
	}
	if (points > 0) != (p.state.Load() != vacant) && p.state.Load() == inhabited {
		return fmt.Errorf("factor: %d points, but state %d", points, p.state.Load())
	}
	for i := range lines.Len() {
		if lines.Sign(i, 0) != 0 || eps >= 0 && lines.Sign(i, eps) != 0 {
			return fmt.Errorf("factor: line %d is no direction", i)
		}
	}
	if points == 0 || eps < 0 {
		return nil
	}
	for i := range ineqs.Len() {
		if ineqs.Sign(i, eps) <= 0 {
			continue
		}
		for j := range eps {
			if ineqs.Sign(i, j) != 0 {
				return fmt.Errorf("factor: inequality %d has ε with a positive factor and other columns", i)
			}
		}
	}
	return nil
}
