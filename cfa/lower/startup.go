package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Code that runs before and after the entry function. Constructors run when static objects have their values, in the
// unit's order. A run that ends by exit, or by returning from main, first calls the functions that atexit registered,
// and then the destructors. A function of the unit (lang.Unit.AtEnd) does this, if there is anything to call.
// Returning from another entry function does not end the program, and calls nothing.

// construct calls the constructors.
func (l *funcLowerer) construct(pos lang.Pos) {
	for _, f := range l.u.Constructors {
		q := l.procs[f]
		switch {
		case q == nil: // f is an error function: the call of f is the error
			l.fail(l.property(f.Name, "", f.Pos))
		case len(q.Params) > 0 || len(f.Params) > 0:
			l.cannot(f.Pos, "a constructor with parameters") // glibc passes the arguments of main to constructors
		default:
			l.emit(&cfa.Call{Callee: q, Results: make([]*cfa.Var, len(q.Results))}, pos)
			if l.endsAtCall(f) {
				l.cur = l.newLoc(pos)
			}
		}
	}
}
