package pointsto

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/library"
)

// Analysis holds the constraints while they are made, and then the result.
type Analysis struct {
	// What a run can come to, in the order in which it is found (reach.go).
	Funcs   []*lang.Func   // with bodies
	Statics []*lang.Object // static objects that these use
	Taken   []*lang.Func   // functions whose address is used
	Env     calls.Environment
	used    map[*lang.Object]bool      // Statics as a set
	argOf   map[*lang.Object]lang.Expr // arguments of models' private copies, by parameter
	sites   map[*lang.Func]site        // where these are called

	// The classes.
	all       []*Class    // in order of creation, united ones included
	queue     [][2]*Class // to be united: never nested, so that long chains cost no stack
	objects   map[*lang.Object]*Class
	functions map[*lang.Func]*Class         // the class of a function, as a thing that is pointed to
	results   map[*lang.Func]*Class         // places of what functions return
	blocks    []block                       // what allocations return pointers to
	library   map[string]*Class             // objects of the library's own
	streams   map[*lang.Object]*lang.Object // what stdin and its kind point to at the start
	varargs   *Class                        // what values that are passed as ... point to
	unknown   *Class                        // what pointers lead to that were made from plain numbers
	channel   *Class                        // memory that is written to a file, and read from it again
	addressed map[*lang.Object]bool         // objects that lie in memory

	// What is known of expressions.
	lvalues     map[lang.Expr]*Class  // the class that an lvalue or a record value lies in
	pointees    map[lang.Expr]*Class  // the class that a value points to
	containers  map[*lang.Binary]bool // sums that lead from a member to its record (member.go)
	provenances map[lang.Expr]*Class  // a place with the other pointers of a value (flow.go)
	temps       map[lang.Expr]*lang.Object
	callResults map[*lang.Call]*Class        // places of what calls return
	assigned    map[*lang.Object][]lang.Expr // what is assigned to variables (intcopy.go)
	notCopies   map[*lang.Object]bool

	// Constraints that are applied when all are known.
	indirect         map[*lang.Call]*IndirectCall
	pending          []*IndirectCall // the same in order
	partial          []partialAccess
	flows            []flow
	pointerSums      []pointerSum
	pointerDiffs     []pointerDiff
	clobbered        []*Class    // what code that is not there may have written to (clobber.go)
	escapes          []escape    // what code outside of the program knows (escape.go)
	fromOutside      []*Class    // places of values from such code
	choices          []*Class    // places of values that control flow depends on (forged.go)
	comparedPointers [][2]*Class // what the two sides of comparisons point to
	offsetBases      []*Class    // what pointers that are moved point to

	opt  Options
	unit *lang.Unit
	fn   *lang.Func // whose body is read
}

// block is what an allocation returns a pointer to.
type block struct {
	call  *lang.Call
	in    *lang.Func // that makes the call
	class *Class
}

// partialAccess is a fill or copy of size bytes.
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

// Options say what the analysis is for.
type Options struct {
	// Strings: library functions read the strings that they are handed, character by character.
	Strings bool
	// Members: accesses through pointers are checked to stay in the member that the pointer was made
	// from (member.go).
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

// outside says what comes from outside of the program: arguments of the entry, and extern objects.
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

// streamSize is not less than the size of a FILE in any library.
const streamSize = 1024

// openStream makes the object of the library's own that stdin or its kind points to at the start.
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
		a.propagateFlows() // may show a call new functions; binding those, new flows
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

// finishPartial applies what fills and copies ask of the classes of what they touch.
func (a *Analysis) finishPartial() {
	// What starts at a field and goes beyond it touches the fields behind: they must share a class.
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
