package read

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/pass/contract"
)

// Contracts in front of declarations. ACSL lets a contract stand in front of any declaration of a
// function: in a header, or in a file of its own beside sources that nobody wants to change. It is
// read where it stands, by the parameters of that declaration and by what is declared there; when
// the unit, or the program, is put together, it becomes a contract of the definition. Several
// contracts of a function all count.

// promise is a contract in front of a declaration.
type promise struct {
	of    *lang.Func      // the function that is declared
	read  *lang.Func      // has the contract, and the parameters of the declaration
	notes []*lang.Comment // where it stands
}

// promise reads the annotations in front of a declaration of a function at file scope.
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

// promises has for each function the contracts in front of declarations that it has taken over.
type promises map[*lang.Func][]*promise

// keepPromises gives contracts to the definitions, and enters them in kept. final is the function that
// a declared one has become. A contract of a function without a body here is used where contracts are at all
// (Options.Contracts): nobody can check it.
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

// meanStatics lets the declarations of a file beside a build, in front of which a contract stands,
// mean a static function of another file where they can mean nothing else: it cannot be declared
// there in any other way.
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

// give makes p a contract of the definition.
func (kept promises) give(def *lang.Func, p *promise) {
	def.Contracts = append(def.Contracts, p.read.Contracts...)
	kept[def] = append(kept[def], p)
}

// stated reports whether the contract says nothing that has to be shown or assumed: places alone.
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

// walk visits the expressions of the promise.
func (p *promise) walk(visit func(lang.Expr)) {
	for _, con := range p.read.Contracts {
		con.Each(func(e lang.Expr) { lang.WalkExpr(e, nil, visit) })
	}
}

// have reports whether the function has the very contract already, from the same place of a header
// that several units include. A text that means another thing in another unit is another contract.
func (kept promises) have(f *lang.Func, p *promise) bool {
	return slices.ContainsFunc(kept[f], func(q *promise) bool { return q.text() == p.text() })
}

// text is the same for promises that say the same, in the same place.
func (p *promise) text() string {
	var b strings.Builder
	for _, n := range p.notes {
		fmt.Fprintln(&b, n.Pos)
	}
	p.walk(func(e lang.Expr) {
		fmt.Fprintln(&b, lang.ExprString(e), e.Type())
		if v, ok := e.(*lang.VarRef); ok && v.Obj.Static {
			fmt.Fprintf(&b, "%p\n", v.Obj) // each unit has its own
		}
	})
	return b.String()
}
