// Making elements for a program.

package precision

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/cells/slots"
	"github.com/whet-mc/whet/smt"
)

// Vocabulary makes elements for a program.
type Vocabulary struct {
	prog  *cfa.Program
	coder *formula.Coder
	named map[name]int // number of variables of a procedure with the same name
}

type name struct {
	of   *cfa.Proc
	text string
}

// New returns the vocabulary of a program with the terms of the coder c; nil creates a coder.
func New(p *cfa.Program, c *formula.Coder) *Vocabulary {
	if c == nil {
		c = formula.NewCoder(smt.NewBuilder(), p)
	}
	v := &Vocabulary{prog: p, coder: c, named: map[name]int{}}
	for _, x := range p.Vars {
		v.named[name{x.Proc, x.Name}]++
	}
	return v
}

// Coder returns the coder that names the program's variables and arrays in the elements' terms.
func (v *Vocabulary) Coder() *formula.Coder { return v.coder }

// Variable returns the element for a variable. If several variables of a procedure have the same name, the name for
// users includes the line: i@7.
func (v *Vocabulary) Variable(s Scope, x *cfa.Var) Element {
	text := x.String()
	if v.named[name{x.Proc, x.Name}] > 1 && x.Pos.Valid() {
		text = fmt.Sprintf("%s@%d", text, x.Pos.Line)
	}
	return Element{Scope: s, Kind: Variable, Term: v.coder.Plain(x), Name: text}
}

// Cell returns the element for a cell.
func (v *Vocabulary) Cell(s Scope, a *cfa.Array, i cells.Index) Element {
	e := Element{Scope: s, Kind: Cell, Term: slots.Plain(v.coder).Slot(cells.Slot{Arr: a, Idx: i})}
	e.Name, e.Index = a.String(), i.String()
	if i.Ghost != nil || i.Term != nil {
		return e
	}
	if whole := a.CellName(i.Num); whole != e.Text() { // the name of the object at that address
		e.Name, e.Index = whole, ""
	}
	return e
}

// Predicate returns the element for a formula over plain symbols of the coder.
func (v *Vocabulary) Predicate(s Scope, f *smt.Term) Element {
	return Element{Scope: s, Kind: Predicate, Term: f, Name: v.Formula(f)}
}

// Bound returns the element for a constraint over slots that widening keeps.
func (v *Vocabulary) Bound(s Scope, over []cells.Slot, c linear.Constraint) Element {
	c = c.Primitive()
	names := make([]string, len(over))
	for i, o := range over {
		names[i] = o.Name()
	}
	return Element{Scope: s, Kind: Bound, Term: slots.Plain(v.coder).Constraint(over, c), Name: slots.Text(c, names, v.prog.Arith != cfa.Real)}
}

// Formula writes a formula over symbols of the coder in C syntax.
func (v *Vocabulary) Formula(f *smt.Term) string {
	w := formula.CWriter{Builder: v.coder.Builder(), Name: func(t *smt.Term) string {
		switch o, _ := v.coder.Owner(t); {
		case o.Var != nil:
			return o.Var.Name
		case o.Array != nil:
			return o.Array.Name
		}
		return t.Func().Name
	}}
	return w.Formula(f)
}

// Cells returns the elements of a precision of variables and cells. The scope of each is where it is visible.
func (v *Vocabulary) Cells(p *cells.Precision) []Element {
	var out []Element
	for _, x := range v.prog.Vars {
		if p.Keeps(x) {
			out = append(out, v.Variable(Scope{Proc: x.Proc}, x))
		}
	}
	for _, a := range v.prog.Arrays {
		for _, i := range p.Cells(a) {
			out = append(out, v.Cell(Scope{Proc: a.Proc}, a, i))
		}
	}
	return ByScope(out)
}
