package pointsto

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/format"
	"github.com/whet-mc/whet/lang/library"
)

// Addresses as text.
//
// A program may print a pointer with %p, or its number, to a string or to a file that it reads, and scan it again. The pointer
// that it gets is valid (C11 7.21.6.2). Text is not followed to what it was made from. So if a program prints an address,
// pointers that it makes from numbers or scans may lead to all objects whose addresses it prints: they are forged (forged.go).

// printAddresses records the addresses that a call of a function of the library prints to where the program may read them.
func (a *Analysis) printAddresses(x *lang.Call, f *lang.Func) {
	if f.Body != nil && !f.Model || !strings.Contains(f.Name, "print") || !library.Known(f.Name) {
		return
	}
	row := calls.Row(f, x)
	toMemory := row == nil
	text, literal := "", false
	for i, arg := range x.Args {
		toMemory = toMemory || row.Writes(i+1)
		if t, ok := lang.LiteralText(arg); ok && i < len(f.Params) {
			text, literal = t, true
		}
	}
	if !toMemory && !a.Env.Channel {
		return
	}
	list, understood := format.Print(text)
	pointers := !literal || !understood
	for _, c := range list {
		pointers = pointers || c.Verb == 'p'
	}
	for i := len(f.Params); i < len(x.Args); i++ {
		switch arg := x.Args[i]; {
		case arg.Type().Kind == lang.Record:
		case arg.Type().Kind == lang.Pointer && !pointers:
			// What it points to is printed, and not the pointer.
		default:
			a.printed = append(a.printed, a.fullProvenance(arg))
		}
	}
	if !f.Type.Variadic { // the arguments are in a list
		a.printed = append(a.printed, a.placeOf(a.varargs))
	}
}

// readBack marks the objects whose addresses are printed as Leaked. It returns the classes into which pointers lead that may have
// been made from the text: none if no address is printed.
func (a *Analysis) readBack() (made []*Class) {
	shown := false
	for _, n := range a.printed {
		if n == nil {
			continue
		}
		if t, ok := n.target(); ok {
			t.set(Leaked)
			shown = true
		}
	}
	if !shown {
		return nil
	}
	made = append(made, a.unknown)
	for _, n := range a.all {
		if n.parent == nil && n.Has(Recast) {
			made = append(made, n)
		}
	}
	for _, n := range a.scanned {
		if n = n.Find(); n.pointee != nil {
			made = append(made, n.pointee)
		}
	}
	return made
}
