// This file prints errors of the library.

package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report/text"
)

// problem prints an error of the library and returns the exit status.
func problem(e env, err error, noColor bool) int {
	var bad *lang.Errors
	var value *whet.ValueError
	var option *whet.OptionError
	var internal *whet.InternalError
	switch {
	case errors.As(err, &bad):
		list := make([]text.Problem, len(bad.List))
		for i, d := range bad.List {
			list[i] = text.Problem{Pos: d.Pos, Msg: d.Msg, Hint: d.Hint, Line: d.Line}
		}
		fmt.Fprint(e.stderr, text.Problems(list, bad.More, style(e.stderr, noColor)))
		return exitUsage
	case errors.As(err, &value) && value.Choices == nil:
		return fail(e, fmt.Sprintf("--%s must not be negative: %s", value.Option, value.Value), "")
	case errors.As(err, &value):
		var names []string
		for _, c := range value.Choices {
			names = append(names, c.Name)
		}
		msg := fmt.Sprintf("--%s has no value %q%s", value.Option, value.Value, didYouMean(value.Value, names))
		return fail(e, msg, fmt.Sprintf("--%s is one of: %s", value.Option, strings.Join(names, ", ")))
	case errors.As(err, &option):
		return fail(e, fmt.Sprintf("the engine %s has no option --%s", option.Engine, option.Option), "engines that have it: "+strings.Join(option.Engines, ", "))
	case errors.As(err, &internal):
		fmt.Fprintf(e.stderr, "whet: %v\n      this is a bug of whet, not of the program; please report it with what follows\n\n%s\n", internal, internal.Stack)
		return exitUnknown
	}
	return fail(e, err.Error(), "")
}

// style returns the style of text on w: the colours and the width that its terminal has.
func style(w any, noColor bool) text.Style {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return text.Style{}
	}
	st := text.Style{Color: !noColor && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
	if width, _, err := term.GetSize(int(f.Fd())); err == nil {
		st.Width = min(width, 160)
	}
	return st
}
