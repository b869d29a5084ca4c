package read

import (
	"slices"
	"sort"
	"strings"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// This file handles features of the linker and the loader: linker names of functions and objects (asm
// labels), several names for one function or object (alias, weakref, #pragma weak), optional definitions
// (weak), and functions that run before and after main (constructor, destructor).
//
// Functions and objects with linkage are found by their linker names, so two C names with the same linker
// name are one function or object from the start. A program may use an alias before it declares the name
// as an alias: at the end of the unit all references to an alias are replaced by references to its target.

// asmLabel reads the asm label n of the declaration d: int f(void) asm("g"). linkage says whether the
// declared function or object has linkage.
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

// redirected reports whether an asm label only chooses one of the C library's variants of a function, as
// glibc's headers do. The results of whet do not depend on the variant.
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

// linkFunc applies the attributes a of a declaration to the function f.
func (c *checker) linkFunc(f *lang.Func, a *attrs) {
	f.Weak = f.Weak || a.weak || a.weakref
	f.NonNull, f.Repeats = f.NonNull || a.nonnull, f.Repeats || a.repeats
	if a.hasAlias && !c.InModel {
		f.Alias, f.Weakref = a.alias, a.weakref
		c.defined[f.Name] = true // f is not the library function
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

// weakPragmas applies #pragma weak, after the whole unit has been read.
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

// link replaces all references to aliases by references to their targets.
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

// aliases finds the targets of the aliases, and adds them to r.
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

// resolveFunc finds the function that the alias f is another name of, and adds it to found.
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
		// Nothing in the unit has the target's name: the function may or may not exist.
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

// resolveObject finds the object that the alias o is another name of, and adds it to found.
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
		// If the object is not kept in memory, a store through one type would have no effect on
		// reads through the other.
		o.Notes = append(o.Notes, lang.UnmodelledNote(o.Pos, "__attribute__((alias)) on "+o.Name+", with another type than its target"))
	default:
		if p.Extern {
			p.Weak = p.Weak || o.Weakref
		}
		found[o] = p
	}
}

// orderStarters puts the constructors and destructors in the order in which the loader runs them.
// Constructors with a low priority number run first, and destructors with a low number last. Constructors
// of one priority run in the order of their definitions, destructors in the opposite order. (gcc's manual,
// Common Function Attributes; gcc -O0 and clang use the order of definitions.)
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

// linkerMade reports whether the linker defines an object with this name: such an object marks the start
// or end of a section.
func linkerMade(name string) bool {
	return strings.HasPrefix(name, "__start_") || strings.HasPrefix(name, "__stop_") ||
		strings.HasPrefix(name, "__init_array_") || strings.HasPrefix(name, "__fini_array_") || strings.HasPrefix(name, "__preinit_array_")
}
