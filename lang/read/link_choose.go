package read

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
)

// This file selects the units of a build that belong to the program. A build compiles the files of several
// programs: tools, tests, examples. The program consists of the unit that defines the entry function, of
// the units that define names that reachable functions use, and so on. A linker selects members of an
// archive in this way, but here the search goes function by function. It is an error if several units
// define a name that is needed.

// chooser finds the units that the entry function needs.
type chooser struct {
	l      *linker
	prefer map[*unit]bool // units that the user named
	defs   map[string][]*unit
	chosen map[*unit]bool
	seenF  map[*lang.Func]bool
	seenO  map[*lang.Object]bool
	work   []func()
}

// choose removes the units that the entry function does not need, except units that the user named. If several units
// define a name, the named units take precedence. The contracts before declarations in named units count, too.
func (l *linker) choose() {
	c := &chooser{l: l, prefer: map[*unit]bool{}, defs: map[string][]*unit{}, chosen: map[*unit]bool{}, seenF: map[*lang.Func]bool{}, seenO: map[*lang.Object]bool{}}
	for _, u := range l.units {
		c.prefer[u] = slices.Contains(l.roots, u.src.Main)
		for _, f := range u.Unit.Funcs {
			if !f.Static && funcStrength(f) > onlyInline {
				c.defs[f.Name] = append(c.defs[f.Name], u)
			}
		}
		for _, o := range u.Unit.Objects {
			if name, ok := u.objects[o]; ok && !o.Static && objectStrength(o) > none {
				c.defs[name] = append(c.defs[name], u)
			}
		}
	}
	if !c.start() {
		return
	}
	for _, u := range l.units {
		if c.prefer[u] {
			c.take(u)
		}
	}
	for len(c.work) > 0 && len(l.c.Errs) == 0 {
		f := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		f()
	}
	kept := l.units[:0]
	for _, u := range l.units {
		if c.chosen[u] {
			kept = append(kept, u)
		}
	}
	l.units = kept
}

// start takes the unit of the entry function. It returns false after an error.
func (c *chooser) start() bool {
	name := c.l.c.opt.EntryName()
	var found []*lang.Func
	var in []*unit
	named := false // the functions found are in units that the user named
	for _, u := range c.l.units {
		for _, f := range u.Unit.Funcs {
			switch {
			case f.Name != name || f.Body == nil || f.Model:
			case c.prefer[u] && !named:
				found, in, named = []*lang.Func{f}, []*unit{u}, true
			case c.prefer[u] == named:
				found, in = append(found, f), append(in, u)
			}
		}
	}
	switch {
	case len(found) > 1:
		var files []string
		for _, u := range in {
			files = append(files, u.name)
		}
		c.l.c.errorHint(found[1].Pos, "name the file of the one that is meant, beside the build", "%d files define the function %s that a run starts in: %s", len(found), name, shortened(files))
		return false
	case len(found) == 0:
		return true // noEntry reports the error
	}
	c.take(in[0])
	c.function(in[0], found[0])
	return true
}

func shortened(names []string) string {
	if len(names) > 8 {
		return strings.Join(names[:8], ", ") + fmt.Sprintf(" and %d more", len(names)-8)
	}
	return strings.Join(names, ", ")
}

func (c *chooser) take(u *unit) {
	if c.chosen[u] {
		return
	}
	c.chosen[u] = true
	for _, p := range u.promises {
		p.walk(func(e lang.Expr) { c.expr(u, e) })
	}
	for _, f := range u.starters {
		if f.CtorPriority != nil || f.DtorPriority != nil {
			c.function(u, f)
		}
	}
}

func (c *chooser) function(u *unit, f *lang.Func) {
	if c.seenF[f] {
		return
	}
	c.seenF[f] = true
	switch {
	case f.Alias != "":
		c.work = append(c.work, func() { c.name(u, f.Alias, f.Pos) })
	case f.Body != nil && !f.Model:
		c.work = append(c.work, func() { lang.Walk(f.Body, nil, func(e lang.Expr) { c.expr(u, e) }) })
	case f.Body == nil:
		c.work = append(c.work, func() { c.name(u, f.Name, f.Pos) })
	}
}

func (c *chooser) object(u *unit, o *lang.Object) {
	if c.seenO[o] || o.Storage == lang.Local || o.Storage == lang.Param {
		return
	}
	c.seenO[o] = true
	c.work = append(c.work, func() {
		if name, ok := u.objects[o]; ok && !o.Static && objectStrength(o) < strongly {
			if o.Alias != "" {
				name = o.Alias
			}
			c.name(u, name, o.Pos)
		}
		for _, e := range lang.InitExprs(o) {
			lang.WalkExpr(e, nil, func(e lang.Expr) { c.expr(u, e) })
		}
	})
}

func (c *chooser) expr(u *unit, e lang.Expr) {
	switch x := e.(type) {
	case *lang.FuncRef:
		c.function(u, x.Func)
	case *lang.VarRef:
		c.object(u, x.Obj)
	}
}

// name takes the units that define a name. The unit `from` uses the name at the position `at`.
func (c *chooser) name(from *unit, name string, at lang.Pos) {
	var best []*unit
	grade := func(u *unit) int {
		switch {
		case u == from:
			return 3
		case c.prefer[u]:
			return 2
		case c.chosen[u]:
			return 1
		}
		return 0
	}
	for _, u := range c.defs[name] {
		switch {
		case len(best) == 0 || grade(u) > grade(best[0]):
			best = []*unit{u}
		case grade(u) == grade(best[0]):
			best = append(best, u)
		}
	}
	if len(best) > 1 && !c.mergeable(name, best) {
		var files []string
		for _, u := range best {
			files = append(files, u.name)
		}
		c.l.c.errorHint(at, "name the one that belongs to the program, beside the build", "%d files define %s, which the program needs: %s", len(best), name, shortened(files))
		return
	}
	for _, u := range best {
		c.take(u)
		for _, f := range u.Unit.Funcs {
			if f.Name == name && !f.Static && funcStrength(f) > onlyInline {
				c.function(u, f)
			}
		}
		for _, o := range u.Unit.Objects {
			if u.objects[o] == name && !o.Static && objectStrength(o) > none {
				c.object(u, o)
			}
		}
	}
}

// mergeable reports whether a linker accepts all definitions of name in the units: at most one is strong.
func (c *chooser) mergeable(name string, in []*unit) bool {
	n := 0
	for _, u := range in {
		for _, f := range u.Unit.Funcs {
			if f.Name == name && !f.Static && funcStrength(f) == strongly {
				n++
			}
		}
		for o, name2 := range u.objects {
			if name2 == name && !o.Static && objectStrength(o) == strongly {
				n++
			}
		}
	}
	return n <= 1
}
