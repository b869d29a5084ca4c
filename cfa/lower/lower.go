// Package lower turns the typed syntax of a C program into control-flow
// automata over integers and arrays. After it nothing of C is left: conversions
// are Wrap operators, side effects are edges in the order of evaluation,
// pointers are addresses, memory is a set of arrays (regions).
//
// The work is done in passes over the functions that the entry function can
// reach:
//
//	lower.go      what is reachable; library models get a body for each call
//	analysis*.go  which objects need an address (exposure.go); constraints for
//	pointsto.go   the classes of locations that may alias
//	known.go      what code outside of the program knows and may change
//	recursion.go  which functions may be active twice at once
//	storage.go    a variable, an array, or an address for every object
//	regions.go    the arrays behind the classes; loads and stores
//	extent.go, check.go, facts.go   what pointers may lead to; accesses outside of it (Options.Check)
//	startup.go, weak.go, cleanup.go, notes.go   constructors and ends of runs; symbols
//	that may be missing; calls at ends of scopes; the front end's notes
//	expr.go, branch.go, place.go, arith.go, call.go, intrinsics.go,
//	library.go, stmt.go, init.go, acsl.go   the code itself, written by emit.go
//
// What C leaves undefined (a null dereference, overflow of an array) is not made
// defined here: SOUNDNESS.md in the project's root lists what that means. On
// request (Options.Check) some of it becomes a property of the program. What
// is not modelled becomes an input of kind Approx with a Note, and a construct
// whose effect is not covered at all leads to an error location whose Property
// is marked Unsupported, so that a SAFE verdict cannot rest on it.
package lower

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Options say how a program is to be understood.
type Options struct {
	Arith cfa.Arith
	Check Check
}

// Lower returns the automata of the program. The result is compacted and
// finished (see cfa.Program.Finish).
func Lower(u *lang.Unit, opt Options) (*cfa.Program, error) {
	if u.Entry == nil || u.Entry.Body == nil {
		return nil, fmt.Errorf("no entry function")
	}
	l := &lowerer{
		u: u, opt: opt,
		p:         cfa.NewProgram(u.Model, opt.Arith),
		pts:       pointsto.Analyze(u),
		procs:     map[*lang.Func]*cfa.Proc{},
		stores:    map[*lang.Object]*store{},
		regions:   map[*pointsto.Class]*region{},
		addrs:     map[*lang.Object]cfa.Expr{},
		funcAddr:  map[*lang.Func]cfa.Expr{},
		impures:   map[lang.Expr]bool{},
		noted:     map[string]bool{},
		heeded:    map[lang.Note]bool{},
		accessing: map[lang.Expr]bool{},
		marked:    map[span]bool{},
	}
	l.p.Unit = u
	l.outsiders()
	l.recursive = l.findRecursion()
	l.layout()
	l.homes()
	l.extents()
	for _, f := range l.pts.Funcs {
		l.declare(f)
	}
	for _, f := range l.pts.Funcs {
		l.function(f)
	}
	l.start()
	l.spreading()
	l.beyond()
	l.nameRegions()
	l.p.Compact()
	l.settleChecks()
	l.p.Finish()
	return l.p, nil
}

type lowerer struct {
	u   *lang.Unit
	opt Options
	p   *cfa.Program
	pts *pointsto.Analysis

	procs     map[*lang.Func]*cfa.Proc
	stores    map[*lang.Object]*store
	addrs     map[*lang.Object]cfa.Expr
	funcAddr  map[*lang.Func]cfa.Expr
	recursive map[*lang.Func]bool
	impures   map[lang.Expr]bool
	noted     map[string]bool
	heeded    map[lang.Note]bool
	weaks     []weakSymbol
	accessing map[lang.Expr]bool

	heapTop, stackTop  *cfa.Var
	staticLo, staticHi int64 // addresses of objects that start as zero
	regions            map[*pointsto.Class]*region
	regionNodes        []*pointsto.Class
	memObjs            []*lang.Object // with constant addresses, by address
	heapLo             int64
	autos              map[*lang.Func][]*lang.Object

	home       map[*pointsto.Class]*home // of lost classes
	homeArrays []*cfa.Array
	spread     *cfa.Proc // what a write through a lost pointer may change; nil: there is none

	opened     []*pointsto.Class // classes that code outside of the program may change
	externs    []*lang.Object    // such objects that are in no class of memory
	calledBack bool              // it may call functions of the program
	others     *cfa.Proc         // stands for such code; nil: there is none

	// with Check.Bounds
	classes map[*pointsto.Class]*extent
	sizes   *cfa.Array    // of the blocks of the heap, once there is one
	shadow  *cfa.Array    // which bytes lie in dynamic objects, once that is asked
	dynamic bool          // it may be asked
	marks   []span        // what lies in the shadow from the start
	marked  map[span]bool // the same

	// of the function that is being lowered
	fn       *lang.Func
	proc     *cfa.Proc
	cur      *cfa.Loc
	labels   map[*lang.Label]*cfa.Loc
	breaks   []target
	conts    []target
	cleanups []*lang.Object // in scope, outermost first: see cleanup.go
	inScope  map[*lang.Label][]*lang.Object
	cases    map[*lang.Case]*cfa.Loc
	loops    int
	frameLen int64
	hidden   *cfa.Var // where a record result that is not passed in variables goes
	into     *cfa.Var // where the next call may put its result
	unused   bool     // the value of the next assignment is not wanted
	ntemps   int
}
