package pointsto

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/library"
)

// Models of library functions, and the calls of the program that lead to them.

// UserCall returns the call in the program that leads to the private copy f, through calls in other copies, and the
// function that makes this call. It returns nil, nil if there is no such call.
func (a *Analysis) UserCall(f *lang.Func) (call *lang.Call, caller *lang.Func) {
	for f != nil && (f.Model || f.PerCall) {
		s, ok := a.sites[f]
		if !ok {
			return nil, nil
		}
		call, f = s.call, s.caller
	}
	return call, f
}

// Reassigned reports whether a parameter is assigned to, or may be changed in another way.
func (a *Analysis) Reassigned(param *lang.Object) bool {
	return len(a.assigned[param]) > 0 || a.notCopies[param]
}

// Assigned returns the values that the variable is assigned and initialized with, without compound assignments.
func (a *Analysis) Assigned(o *lang.Object) []lang.Expr { return a.assigned[o] }

// contractIntrinsics are the intrinsics with which models describe their arguments. They copy and change nothing.
var contractIntrinsics = map[string]bool{
	"__whet_room": true, "__whet_disjoint": true, "__whet_apart": true, "__whet_require": true, "__whet_trusted": true, "__whet_string": true,
	"__whet_object": true, "__whet_checked": true, "__whet_product": true,
	"__whet_grown": true, "__whet_terminated": true, "__whet_copied": true, "__whet_making": true, "__whet_may_lack": true, "__whet_stays": true, "__whet_pure": true, "__whet_may_fail": true,
}

// Char and Wide are the types in which characters of strings are read.
var (
	Char = &lang.Type{Kind: lang.Integer, Size: 1, Align: 1, Bits: 8, Signed: true, Name: "char"}
	Wide = &lang.Type{Kind: lang.Integer, Size: 4, Align: 4, Bits: 32, Signed: true, Name: "wchar_t"}
)

// readStrings records that a call of a library function reads the strings that it gets.
func (a *Analysis) readStrings(x *lang.Call, f *lang.Func) {
	k, prints := calls.Printers[f.Name] // printers read what they print, whatever is checked
	if !a.opt.Strings && !prints || f.Body != nil && !f.Model || !library.Known(f.Name) {
		return
	}
	row := calls.Row(f, x)
	if row != nil {
		for _, n := range row.Needs {
			switch n.Kind {
			case library.String:
				a.readString(x.Args[n.Arg-1], Char)
			case library.WideString:
				a.readString(x.Args[n.Arg-1], Wide)
			}
		}
	}
	if prints && len(x.Args) > 0 {
		char := Char
		if k.Wide {
			char = Wide
		}
		a.readString(x.Args[0], char)
	}
	// A variadic function reads its format, and strings for the conversions of the format.
	if !f.Type.Variadic {
		return
	}
	for i, arg := range x.Args {
		t := lang.StripCasts(arg).Type()
		switch {
		case t.Kind != lang.Pointer || i < len(f.Params) && !t.Elem.Const:
		case t.Elem.Kind == lang.Integer && t.Elem.Size == Char.Size:
			a.readString(arg, Char)
		case t.Elem.Kind == lang.Integer && t.Elem.Size == Wide.Size:
			a.readString(arg, Wide)
		}
	}
}

// readString records that the characters that e points to are read.
func (a *Analysis) readString(e lang.Expr, char *lang.Type) {
	n := a.Pointee(e)
	if n == nil {
		return
	}
	a.viewAs(n, char)
	n = n.Find()
	n.addAccess(AccessOf(char, nil))
	n.set(Read)
}
