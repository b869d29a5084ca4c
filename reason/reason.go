// The type Reason.

package reason

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang"
)

// Reason is the reason why there is no verdict. The zero value means that there is no reason. Unknown fields are
// empty.
type Reason struct {
	Kind   Kind     `json:"kind"`
	Engine string   `json:"engine,omitempty"` // the engine that gave up
	Place  lang.Pos `json:"place,omitzero"`   // the place of the problem: where a path ends, or the obstacle
	Limit  string   `json:"limit,omitempty"`  // the option or number that was reached
	Text   string   `json:"-"`                // for users; results have it in a separate field
}

// New returns a reason of kind k with a text.
func New(k Kind, text string) Reason { return Reason{Kind: k, Text: text} }

// Newf returns a reason of kind k with a formatted text.
func Newf(k Kind, format string, args ...any) Reason { return New(k, fmt.Sprintf(format, args...)) }

// At returns the reason with its place set to p.
func (r Reason) At(p lang.Pos) Reason {
	r.Place = p
	return r
}

// Reached returns the reason with the limit that was reached.
func (r Reason) Reached(limit string) Reason {
	r.Limit = limit
	return r
}

// By returns the reason with the engine's name, unless it already has one or is empty.
func (r Reason) By(engine string) Reason {
	if r.Given() && r.Engine == "" {
		r.Engine = engine
	}
	return r
}

// After returns the reason with words before its text.
func (r Reason) After(words string) Reason {
	r.Text = words + r.Text
	return r
}

// Before returns the reason with words after its text.
func (r Reason) Before(words string) Reason {
	r.Text += words
	return r
}

// Or returns r, or other if r is empty.
func (r Reason) Or(other Reason) Reason {
	if r.Given() {
		return r
	}
	return other
}

// Given reports whether r is not empty.
func (r Reason) Given() bool { return r.Kind != "" }

// Cause returns the cause of the reason's kind, or "" if r is empty.
func (r Reason) Cause() Cause {
	row, _ := Of(r.Kind)
	return row.Cause
}

// String returns the reason for users: its text, or else the sentence of its kind.
func (r Reason) String() string {
	row, _ := Of(r.Kind)
	return cmp.Or(r.Text, row.Sentence)
}

// Giver is an error that knows the reason if it ends a run.
type Giver interface {
	error
	Why() Reason
}

// From returns the reason for an error that has ended a context; its text is the text of the error unless the error is a
// Giver. It returns no reason if err is nil.
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

// Ended counts a unit of work, as effort.Done does. It returns the reason why the context has ended, or no reason if
// it has not.
func Ended(ctx context.Context) Reason {
	if effort.Done(ctx) {
		return From(context.Cause(ctx))
	}
	return Reason{}
}
