package calls

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/library"
)

// Environment is what the functions that a program uses say of the environment of its runs.
type Environment struct {
	Channel  bool // what is read from files may have been written there by the program
	Redirect bool // so may standard input
	Locale   bool // characters may not be those of the C locale
	// OtherLocale: so may what setlocale has chosen last
	OtherLocale bool
}

// Use takes note of a call of f, or, where x is nil, of its address.
func (s *Environment) Use(f *lang.Func, x *lang.Call) {
	if f.Body != nil {
		s.Locale = s.Locale || f.Model && f.Name == "setlocale"
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
				s.Locale, s.OtherLocale = true, true
			case library.ChannelUnlessR, library.ChannelUnless0:
				s.Channel = s.Channel || x == nil || a.Arg > len(x.Args) || !harmless(a.Effect, x.Args[a.Arg-1])
			}
		}
	}
}

// harmless reports whether the argument e keeps the program from writing what it may read again.
func harmless(effect library.Effect, e lang.Expr) bool {
	if effect == library.ChannelUnless0 {
		return IsZero(e)
	}
	text, ok := lang.LiteralText(e)
	return ok && (text == "r" || text == "rb")
}
