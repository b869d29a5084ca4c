package pointsto

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/library"
)

// The state of an analysis and its main loop.

// Analysis holds the constraints while they are collected, and then the result.
type Analysis struct {
	// The part of the program that a run can reach, in the order in which it is found (reach.go).
	Funcs   []*lang.Func   // functions with bodies
	Statics []*lang.Object // static objects that these functions use
	Taken   []*lang.Func   // functions whose address is used
	Env     calls.Environment
	used    map[*lang.Object]bool      // Statics as a set
	argOf   map[*lang.Object]lang.Expr // arguments of models' private copies, by parameter
	sites   map[*lang.Func]site        // the calls of the private copies

	// The classes.
	all       []*Class    // the classes in order of creation, united ones included
	queue     [][2]*Class // pairs to unite: unions are never nested, so that long chains use no stack
	objects   map[*lang.Object]*Class
	functions map[*lang.Func]*Class         // the class of a function as the target of pointers
	results   map[*lang.Func]*Class         // places of function results
	blocks    []block                       // the memory that allocations return
	library   map[string]*Class             // static objects of the library
	streams   map[*lang.Object]*lang.Object // the objects that stdin and similar variables point to at the start
	varargs   *Class                        // the target of values that are passed as ...
	unknown   *Class                        // the target of pointers that were made from plain numbers
	channel   *Class                        // memory that is written to a file, and read back from it
	addressed map[*lang.Object]bool         // objects that lie in memory

	// Properties of expressions.
	lvalues     map[lang.Expr]*Class  // the class that an lvalue or a record value lies in
	pointees    map[lang.Expr]*Class  // the class that a value points to
	containers  map[*lang.Binary]bool // sums that lead from a member to its record (member.go)
	provenances map[lang.Expr]*Class  // a place with the other pointers of a value (flow.go)
	temps       map[lang.Expr]*lang.Object
	callResults map[*lang.Call]*Class        // places of call results
	assigned    map[*lang.Object][]lang.Expr // values that are assigned to variables (intcopy.go)
	notCopies   map[*lang.Object]bool

	// Constraints that are applied after all of them are collected.
	indirect         map[*lang.Call]*IndirectCall
	pending          []*IndirectCall // the same calls in order
	partial          []partialAccess
	flows            []flow
	pointerSums      []pointerSum
	pointerDiffs     []pointerDiff
	clobbered        []*Class    // memory that code outside of the program may have written to (clobber.go)
	filled           []*Class    // memory to which functions of the library may have written numbers or characters (clobber.go)
	texts            []*Class    // strings that functions of the library store in records (textsOf)
	escapes          []escape    // memory that code outside of the program knows (escape.go)
	fromOutside      []*Class    // places of values from such code
	choices          []*Class    // places of values that control flow depends on (forged.go)
	printed          []printed   // values that the program prints to where it may read them (printed.go)
	printsLists      bool        // such values may be in a list of arguments
	listed           []*Class    // places of numbers that are passed as ...
	scanned          []*Class    // objects that scanf sets
	comparedPointers [][2]*Class // the targets of the two sides of comparisons
	offsetBases      []*Class    // the targets of pointers that are moved

	opt  Options
	unit *lang.Unit
	fn   *lang.Func // the function whose body is being read
}

// A block is the memory that an allocation returns.
type block struct {
	call  *lang.Call
	in    *lang.Func // the function that makes the call
	class *Class
}

// A partialAccess is a fill or copy of size bytes.
type partialAccess struct {
	class *Class
	size  lang.Expr
}

func newAnalysis(u *lang.Unit) *Analysis {
	a := &Analysis{
		unit:        u,
		used:        map[*lang.Object]bool{},
		argOf:       map[*lang.Object]lang.Expr{},
		sites:       map[*lang.Func]site{},
		objects:     map[*lang.Object]*Class{},
		functions:   map[*lang.Func]*Class{},
		results:     map[*lang.Func]*Class{},
		library:     map[string]*Class{},
		streams:     map[*lang.Object]*lang.Object{},
		addressed:   map[*lang.Object]bool{},
		lvalues:     map[lang.Expr]*Class{},
		pointees:    map[lang.Expr]*Class{},
		containers:  map[*lang.Binary]bool{},
		provenances: map[lang.Expr]*Class{},
		temps:       map[lang.Expr]*lang.Object{},
		callResults: map[*lang.Call]*Class{},
		indirect:    map[*lang.Call]*IndirectCall{},
	}
	a.varargs, a.unknown = a.fresh(), a.fresh()
	return a
}

// Options select what the analysis prepares for.
type Options struct {
	// Strings: library functions read the strings that they get, character by character.
	Strings bool
	// Members: the lowering checks that accesses through a pointer stay in the member that the pointer was made from
	// (member.go).
	Members bool
}

// Analyze runs the analysis of the part of a unit that its entry function can reach.
func Analyze(u *lang.Unit, opt Options) *Analysis {
	a := newAnalysis(u)
	a.opt = opt
	a.reach()
	a.surveyAssignments(a.Funcs)
	for _, o := range a.Statics {
		a.initializer(o)
	}
	for _, f := range a.Funcs {
		if !calls.IsError(f) {
			a.fn = f
			a.stmt(f.Body)
		}
	}
	a.fn = nil
	for _, f := range a.Funcs {
		for _, p := range f.Params {
			if a.InMemory(p) && p.Type.OnlyScalars() {
				a.paramStores(a.Object(p), p.Type)
			}
		}
	}
	a.outside()
	a.settle()
	a.findForged()
	return a
}

// outside adds the constraints for values from outside of the program: arguments of the entry, and extern objects.
func (a *Analysis) outside() {
	if f := a.unit.Arguments; f != nil {
		a.setTarget(a.Object(a.unit.Entry.Params[1]), a.target(a.resultOf(f)))
	}
	if f := a.unit.Environment; f != nil {
		a.setTarget(a.Object(a.unit.Entry.Params[2]), a.target(a.resultOf(f)))
	}
	for _, o := range a.Statics {
		if o.Extern && library.OpenStream(o.Name) && o.Type.Kind == lang.Pointer {
			a.openStream(o)
		} else if o.Extern {
			a.clobber(a.Object(o))
			a.escapes = append(a.escapes, escape{class: a.Object(o), itself: true, readOnly: o.Type.Const})
		}
	}
	for i, o := range a.unit.Entry.Params {
		if a.unit.Driver == nil && (i != 1 || a.unit.Arguments == nil) && (i != 2 || a.unit.Environment == nil) {
			a.clobber(a.Object(o))
			a.fromOutside = append(a.fromOutside, a.Object(o))
		}
	}
}

// streamSize is at least the size of a FILE in any library.
const streamSize = 1024

// openStream makes the library's object that stdin or a similar variable points to at the start.
func (a *Analysis) openStream(o *lang.Object) {
	t := &lang.Type{Kind: lang.Array, Elem: Char, Len: streamSize, Size: streamSize, Align: 16}
	s := &lang.Object{Name: "*" + o.Name, Type: t, Storage: lang.Global, Pos: o.Pos, Made: true}
	n := a.fresh()
	n.set(Inhabited)
	a.objects[s] = n
	a.addressed[s], a.used[s] = true, true
	a.Statics = append(a.Statics, s)
	a.streams[o] = s
	a.setTarget(a.Object(o), n)
}

// settle applies the conditional constraints until nothing changes.
func (a *Analysis) settle() {
	for changed := true; changed; {
		for _, p := range a.partial {
			if k, ok := a.Constant(p.size); !ok || k > p.class.Find().minSize {
				p.class.Find().set(Walked)
			}
		}
		a.inhabitOutside()
		a.propagateFlows() // may reveal new functions to a call; binding them, new flows
		changed = a.collapseSummands()
		changed = a.collapseLeft() || changed
		changed = a.propagateEscape() || changed
		for _, in := range a.pending {
			for _, f := range append([]*lang.Func(nil), in.Target.Find().Functions...) {
				if !in.bound[f] && calls.Fits(f, in.call) {
					in.bound[f] = true
					changed = true
					a.bind(in.call, f, in.vals, in.records, a.lvalues[in.call])
				}
			}
		}
		changed = changed || a.callsOutside()
	}
	a.finishPartial()
}

// finishPartial applies the effects of fills and copies to the classes of the memory that they access.
func (a *Analysis) finishPartial() {
	// An access that starts at a field and extends beyond it reaches the next fields: they must share a class.
	for _, p := range a.partial {
		n := p.class.Find()
		n.Alignment.Partial = true
		if k, ok := a.Constant(p.size); ok && len(n.enclosing) > 0 && k > n.minSize && !a.opt.Members {
			a.collapse(n)
		}
	}
	for _, p := range a.partial {
		p.class.EachScalar(func(n *Class) {
			for _, acc := range n.Accesses {
				if acc.Size > 1 && !a.multiple(p.size, acc.Size) || acc.BitField && !a.multiple(p.size, 4) {
					n.set(Bytewise)
				}
			}
		})
	}
}
