// Errors in scripts: what is wrong, and where.

package smtlib

import (
	"fmt"
	"unicode/utf8"
)

// Error says what is wrong with a script, and where.
type Error struct {
	File      string // the name of the script that the interpreter was given
	Line, Col int    // from 1; columns count characters
	Msg       string // what was found and what to do
	// Undeclared says that the only problem found is a constant that is not declared.
	Undeclared bool
}

// Error returns the message after file, line and column.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// complaint is an Error whose position is still the number of a token.
type complaint struct {
	tok        int
	msg        string
	undeclared bool
}

// complain makes a complaint about token tok.
func complain(tok int, format string, args ...any) *complaint {
	return &complaint{tok: tok, msg: fmt.Sprintf(format, args...)}
}

// shown returns a piece of the script, cut to fit a message.
func shown(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	n := most
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}
