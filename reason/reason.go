package reason

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang"
)

// Reason says why there is no verdict. The zero value is no reason. What is not known of a reason is left out.
type Reason struct {
	Kind   Kind     `json:"kind"`
	Engine string   `json:"engine,omitempty"` // that gave up
	Place  lang.Pos `json:"place,omitzero"`   // what it is about: where a path ends, or what stands in its way
	Limit  string   `json:"limit,omitempty"`  // the option or number that was reached
	Text   string   `json:"-"`                // for people; results have it in a field of its own
}

// New returns a reason of a kind, in words.
func New(k Kind, text string) Reason { return Reason{Kind: k, Text: text} }

// Newf returns a reason of a kind, with a text that is formatted.
func Newf(k Kind, format string, args ...any) Reason { return New(k, fmt.Sprintf(format, args...)) }

// At returns the reason with the place that it is about.
func (r Reason) At(p lang.Pos) Reason {
	r.Place = p
	return r
}

// Reached returns the reason with the limit that was reached.
func (r Reason) Reached(limit string) Reason {
	r.Limit = limit
	return r
}

// By returns the reason with the name of the engine that gave it, unless it has one or is none.
func (r Reason) By(engine string) Reason {
	if r.Given() && r.Engine == "" {
		r.Engine = engine
	}
	return r
}

// After returns the reason with words in front of its text.
func (r Reason) After(words string) Reason {
	r.Text = words + r.Text
	return r
}

// Before returns the reason with words after its text.
func (r Reason) Before(words string) Reason {
	r.Text += words
	return r
}

// Or returns the reason, or the other one where it is none.
func (r Reason) Or(other Reason) Reason {
	if r.Given() {
		return r
	}
	return other
}

// Given reports whether the value is a reason.
func (r Reason) Given() bool { return r.Kind != "" }

// Cause is the one word for the reason; "" where it is none.
func (r Reason) Cause() Cause {
	row, _ := Of(r.Kind)
	return row.Cause
}

// String is the reason for people: its text, or else the sentence of its kind.
func (r Reason) String() string {
	row, _ := Of(r.Kind)
	return cmp.Or(r.Text, row.Sentence)
}

// Giver is an error that says itself what the reason is where it ends a run.
type Giver interface {
	error
	Why() Reason
}

// From is the reason that an error gives which has ended a context; its text is that of the error. There is none
// where the error is nil.
func From(err error) Reason {
	var g Giver
	switch {
	case err == nil:
		return Reason{}
	case errors.As(err, &g):
		return g.Why()
	case errors.Is(err, effort.ErrLimit):
		return New(Work, err.Error())
	case errors.Is(err, context.DeadlineExceeded):
		return New(Time, err.Error())
	}
	return New(Interrupted, err.Error())
}

// Ended counts a unit of work, as effort.Done does, and returns the reason for which the context has ended;
// none: it has not.
func Ended(ctx context.Context) Reason {
	if effort.Done(ctx) {
		return From(context.Cause(ctx))
	}
	return Reason{}
}
