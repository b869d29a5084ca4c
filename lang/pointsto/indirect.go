package pointsto

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
)

// Calls through pointers.

// An IndirectCall is a call through a pointer.
type IndirectCall struct {
	Target  *Class // what the pointer leads to
	call    *lang.Call
	vals    []*Class            // by argument: the class that its value points to, or nil
	records []*Class            // the classes of record arguments
	bound   map[*lang.Func]bool // functions that the arguments were passed to
	outside bool                // set if the call may lead out of the program
}

// Candidates returns the functions that a call through a pointer may reach.
func (a *Analysis) Candidates(in *IndirectCall) []*lang.Func { return a.targets(in, true) }

// Misfits returns the functions that the pointer may lead to but that take other arguments: a call of them is
// undefined (C11 6.3.2.3p8, 6.5.2.2). Some are found only because the analysis unites too much.
func (a *Analysis) Misfits(in *IndirectCall) []*lang.Func { return a.targets(in, false) }

// Outside reports whether the call may lead to code outside of the program, which may change the memory that its
// arguments lead to.
func (in *IndirectCall) Outside() bool { return in.outside }

// targets returns the functions that the pointer may lead to and that fit the call, or, if fitting is false, do not
// fit it.
func (a *Analysis) targets(in *IndirectCall, fitting bool) []*lang.Func {
	var fs []*lang.Func
	for _, f := range a.Taken {
		for _, g := range in.Target.Find().Functions {
			if f == g && calls.Fits(f, in.call) == fitting {
				fs = append(fs, f)
			}
		}
	}
	return fs
}
