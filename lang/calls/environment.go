package calls

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/library"
)

// Environment are what the functions that a program uses say of the run's environment.
type Environment struct {
	Channel  bool // what is read from files may have been written there by the program
	Redirect bool // so may standard input
	Locale   bool // characters may not be those of the C locale
}

// Use takes note of a call of f, or, where x is nil, of its address.
func (s *Environment) Use(f *lang.Func, x *lang.Call) {
	if f.Body != nil {
		return
	}
	for _, r := range library.Rows(f.Name) {
		for _, a := range r.Actions {
			switch a.Effect {
			case library.Channel:
				s.Channel = true
			case library.Redirect:
				s.Channel, s.Redirect = true, true
			case library.Locale:
				s.Locale = true
			case library.ChannelUnlessR:
				text, ok := "", false
				if x != nil && a.Arg <= len(x.Args) {
					text, ok = LiteralText(x.Args[a.Arg-1])
				}
				s.Channel = s.Channel || !ok || text != "r" && text != "rb"
			case library.ChannelUnless0:
				zero := false
				if x != nil && a.Arg <= len(x.Args) {
					zero = IsZero(x.Args[a.Arg-1])
				}
				s.Channel = s.Channel || !zero
			}
		}
	}
}
