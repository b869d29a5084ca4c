package pointsto

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
)

// Calls through pointers.

// IndirectCall is a call through a pointer.
type IndirectCall struct {
	Target  *Class // what the pointer leads to
	call    *lang.Call
	vals    []*Class            // what arguments point to
	records []*Class            // where arguments that are records lie
	bound   map[*lang.Func]bool // functions that the arguments have been passed to
	outside bool                // it may lead out of the program
}

// Candidates are the functions that a call through a pointer may reach.
func (a *Analysis) Candidates(in *IndirectCall) []*lang.Func { return a.targets(in, true) }

// Misfits are functions that the pointer may lead to but that have another type, where the call has
// no prototype: C checks nothing then, and such calls are made. Where there is a prototype, a
// function of another type is there because the analysis unites too much; calling it is undefined.
// backs says that the call is a library's, which calls what the program has given it, cast or not.
func (a *Analysis) Misfits(in *IndirectCall, backs bool) []*lang.Func {
	if t := in.call.Fun.Type(); !backs && t.Kind == lang.Pointer && !t.Elem.NoProto {
		return nil
	}
	return a.targets(in, false)
}

// targets are the functions that the pointer may lead to, of those that fit the call or do not.
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
