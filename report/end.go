// This file holds the reasons for which a run ends before it has a verdict.

package report

import (
	"cmp"
	"context"
	"errors"

	"github.com/whet-mc/whet/reason"
)

// Stopped is the cause of a context that ended for a reason which a result should give. The code that cancels a run's
// context with a Stopped decides what the result says.
type Stopped struct {
	Cause  Cause
	Reason string // the reason in words
	Limit  string // the option whose limit was reached, with its value; "": none
}

func (s *Stopped) Error() string { return s.Reason }

// Why implements reason.Giver.
func (s *Stopped) Why() reason.Reason {
	kind := map[Cause]reason.Kind{
		OutOfTime: reason.Time, OutOfMemory: reason.Memory, Interrupted: reason.Interrupted, Unsupported: reason.Unsupported,
	}[s.Cause]
	return reason.New(cmp.Or(kind, reason.Incomplete), s.Reason).Reached(s.Limit)
}

// Why returns the reason that a result gives when its context ended with the cause err. No other code decides that.
// The reason is empty if err is nil.
func Why(err error) reason.Reason {
	why := reason.From(err)
	var s *Stopped
	switch {
	case err == nil || errors.As(err, &s):
	case errors.Is(err, context.DeadlineExceeded):
		why.Text = "out of time: the deadline has passed"
	case errors.Is(err, context.Canceled):
		why.Text = "interrupted"
	default:
		why.Text = "interrupted: " + err.Error()
	}
	return why
}
