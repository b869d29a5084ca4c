// From a model of a path's formulas to the inputs that take the path.

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

// read is a read of a cell. If covered holds, the value of the cell is an input.
type read struct {
	cell, idx *smt.Term
	of        *layer
	covered   *smt.Term
}

// Inputs returns the inputs that the model m of the path's formulas describes. If nothing on the path is
// approximated, the interpreter takes the path with these inputs. Inputs of kind Effect, which the
// interpreter does not change, and Approx are excepted. Inputs fails if the model has no value for some
// term.
func (p *Path) Inputs(m *smt.Model) (*interp.Plan, error) {
	d := drawn{m, &interp.Plan{Else: interp.Zero()}}
	for _, g := range p.given {
		if err := d.given(g.birth, g.of, g.term); err != nil {
			return nil, err
		}
	}
	for _, r := range p.reads {
		if err := d.read(r.of.birth, r); err != nil {
			return nil, err
		}
	}
	return d.plan, nil
}

// drawn is a plan of inputs that is being made from a model.
type drawn struct {
	m    *smt.Model
	plan *interp.Plan
}

// given plans the value of t as the input that the variable `of` receives at the step `at`.
func (d drawn) given(at int, of *cfa.Var, t *smt.Term) error {
	v, err := d.value(t)
	if err == nil {
		d.plan.Born(at, of, v)
	}
	return err
}

// read plans the value of a cell that is read before anything is stored in it, if the model makes r.covered
// true.
func (d drawn) read(at int, r read) error {
	if here, err := d.m.Holds(r.covered); err != nil || !here {
		return err
	}
	i, err := d.value(r.idx)
	if err != nil {
		return err
	}
	v, err := d.value(r.cell)
	if err == nil {
		d.plan.BornCell(at, r.of.arr, i, v)
	}
	return err
}

func (d drawn) value(t *smt.Term) (num.Int, error) {
	v, err := d.m.Eval(t)
	if err != nil {
		return num.Int{}, err
	}
	return v.Value().Num(), nil
}
