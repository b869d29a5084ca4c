package pointsto

import "github.com/whet-mc/whet/lang"

// Classes of memory locations, and the flags that describe them.

// A Class is a set of memory locations that pointers do not distinguish. Classes are united by union-find; the
// representative of a class (Find) has its properties.
//
// The class of a struct has a class for each member that is accessed. So different members are different memory, as
// long as every access sees the same struct there.
type Class struct {
	parent    *Class // the parent in the union-find; nil: this is the representative
	rank      int
	pointee   *Class // what the values stored here point to
	place     *Class // a place whose values point here (flow.go), if needed
	fields    []subclass
	enclosing []*Class // the classes of which this is a field
	minSize   int64    // if the class is a field: the size of the smallest such field; 0: it is no field
	flags     Flags

	View      *lang.Type   // the type of the accesses; nil: no accesses yet
	Accesses  []Access     // to scalars
	Alignment Alignment    // the alignment of the addresses
	Functions []*lang.Func // functions that lie here
}

type subclass struct {
	field *lang.Field
	class *Class
}

// Flags are the properties of a class in addition to its structure. The union of two classes has the flags of both.
type Flags uint32

const (
	// accessed through types that do not nest: it has no fields (view.go)
	Collapsed   Flags = 1 << iota
	Overlapping       // fields may overlap (a union): it has no fields
	// objects here are filled or copied in parts that are not scalars
	Bytewise
	Read          // some value is read from here
	HoldsPointers // some access is to a pointer
	HoldsNumbers  // some access stores a value that is not a pointer
	Inhabited     // an object, a function, or memory from outside lies here
	Mutable       // an object that the program may change lies here
	Literal       // a string literal lies here
	ToMutable     // some value here may lead to memory that is not const
	Wraps         // pointers into it may wrap around (wraparound.go)
	Summand       // addresses that lead into it are operands of integer sums (intaddr.go)
	Recast        // integers that lead into it are converted to pointers (intaddr.go)
	Computed      // computed numbers here may be addresses (forged.go)
	FromNumber    // some pointer into it was made from a number (forged.go)
	Forged        // pointers into it may lead elsewhere (forged.go)
	Leaked        // control flow depends on addresses in it (forged.go)
	Escaped       // code outside of the program knows it (escape.go)
	Modifiable    // code outside may change it (escape.go)
	Walked        // pointers into it are moved (member.go)
	Narrowed      // some pointers into it were made from a part of it (member.go)
	FromOutside   // pointers from outside may lead into it (escape.go)
)

// Has reports whether n, the representative of its class, has one of the flags.
func (n *Class) Has(f Flags) bool { return n.flags&f != 0 }

func (n *Class) set(f Flags) { n.flags |= f }

func (n *Class) setIf(f Flags, cond bool) {
	if cond {
		n.flags |= f
	}
}

// Find returns the representative of the class.
func (n *Class) Find() *Class {
	r := n
	for r.parent != nil {
		r = r.parent
	}
	for n != r {
		n.parent, n = r, n.parent
	}
	return r
}

// field returns the class of the field f, or nil if it has no class.
func (n *Class) field(f *lang.Field) *Class {
	for _, k := range n.fields {
		if k.field == f {
			return k.class
		}
	}
	return nil
}

// EachPart visits n and the classes of its fields, of their fields, and so on.
func (n *Class) EachPart(visit func(*Class)) {
	n.walk(visit, func(n *Class, next func(*Class)) {
		for _, k := range n.fields {
			next(k.class)
		}
	})
}

// EachScalar visits the parts of n that are accessed as scalars.
func (n *Class) EachScalar(visit func(*Class)) {
	n.EachPart(func(n *Class) {
		if len(n.Accesses) > 0 {
			visit(n)
		}
	})
}

// EachEnclosing visits n and the classes that enclose it.
func (n *Class) EachEnclosing(visit func(*Class)) {
	n.walk(visit, func(n *Class, next func(*Class)) {
		for _, u := range n.enclosing {
			next(u)
		}
	})
}

// walk visits each class that is reachable from n by the function `next`, each once. A union and its members are one
// class, so a class can enclose itself.
func (n *Class) walk(visit func(*Class), next func(*Class, func(*Class))) {
	seen := map[*Class]bool{}
	var from func(*Class)
	from = func(n *Class) {
		if n = n.Find(); !seen[n] {
			seen[n] = true
			visit(n)
			next(n, from)
		}
	}
	from(n)
}

// inhabited reports whether pointers into the class can point to an object, a function, or memory outside of the
// program. A field is inhabited if its record is.
func (n *Class) inhabited() bool {
	n = n.Find()
	if !n.Has(Inhabited) && len(n.enclosing) > 0 {
		found := false
		n.EachEnclosing(func(m *Class) { found = found || m.Has(Inhabited) })
		n.setIf(Inhabited, found)
	}
	return n.Has(Inhabited)
}

// target returns the class that values in n may point to, and whether they may point to anything.
func (n *Class) target() (*Class, bool) {
	n = n.Find()
	if n.pointee == nil || !n.pointee.inhabited() {
		return nil, false
	}
	return n.pointee.Find(), true
}

func (n *Class) addAccess(x Access) {
	for _, y := range n.Accesses {
		if x == y {
			return
		}
	}
	n.Accesses = append(n.Accesses, x)
}

func (n *Class) addFunc(f *lang.Func) {
	for _, g := range n.Functions {
		if f == g {
			return
		}
	}
	n.Functions = append(n.Functions, f)
}
