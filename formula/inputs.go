package formula

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// given is a version of a variable whose value is an input.
type given struct {
	term  *smt.Term
	of    *cfa.Var
	birth int
}

// read is a cell whose value is an input where covered holds.
type read struct {
	cell, idx *smt.Term
	of        *layer
	covered   *smt.Term
}

// Inputs returns the inputs that the model of the path's formulas stands for. Where the path has no gaps, the
// interpreter takes the path with them, but for inputs of kind Effect, which it leaves as they are, and Approx. The error says that
// the model has no value for something.
func (p *Path) Inputs(m *smt.Model) (*interp.Plan, error) {
	plan := &interp.Plan{Else: interp.Zero()}
	value := func(t *smt.Term) (num.Int, error) {
		v, err := m.Eval(t)
		if err != nil {
			return num.Int{}, err
		}
		return v.Value().Num(), nil
	}
	for _, g := range p.given {
		v, err := value(g.term)
		if err != nil {
			return nil, err
		}
		plan.Born(g.birth, g.of, v)
	}
	for _, r := range p.reads {
		here, err := m.Holds(r.covered)
		if err != nil {
			return nil, err
		}
		if !here {
			continue
		}
		i, err := value(r.idx)
		if err != nil {
			return nil, err
		}
		v, err := value(r.cell)
		if err != nil {
			return nil, err
		}
		plan.BornCell(r.of.birth, r.of.arr, i, v)
	}
	return plan, nil
}
