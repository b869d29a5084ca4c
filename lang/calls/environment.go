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
		if r.Has(library.Locale) {
			s.Locale, s.OtherLocale = true, true
		}
		channel, redirect := ReadsBack(r, x)
		s.Channel, s.Redirect = s.Channel || channel, s.Redirect || redirect
	}
}

// ReadsBack reports whether, after the call x of the library function r, data that the program reads from files, and from
// standard input, may have been written by the program. If x is nil, any call is meant.
func ReadsBack(r *library.Function, x *lang.Call) (channel, redirect bool) {
	for _, a := range r.Actions {
		switch a.Effect {
		case library.Channel:
			channel = true
		case library.Redirect:
			channel, redirect = true, true
		case library.ChannelUnlessR, library.ChannelUnless0:
			channel = channel || x == nil || a.Arg > len(x.Args) || !harmless(a.Effect, x.Args[a.Arg-1])
		}
	}
	return channel, redirect
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
