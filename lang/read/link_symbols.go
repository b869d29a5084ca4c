package read

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// This file resolves names with external linkage: it chooses one of several definitions (C11 6.9; the ELF
// specification for weak symbols; gcc's manual for inline, alias and common symbols).
//
//	definition                        if there is another definition
//	strong                            two strong ones are an error, with both places
//	tentative (int x;)                one object with all others, and with a strong one (-fcommon)
//	weak                              replaced by strong ones, and by the first weak one
//	inline, not for other units       replaced by all definitions in other units
//
// The types of a declaration in one unit and the definition in another unit must be compatible. If the
// declaration has no prototype, the types cannot be compared; link_calls.go then checks each call.

// entry is a name with external linkage, and the functions and objects of the units with this name, in the
// order of the units.
type entry struct {
	name  string
	funcs []symbolOf[*lang.Func]
	objs  []symbolOf[*lang.Object]
}

type symbolOf[T any] struct {
	unit *unit
	it   T
}

// collect fills the table of names with external linkage.
func (l *linker) collect() {
	at := func(name string) *entry {
		e := l.entries[name]
		if e == nil {
			e = &entry{name: name}
			l.entries[name] = e
			l.names = append(l.names, name)
		}
		return e
	}
	library := map[*lang.Object]bool{}
	for _, y := range l.c.lib.scope.names {
		if y.obj != nil {
			library[y.obj] = true
		}
	}
	for _, u := range l.units {
		u.aliases = build.Replacement{Funcs: map[*lang.Func]*lang.Func{}, Objs: map[*lang.Object]*lang.Object{}}
		u.checker.aliases(u.aliases)
		l.c.Errs = append(l.c.Errs, u.Errs...)
		for _, f := range u.Unit.Funcs {
			switch {
			case f.Name == "":
			case f.Static && !f.Weakref:
				// An alias that is local to its unit.
				if g := u.aliases.Funcs[f]; g != nil {
					l.Funcs[f] = g
				}
			default:
				e := at(f.Name)
				e.funcs = append(e.funcs, symbolOf[*lang.Func]{u, f})
			}
		}
		for _, o := range u.Unit.Objects {
			name, ok := u.objects[o]
			switch {
			case o.Storage != lang.Global || library[o] || !ok || o.Name == "__whet_end" || o.Name == "__predefined_declarator":
			case o.Static && !o.Weakref:
				if p := u.aliases.Objs[o]; p != nil {
					l.Objs[o] = p
				}
			default:
				e := at(name)
				e.objs = append(e.objs, symbolOf[*lang.Object]{u, o})
			}
		}
	}
}

// resolve decides which function or object the name of e refers to.
func (l *linker) resolve(e *entry) {
	if len(e.funcs) > 0 && len(e.objs) > 0 {
		f, o := e.funcs[0].it, e.objs[0].it
		at, before, what := o.Pos, f.Pos, "a variable here and a function"
		if l.later(f.Pos, o.Pos) {
			at, before, what = f.Pos, o.Pos, "a function here and a variable"
		}
		l.c.errorf(at, "%s is declared as %s at %s", e.name, what, before)
		return
	}
	if len(e.funcs) > 0 {
		l.resolveFuncs(e)
	}
	if len(e.objs) > 0 {
		l.resolveObjects(e)
	}
}

// later reports whether the unit of p comes after the unit of q.
func (l *linker) later(p, q lang.Pos) bool {
	for _, u := range l.units {
		if u.src.Files[q.File] != nil {
			return u.src.Files[p.File] == nil
		}
		if u.src.Files[p.File] != nil {
			return false
		}
	}
	return false
}

// strength is a kind of definition. Stronger definitions replace weaker ones.
type strength int

const (
	none strength = iota // a declaration
	onlyInline
	weakly
	tentative
	strongly
)

func funcStrength(f *lang.Func) strength {
	switch {
	case f.Body == nil && f.Alias == "":
		return none
	case f.InlineOnly():
		return onlyInline
	case f.Weak:
		return weakly
	}
	return strongly
}

func (l *linker) resolveFuncs(e *entry) {
	var def *symbolOf[*lang.Func]
	best := onlyInline
	for i, s := range e.funcs {
		k := funcStrength(s.it)
		if k == strongly && best == strongly {
			l.twice(e.name, "the function ", s.it.Pos, def.it.Pos)
			return
		}
		if k > best {
			def, best = &e.funcs[i], k
		}
	}
	if def == nil {
		l.undefined(e)
		return
	}
	d := def.it
	for _, s := range e.funcs {
		f := s.it
		if f == d {
			continue
		}
		if !l.agreeFuncs(f, d) {
			l.contradiction(e.name, f.Pos, f.Type, d.Pos, d.Type)
			return
		}
		switch funcStrength(f) {
		case onlyInline:
			// It is unspecified which of the two definitions a call uses (C11 6.7.4).
			if !sameText(f, d) {
				d.Notes = append(d.Notes, lang.UnmodelledNote(f.Pos, "the inline definition of "+e.name+", which is not that of "+d.Pos.String()))
			}
		case weakly:
		default:
			for _, n := range f.Notes {
				addNote(&d.Notes, n)
			}
		}
		d.AddrTaken = d.AddrTaken || f.AddrTaken
		l.Funcs[f] = d
	}
	if d.Body != nil {
		d.Weak = false
		l.c.defined[e.name] = true
	}
	l.c.Funcs[e.name] = d
}

// agreeFuncs reports whether the declaration f is compatible with the definition d. It accepts every
// declaration without a prototype, because then each call is checked.
func (l *linker) agreeFuncs(f, d *lang.Func) bool {
	return f.Body == nil && f.Type.NoProto || l.agree(f.Type, d.Type)
}

// undefined merges the declarations of the function e that no unit defines for other units. A unit with an
// inline definition calls its own definition. Declarations of a library function may differ; then several
// functions remain.
func (l *linker) undefined(e *entry) {
	var kept []symbolOf[*lang.Func]
	for _, s := range e.funcs {
		f := s.it
		if f.Body != nil {
			continue
		}
		merged, model := false, l.c.lib.declares(e.name)
		for _, k := range kept {
			g := k.it
			if model && (k.unit.unlike[e.name] != s.unit.unlike[e.name] || k.unit.unlike[e.name] && !l.agree(f.Type, g.Type)) {
				continue
			}
			if !model && !f.Type.NoProto && !g.Type.NoProto && !l.agree(f.Type, g.Type) {
				l.contradiction(e.name, f.Pos, f.Type, g.Pos, g.Type)
				return
			}
			if g.Type.NoProto && !f.Type.NoProto {
				g.Type = f.Type
			}
			atLeastOf(g.Type, f.Type)
			g.AddrTaken, g.Weak = g.AddrTaken || f.AddrTaken, g.Weak && f.Weak
			g.NoReturn, g.NonNull, g.Repeats = g.NoReturn || f.NoReturn, g.NonNull || f.NonNull, g.Repeats || f.Repeats
			for _, n := range f.Notes {
				addNote(&g.Notes, n)
			}
			l.Funcs[f], merged = g, true
			break
		}
		if !merged {
			kept = append(kept, s)
		}
	}
	for _, k := range kept {
		if !k.unit.unlike[e.name] || len(kept) == 1 {
			l.c.Funcs[e.name] = k.it
		}
	}
	if len(kept) == 1 && kept[0].unit.unlike[e.name] {
		l.c.unlike[e.name] = true
	}
}

func objectStrength(o *lang.Object) strength {
	switch {
	case o.Alias == "" && o.Extern:
		return none
	case o.Weak:
		return weakly
	case o.Alias == "" && o.Init == nil:
		return tentative
	}
	return strongly
}

func (l *linker) resolveObjects(e *entry) {
	var def symbolOf[*lang.Object]
	best := none
	for _, s := range e.objs {
		k := objectStrength(s.it)
		if k == strongly && best == strongly {
			l.twice(e.name, "", s.it.Pos, def.it.Pos)
			return
		}
		if k >= tentative && best >= tentative {
			l.common(e.name, def.it, s.it)
		}
		if def.it == nil || k > best || k == none && best == none && def.it.Type.Size <= 0 {
			def, best = s, k
		}
	}
	d := def.it
	for _, s := range e.objs {
		o := s.it
		if o == d {
			continue
		}
		if !l.agree(o.Type, d.Type) {
			l.contradiction(e.name, o.Pos, o.Type, d.Pos, d.Type)
			return
		}
		if best == none {
			d.Weak = d.Weak && o.Weak
		}
		for _, n := range o.Notes {
			addNote(&d.Notes, n)
		}
		l.Objs[o] = d
	}
	if best > none {
		d.Weak = false
	}
	l.c.globals[e.name] = d
}

// common notes that an object is defined in two units, at least once without an initialiser. With -fcommon, linkers
// merge the definitions. Otherwise the files are not a program, so merging does no harm.
func (l *linker) common(name string, a, b *lang.Object) {
	l.c.Note(lang.Approximated, b.Pos, name+", which is defined at "+a.Pos.String()+" as well", "the two are one object, as with -fcommon")
}

func (l *linker) twice(name, kind string, at, before lang.Pos) {
	l.c.errorHint(at, "a program has one definition of each name; is a file named twice, or should one of them be static?",
		"%s%s is defined twice (before at %s)", kind, name, before)
}

// contradiction reports incompatible declarations of a name in two units.
func (l *linker) contradiction(name string, p lang.Pos, t *lang.Type, q lang.Pos, u *lang.Type) {
	if l.later(q, p) {
		p, t, q, u = q, u, p, t
	}
	hint := ""
	if t.String() == u.String() {
		hint = "the structs that they speak of differ"
	}
	l.c.errorHint(p, hint, "%s is declared with different types, %s here and %s at %s", name, t, u, q)
}

// follow replaces aliases by their targets. An alias is bound to the definition in its own unit; a weakref
// may refer to a name of another unit. Finally it follows all chains of replacements.
func (l *linker) follow() {
	for _, u := range l.units {
		for _, f := range u.Unit.Funcs {
			g := u.aliases.Funcs[f]
			switch {
			case f.Alias == "":
			case f.Weakref && g == nil:
				if e := l.entries[f.Alias]; e != nil && l.c.Funcs[f.Alias] != nil {
					l.Funcs[f] = l.c.Funcs[f.Alias]
				}
			case g == nil || l.Funcs[f] != nil:
			case !f.Weakref && l.Funcs[g] != nil:
				f.Notes = append(f.Notes, lang.UnmodelledNote(f.Pos, "__attribute__((alias)) on "+f.Name+", whose target another file defines as well"))
			default:
				l.Funcs[f] = g
			}
		}
		for _, o := range u.Unit.Objects {
			p := u.aliases.Objs[o]
			switch {
			case o.Alias == "":
			case o.Weakref && p == nil:
				if l.entries[o.Alias] != nil && l.c.globals[o.Alias] != nil {
					l.Objs[o] = l.c.globals[o.Alias]
				}
			case p == nil || l.Objs[o] != nil:
			case !o.Weakref && l.Objs[p] != nil:
				o.Notes = append(o.Notes, lang.UnmodelledNote(o.Pos, "__attribute__((alias)) on "+o.Name+", whose target another file defines as well"))
			default:
				l.Objs[o] = p
			}
		}
	}
	ends(l.Funcs)
	ends(l.Objs)
	for name, f := range l.c.Funcs {
		l.c.Funcs[name] = l.final(f)
	}
}

// ends makes each replacement lead to the end of its chain: if a is replaced by b, and b by c, a is replaced by c.
func ends[T comparable](m map[T]T) {
	for x, y := range m {
		for n := 0; n <= len(m); n++ {
			z, ok := m[y]
			if !ok {
				break
			}
			y = z
		}
		m[x] = y
	}
}
