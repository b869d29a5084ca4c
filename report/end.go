package report

import (
	"context"
	"errors"
)

// Stopped is the cause of a context that was ended for a reason which a result should give: the one who
// cancels the context of a run with it decides what the result says.
type Stopped struct {
	Cause  Cause
	Reason string // in words
}

func (s *Stopped) Error() string { return s.Reason }

// Why says what a result gives as the reason when a run was ended by its context, of which err is
// the cause. It is the one place where that is decided. Nothing is said where there is no cause.
func Why(err error) (Cause, string) {
	var s *Stopped
	switch {
	case err == nil:
		return "", ""
	case errors.As(err, &s):
		return s.Cause, s.Reason
	case errors.Is(err, context.DeadlineExceeded):
		return OutOfTime, "out of time: the deadline has passed"
	case errors.Is(err, context.Canceled):
		return Interrupted, "interrupted"
	}
	return Interrupted, "interrupted: " + err.Error()
}
