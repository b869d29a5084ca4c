package lang

import (
	"fmt"
	"slices"
	"strings"
)

// Contracts in front of declarations. ACSL lets a contract stand in front of any declaration of a
// function: in a header, or in a file of its own beside sources that nobody wants to change. It is
// read where it stands, by the parameters of that declaration and by what is declared there; when
// the unit, or the program, is put together, it becomes a contract of the definition. Several
// contracts of a function all count.

// promise is a contract in front of a declaration.
type promise struct {
	of    *Func // the function that is declared
	read  *Func // holds what was read: the parameters of the declaration, variables, what a driver needs
	stmts []Stmt
	notes []*Comment // where it stands
}

// promise reads the annotations in front of a declaration of a function at file scope.
func (c *checker) promise(f *Func, d *declared, at Pos) {
	if c.inModel || c.fn != nil || d.params == nil || d.typ.NoProto {
		return
	}
	notes := c.takeNotes(at)
	if len(notes) == 0 {
		return
	}
	read := &Func{Name: f.Name, Type: d.typ, Params: d.params.list, Pos: d.pos}
	for _, p := range read.Params {
		p.Func = read
	}
	up := c.scope
	c.scope = &scope{up: up, names: d.params.scope.names}
	c.fn = &funcState{fn: read}
	stmts := c.contract(at)
	c.fn, c.scope = nil, up
	for _, n := range notes {
		n.of = f
	}
	c.promises = append(c.promises, &promise{of: f, read: read, stmts: stmts, notes: notes})
}

// keepPromises gives contracts to the definitions. final is the function that a declared one has
// become. A contract of a function without a body here is not read: nobody can check it.
func (c *checker) keepPromises(final func(*Func) *Func) {
	for _, n := range c.src.order {
		notes := c.src.files[n].scan.acsl
		for i := range notes {
			if notes[i].of != nil {
				notes[i].of = final(notes[i].of)
			}
		}
	}
	for _, p := range c.promises {
		def := final(p.of)
		has := def.Body != nil && !def.Model && len(def.Params) == len(p.read.Params)
		for _, n := range p.notes {
			n.of, n.Read = def, n.Read && has
		}
		if has && !def.saysAlready(p) {
			p.give(def)
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
		var found []*Func
		for _, u := range l.units {
			for _, f := range u.unit.Funcs {
				if f.Name == p.of.Name && f.internal && f.Body != nil && !f.Model {
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

// give makes the promise a contract of the definition.
func (p *promise) give(def *Func) {
	c := &cloner{fn: def, objs: map[*Object]*Object{}, labels: map[*Label]*Label{}}
	for i, o := range p.read.Params {
		c.objs[o] = def.Params[i]
	}
	if p.read.entry != nil {
		if def.entry == nil {
			def.entry = &driverContract{}
		}
		def.entry.add(p.read.entry, c)
	}
	var list []Stmt
	for _, s := range p.stmts {
		list = append(list, c.stmt(s))
	}
	def.Objects = append(def.Objects, c.objects(p.read.Objects)...)
	def.Body.List = append(list, def.Body.List...)
	def.promised = append(def.promised, p)
}

// add adds another contract of the same function, whose parameters the cloner translates.
func (d *driverContract) add(more *driverContract, c *cloner) {
	if more.result != nil {
		if d.result == nil {
			d.result = c.object(more.result)
		}
		c.objs[more.result] = d.result
	}
	for _, v := range more.valid {
		d.valid = append(d.valid, &Valid{v.expr, c.object(v.Param), c.expr(v.Count)})
	}
	for _, o := range more.olds {
		d.olds = append(d.olds, oldTerm{c.object(o.obj), c.expr(o.x)})
	}
	d.ensures = append(d.ensures, c.claims(more.ensures)...)
}

// exprs visits the expressions of a contract that a driver checks.
func (d *driverContract) exprs(visit func(Expr)) {
	for _, v := range d.valid {
		WalkExpr(v.Count, nil, visit)
	}
	for _, o := range d.olds {
		WalkExpr(o.x, nil, visit)
	}
	for _, a := range d.ensures {
		WalkExpr(a.X, nil, visit)
	}
}

// walk visits the expressions of the promise.
func (p *promise) walk(visit func(Expr)) {
	for _, s := range p.stmts {
		Walk(s, nil, visit)
	}
	if p.read.entry != nil {
		p.read.entry.exprs(visit)
	}
}

// saysAlready reports whether the function has the very contract, from the same place of a header
// that several units include. A text that means another thing in another unit is another contract.
func (f *Func) saysAlready(p *promise) bool {
	return slices.ContainsFunc(f.promised, func(q *promise) bool { return q.text() == p.text() })
}

// text is the same for promises that say the same, in the same place.
func (p *promise) text() string {
	var b strings.Builder
	for _, n := range p.notes {
		fmt.Fprintln(&b, n.Pos)
	}
	p.walk(func(e Expr) {
		fmt.Fprintln(&b, ExprString(e), e.Type())
		if v, ok := e.(*VarRef); ok && v.Obj.internal {
			fmt.Fprintf(&b, "%p\n", v.Obj) // each unit has its own
		}
	})
	return b.String()
}
