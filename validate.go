package whet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/report"
)

// Validate checks a certificate against a program, without any engine: the result is Safe if it
// proves that no run reaches an error, and otherwise Unknown with what is wrong. The options, or
// their defaults, say how the program is read, as for Verify; where the certificate says that it
// was made for something else, that is a *QuestionError. That the program is another one is an
// error, too, as is a source that cannot be read. Of the other options the budgets count.
func Validate(ctx context.Context, src Source, c *cert.Certificate, o Options) (*Result, error) {
	o.Engine = "" // whichever has made the proof: what is checked by default does not depend on it
	return guarded(o, func() (*Result, error) {
		if len(o.Contracts) > 0 {
			return validateContracts(ctx, src, c, o)
		}
		if n := len(c.Obligations); n > 0 {
			return nil, &QuestionError{"certificate", "contracts", strings.Join(c.Obligations[n-1].Task.Contracts, ","), "nothing of the kind"}
		}
		return validate(ctx, src, c, o)
	})
}

func validate(ctx context.Context, src Source, c *cert.Certificate, o Options) (*Result, error) {
	start := time.Now()
	ctx, budget := begin(ctx, o)
	defer budget.end()
	in, err := open(src, o)
	if err != nil {
		return nil, err
	}
	task := in.task()
	task.Engine = c.Task.Engine
	if err := answers(c.Task, task); err != nil {
		return nil, err
	}
	unit, err := in.load()
	if err != nil {
		return nil, err
	}
	prog, err := lower.Lower(unit, in.asked.settings().lower)
	if err != nil {
		return nil, err
	}
	print, err := cert.Fingerprint(prog)
	if err != nil {
		return nil, err
	}
	if print != c.Task.Program {
		return nil, fmt.Errorf("the certificate is of another program, or of one read with other options (-D, -I); it was made for %q",
			cmp.Or(c.Task.File, "a file without a name"))
	}
	r := report.New(task, prog, nil)
	r.Version = Version()
	began := time.Now()
	stats, err := cert.Check(ctx, prog, c)
	r.Timings = &report.Timings{
		Check: report.Seconds(time.Since(began)), Total: report.Seconds(time.Since(start)),
		CPU: report.Seconds(budget.cpu()), Memory: machine.Memory(),
	}
	var wrong *cert.Error
	switch {
	case err == nil:
		r.Verdict, r.Cause, r.Reason = Safe, "", ""
		r.HoldAll()
		r.Proof = &report.Proof{Annotations: stats.Annotations, Steps: stats.Steps, Queries: stats.Queries, Runs: stats.Runs, Paths: stats.Paths}
		withdraw(unit, r)
	case errors.As(err, &wrong) && wrong.Err != nil:
		r.Verdict = Unknown
		r.Cause, r.Reason = report.Why(wrong.Err)
	default:
		r.Verdict, r.Cause, r.Reason = Unknown, report.Gave, "the proof did not check: "+err.Error()
	}
	return (*Result)(r), nil
}
