// Package validate checks claims of others about a program: certificates of proofs, and witnesses.
package validate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"github.com/whet-mc/whet/internal/version"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/run"
	"github.com/whet-mc/whet/run/option"
	"github.com/whet-mc/whet/run/source"
	"strings"
	"time"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/report"
)

// Certificate checks a certificate of one program, as whet.Validate describes. Without contracts, it must not be a
// certificate of contracts (Modular).
func Certificate(ctx context.Context, src source.Source, c *cert.Certificate, o option.Options) (*report.Result, error) {
	start := time.Now()
	ctx, budget := run.Begin(ctx, o)
	defer budget.End()
	in, err := source.Open(src, o)
	if err != nil {
		return nil, err
	}
	task := in.Task()
	task.Engine = c.Task.Engine
	if err := answers(c.Task, task); err != nil {
		return nil, err
	}
	unit, err := in.Load()
	if err != nil {
		return nil, err
	}
	prog, err := lower.Automata(unit, in.Asked.Settings().Lower)
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
	r.Version = version.Version()
	began := time.Now()
	stats, err := cert.Check(ctx, prog, c)
	r.Timings = &report.Timings{
		Check: report.Seconds(time.Since(began)), Total: report.Seconds(time.Since(start)),
		CPU: report.Seconds(budget.CPU()), Memory: machine.Memory(),
	}
	var wrong *cert.Error
	switch {
	case err == nil:
		r.Verdict, r.Cause, r.Reason, r.Why = report.Safe, "", "", reason.Reason{}
		r.HoldAll()
		r.Proof = report.ProofOf(stats)
		run.Withdraw(unit, r)
	case errors.As(err, &wrong) && wrong.Err != nil:
		r.Because(report.Why(wrong.Err))
	default:
		why := reason.New(reason.Unproved, "the proof did not check: "+err.Error())
		if wrong != nil {
			why = why.At(wrong.Pos)
		}
		r.Because(why)
	}
	return r, nil
}

// Modular returns an error for a certificate of contracts if the options name no contracts. It returns nil for other
// certificates.
func Modular(c *cert.Certificate) error {
	if n := len(c.Obligations); n > 0 {
		return &QuestionError{"certificate", "contracts", strings.Join(c.Obligations[n-1].Task.Contracts, ","), "nothing of the kind"}
	}
	return nil
}
