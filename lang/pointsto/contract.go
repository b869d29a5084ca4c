package pointsto

import "github.com/whet-mc/whet/lang"

// Models of library functions, and the calls of the program that lead to them.

// UserCall is the call in the program that leads to the copy f of a model, through calls in other
// models, and the function that makes it; nil, nil where there is no such call.
func (a *Analysis) UserCall(f *lang.Func) (call *lang.Call, caller *lang.Func) {
	for f != nil && f.Model {
		s, ok := a.sites[f]
		if !ok {
			return nil, nil
		}
		call, f = s.call, s.caller
	}
	return call, f
}

// Reassigned reports whether a parameter is assigned to, or changed in another way.
func (a *Analysis) Reassigned(param *lang.Object) bool {
	return len(a.assigned[param]) > 0 || a.notCopies[param]
}

// contractIntrinsics are what models say of their arguments. They copy and change nothing.
var contractIntrinsics = map[string]bool{
	"__whet_room": true, "__whet_disjoint": true, "__whet_apart": true, "__whet_require": true, "__whet_trusted": true,
	"__whet_checked": true, "__whet_product": true,
	"__whet_grown": true,
}
