package read

import (
	"slices"
	"sort"
	"strings"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// What the linker and the loader make of a unit: names of their own for functions and objects (asm
// labels), several names for one of them (alias, weakref, #pragma weak), definitions that need not
// be there (weak), and functions that run before and after main (constructor, destructor).
//
// Functions and objects with linkage are found by the linker's name, so that two names in C that
// share one are one thing from the start. An alias may be used before it is known to be one: at the
// end of the unit all references to it become references to what it stands for.

// label reads the asm label of a declaration: int f(void) asm("g").
func (c *checker) asmLabel(d *declared, n *cc.Asm, linkage bool) {
	if n == nil {
		return
	}
	pos := c.at(n.Token)
	name, ok := plainString(n.Token3.SrcStr())
	switch {
	case !linkage:
		c.refuse(pos, "a variable in a register that it names")
	case !ok || n.AsmArgList != nil:
		c.refuse(pos, "an asm label that is not read")
	case name == d.name || c.AsmNames[d.name] == name || c.redirected(d.name, name):
	case c.AsmNames[d.name] != "" || c.file.names[d.name] != nil:
		c.refuse(pos, "an asm label behind a declaration without it")
	default:
		c.AsmNames[d.name] = name
		if c.defined[d.name] {
			c.defined[name] = true
		}
	}
}

// redirected reports whether a label only chooses among the C library's variants of one function,
// as glibc's headers do. Nothing that whet says of the function depends on which it is.
func (c *checker) redirected(name, label string) bool {
	if c.defined[label] {
		return false
	}
	for _, p := range []string{"__isoc99_", "__isoc23_", "__xpg_", "__"} {
		if label == p+name {
			return true
		}
	}
	return label == name+"64" || label == "__"+name+"64"
}

// linkFunc gives a function what attributes of a declaration say of it.
func (c *checker) linkFunc(f *lang.Func, a *attrs) {
	f.Weak = f.Weak || a.weak || a.weakref
	f.NonNull, f.Repeats = f.NonNull || a.nonnull, f.Repeats || a.repeats
	if a.hasAlias && !c.InModel {
		f.Alias, f.Weakref = a.alias, a.weakref
		c.defined[f.Name] = true // it is not the library's
	}
	if a.ctor != nil {
		f.CtorPriority = a.ctor
	}
	if a.dtor != nil {
		f.DtorPriority = a.dtor
	}
}

func (c *checker) linkObject(o *lang.Object, a *attrs) {
	o.Weak = o.Weak || a.weak || a.weakref
	if a.hasAlias {
		o.Alias, o.Weakref = a.alias, a.weakref
	}
}

// weakPragmas does what #pragma weak says, when all of the unit has been read.
func (c *checker) weakPragmas() {
	for _, w := range c.src.Weaks {
		switch {
		case c.Funcs[w.Name] != nil:
			f := c.Funcs[w.Name]
			f.Weak = true
			if w.Target != "" && f.Body == nil {
				f.Alias = w.Target
			}
		case c.globals[w.Name] != nil:
			o := c.globals[w.Name]
			o.Weak = true
			if w.Target != "" && o.Init == nil {
				o.Alias = w.Target
			}
		}
	}
}

// link makes one thing of aliases and what they stand for.
func (c *checker) link() {
	c.weakPragmas()
	r := build.Replacement{Funcs: map[*lang.Func]*lang.Func{}, Objs: map[*lang.Object]*lang.Object{}}
	c.aliases(r)
	c.keepPromises(promises{}, func(f *lang.Func) *lang.Func {
		if g := r.Funcs[f]; g != nil {
			return g
		}
		return f
	})
	r.Apply(c.Unit)
	for f, g := range r.Funcs {
		if c.Funcs[f.Name] == f {
			c.Funcs[f.Name] = g
		}
	}
}

// aliases finds what the names that are aliases stand for.
func (c *checker) aliases(r build.Replacement) {
	for _, f := range c.Unit.Funcs {
		if f.Alias != "" {
			c.resolveFunc(f, r.Funcs)
		}
	}
	for _, o := range c.Unit.Objects {
		if o.Alias != "" {
			c.resolveObject(o, r.Objs)
		}
	}
}

// resolveFunc finds the function that f is another name of.
func (c *checker) resolveFunc(f *lang.Func, found map[*lang.Func]*lang.Func) {
	g, seen := f, map[*lang.Func]bool{}
	for g.Alias != "" {
		if seen[g] {
			c.errorf(f.Pos, "%s is an alias of itself", f.Name)
			return
		}
		seen[g] = true
		t := c.Funcs[g.Alias]
		if t == nil || t.Body == nil && t.Alias == "" && !g.Weakref {
			break
		}
		g = t
	}
	switch {
	case f.Body != nil:
		c.errorf(f.Pos, "%s is an alias and has a body", f.Name)
	case g.Alias != "" && g.Weakref && c.globals[g.Alias] == nil:
		// Nothing in the unit has the target's name: a function that may be there.
		f.Weak = true
	case g.Alias != "":
		f.Notes = append(f.Notes, lang.UnmodelledNote(f.Pos, "__attribute__((alias)) on "+f.Name+", whose target the unit does not define"))
	default:
		if g.Body == nil {
			g.Weak = g.Weak || f.Weakref
		}
		found[f] = g
	}
}

// resolveObject finds the object that o is another name of.
func (c *checker) resolveObject(o *lang.Object, found map[*lang.Object]*lang.Object) {
	p, seen := o, map[*lang.Object]bool{}
	for p.Alias != "" {
		if seen[p] {
			c.errorf(o.Pos, "%s is an alias of itself", o.Name)
			return
		}
		seen[p] = true
		t := c.globals[p.Alias]
		if t == nil || t.Extern && t.Alias == "" && !p.Weakref {
			break
		}
		p = t
	}
	switch {
	case p.Alias != "" && p.Weakref && c.Funcs[p.Alias] == nil:
		o.Weak = true
	case p.Alias != "":
		o.Notes = append(o.Notes, lang.UnmodelledNote(o.Pos, "__attribute__((alias)) on "+o.Name+", whose target the unit does not define"))
	case !lang.Compatible(o.Type, p.Type) && !(o.Type.Kind == lang.Array && o.Type.Len < 0 && p.Type.Kind == lang.Array && lang.Compatible(o.Type.Elem, p.Type.Elem)):
		// Accesses through one type would not be seen through the other, where the object is no
		// memory.
		o.Notes = append(o.Notes, lang.UnmodelledNote(o.Pos, "__attribute__((alias)) on "+o.Name+", with another type than its target"))
	default:
		if p.Extern {
			p.Weak = p.Weak || o.Weakref
		}
		found[o] = p
	}
}

// order puts the constructors and destructors in the order in which the loader runs them: those
// with a low priority number are constructed first and destructed last, and within one priority the
// order of their definitions counts. (gcc's manual, Common Function Attributes; that order is what
// gcc -O0 and clang do.)
func (c *checker) orderStarters() {
	u := c.Unit
	sorted := func(priority func(*lang.Func) *int) []*lang.Func {
		var out []*lang.Func
		for _, f := range c.starters {
			if priority(f) != nil && f.Body != nil && !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
		sort.SliceStable(out, func(i, j int) bool { return *priority(out[i]) < *priority(out[j]) })
		return out
	}
	u.Constructors = sorted(func(f *lang.Func) *int { return f.CtorPriority })
	u.Destructors = sorted(func(f *lang.Func) *int { return f.DtorPriority })
	slices.Reverse(u.Destructors)
}

// linkerMade reports whether the linker defines an object by this name: the bounds of a section
// that holds whatever objects bear its name.
func linkerMade(name string) bool {
	return strings.HasPrefix(name, "__start_") || strings.HasPrefix(name, "__stop_") ||
		strings.HasPrefix(name, "__init_array_") || strings.HasPrefix(name, "__fini_array_") || strings.HasPrefix(name, "__preinit_array_")
}
