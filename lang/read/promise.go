package read

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/pass/contract"
)

// This file reads contracts before declarations. ACSL allows a contract before any declaration of a function:
// in a header, or in a separate file for sources that should not be changed. The contract is read at the
// declaration, with its parameters and the names that are declared there. When the unit or the program is
// complete, the contract becomes a contract of the definition. If a function has several contracts, all of
// them count.

// promise is a contract before a declaration.
type promise struct {
	of    *lang.Func      // the declared function
	read  *lang.Func      // a function with the contract, and with the parameters of the declaration
	notes []*lang.Comment // the annotations with the contract
}

// promise reads the annotations before the declaration d of f, which begins at the position `at`. It does nothing for
// declarations in functions or without a prototype.
func (c *checker) promise(f *lang.Func, d *declared, at lang.Pos) {
	if c.InModel || c.Frame != nil || d.params == nil || d.typ.NoProto {
		return
	}
	notes := c.takeNotes(at)
	if len(notes) == 0 {
		return
	}
	read := &lang.Func{Name: f.Name, Type: d.typ, Params: d.params.list, Pos: d.pos}
	for _, p := range read.Params {
		p.Func = read
	}
	up := c.scope
	c.scope = &scope{up: up, names: d.params.scope.names}
	c.Frame = &build.Frame{Func: read}
	c.notes(at, read, read.Params)
	c.Frame, c.scope = nil, up
	for _, n := range notes {
		n.Of = f
	}
	if len(read.Contracts) > 0 {
		c.promises = append(c.promises, &promise{of: f, read: read, notes: notes})
	}
}

// promises maps each function to the contracts before declarations that were added to the function.
type promises map[*lang.Func][]*promise

// keepPromises adds the contracts to the definitions, and enters them in kept. final returns the program's
// function for a declared function. The contract of a function without a body is used, unchecked, if
// Options.Contracts asks for contracts.
func (c *checker) keepPromises(kept promises, final func(*lang.Func) *lang.Func) {
	for _, n := range c.src.Order {
		notes := c.src.Files[n].Scanned.ACSL
		for i := range notes {
			if notes[i].Of != nil {
				notes[i].Of = final(notes[i].Of)
			}
		}
	}
	for _, p := range c.promises {
		def := final(p.of)
		has := def.Body != nil && !def.Model && len(def.Params) == len(p.read.Params) || contract.MayBeTrusted(def) && len(c.opt.Contracts) > 0
		for _, n := range p.notes {
			n.Of, n.Read = def, n.Read && (has || p.stated())
		}
		switch {
		case has && !kept.have(def, p):
			kept.give(def, p)
		case !has && contract.MayBeTrusted(def):
			def.UnusedContracts = append(def.UnusedContracts, p.read.Contracts...)
		}
	}
}

// meanStatics handles the declarations with contracts in the unit `beside`, which the build does not compile. If no
// definition with external linkage has the declared name, the declaration refers to the static function with this
// name in another file. Such a unit has no other way to declare a static function of another file.
func (l *linker) meanStatics(beside *unit) {
	for _, p := range beside.promises {
		if f := l.final(p.of); f.Body != nil {
			continue
		}
		var found []*lang.Func
		for _, u := range l.units {
			for _, f := range u.Unit.Funcs {
				if f.Name == p.of.Name && f.Static && f.Body != nil && !f.Model {
					found = append(found, f)
				}
			}
		}
		switch {
		case len(found) == 0:
		case len(found) > 1:
			l.c.errorf(p.of.Pos, "several files have a static function %s (%s, %s): this contract might be that of any", p.of.Name, found[0].Pos, found[1].Pos)
		case !l.agreeFuncs(p.of, found[0]):
			l.contradiction(p.of.Name, p.of.Pos, p.of.Type, found[0].Pos, found[0].Type)
		default:
			p.of = found[0]
		}
	}
}

// give adds the contract p to the definition def.
func (kept promises) give(def *lang.Func, p *promise) {
	def.Contracts = append(def.Contracts, p.read.Contracts...)
	kept[def] = append(kept[def], p)
}

// stated reports whether the contract has no clauses that must be proved or assumed, such as requires or
// ensures.
func (p *promise) stated() bool {
	for _, con := range p.read.Contracts {
		for _, b := range con.Behaviors {
			if len(b.Requires)+len(b.Ensures) > 0 {
				return false
			}
		}
	}
	return true
}

// walk calls visit for the expressions of the contract.
func (p *promise) walk(visit func(lang.Expr)) {
	for _, con := range p.read.Contracts {
		con.Each(func(e lang.Expr) { lang.WalkExpr(e, nil, visit) })
	}
}

// have reports whether the function f already has the contract p, from the same place in a header that
// several units include. If the text has different meanings in two units, the contracts differ.
func (kept promises) have(f *lang.Func, p *promise) bool {
	return slices.ContainsFunc(kept[f], func(q *promise) bool { return q.text() == p.text() })
}

// text returns a text that is equal for contracts with the same meaning at the same place.
func (p *promise) text() string {
	var b strings.Builder
	for _, n := range p.notes {
		fmt.Fprintln(&b, n.Pos)
	}
	p.walk(func(e lang.Expr) {
		fmt.Fprintln(&b, lang.ExprString(e), e.Type())
		if v, ok := e.(*lang.VarRef); ok && v.Obj.Static {
			fmt.Fprintf(&b, "%p\n", v.Obj) // each unit has its own static object
		}
	})
	return b.String()
}
