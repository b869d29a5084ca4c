package pointsto

import (
	"slices"
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

// printed is the place of a value that is printed. If format is not nil, the value is a pointer, or a list of arguments, and
// the format, which is not a literal, decides whether its address is printed or what it points to.
type printed struct{ place, format *Class }

// printAddresses records the addresses that a call of a function of the library prints to where the program may read them.
func (a *Analysis) printAddresses(x *lang.Call, f *lang.Func) {
	if f.Body != nil && !f.Model || !strings.Contains(f.Name, "print") || !library.Known(f.Name) {
		return
	}
	row := calls.Row(f, x)
	fixed := min(len(f.Type.Params), len(x.Args)) // the arguments before the dots, or before the list
	if !f.Type.Variadic {
		fixed--
	}
	if fixed < 1 {
		return
	}
	readable := row == nil || a.Env.Channel // models print to memory
	for i := range fixed {
		readable = readable || row.Writes(i+1)
	}
	text, literal := lang.LiteralText(x.Args[fixed-1])
	from := a.Pointee(x.Args[fixed-1])
	if !readable || from == nil {
		return
	}
	if literal {
		from = nil
	}
	pointers := !literal || printsPointers(text)
	for _, arg := range x.Args[fixed:] {
		switch k := arg.Type().Kind; {
		case !f.Type.Variadic:
			a.printsLists = true
			if pointers {
				a.printed = append(a.printed, printed{a.placeOf(a.varargs), from})
			}
		case k != lang.Pointer && k != lang.Record:
			a.printed = append(a.printed, printed{a.fullProvenance(arg), nil})
		case k == lang.Pointer && pointers:
			a.printed = append(a.printed, printed{a.fullProvenance(arg), from})
		}
	}
}

// printsPointers reports whether the format of printf has a conversion %p, or is not understood.
func printsPointers(text string) bool {
	list, understood := format.Print(text)
	for _, c := range list {
		understood = understood && c.Verb != 'p'
	}
	return !understood
}

// readBack marks the objects whose addresses are printed as Leaked. It returns the classes into which pointers lead that may have
// been made from the text: none if no address is printed.
func (a *Analysis) readBack() (made []*Class) {
	list := a.printed
	if a.printsLists {
		for _, n := range a.listed {
			list = append(list, printed{n, nil})
		}
	}
	texts := slices.ContainsFunc(list, func(p printed) bool { return p.format != nil }) && a.hasPointerFormat()
	shown := false
	for _, p := range list {
		if p.place == nil || p.format != nil && !texts && !p.format.Find().Has(Mutable|FromOutside) {
			continue // no text of the program has a %p, and it puts no format together there
		}
		if t, ok := p.place.target(); ok {
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

// hasPointerFormat reports whether some text of the program may be a format with a conversion %p.
func (a *Analysis) hasPointerFormat() bool {
	for o := range a.objects {
		if text := lang.ObjectText(o); text != nil && printsPointers(*text) {
			return true
		}
	}
	return false
}
