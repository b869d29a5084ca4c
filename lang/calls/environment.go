package calls

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/library"
)

// What the program's calls imply for the environment of its runs.

// Environment records what the functions that a program uses imply for the environment of its runs.
type Environment struct {
	Channel  bool // data read from files may have been written there by the program
	Redirect bool // data read from standard input may have been written by the program, too
	Locale   bool // the locale may be another one than C's, with other classes of characters
	// OtherLocale: setlocale may have chosen another locale
	OtherLocale bool
}

// Use records a call of f, or, if x is nil, that the address of f is taken.
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

// harmless reports whether the argument e shows that the call opens a file only to read it, so that the given effect
// does not occur.
func harmless(effect library.Effect, e lang.Expr) bool {
	if effect == library.ChannelUnless0 {
		return IsZero(e)
	}
	text, ok := lang.LiteralText(e)
	return ok && (text == "r" || text == "rb")
}
