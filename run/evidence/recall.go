// Package evidence hands a verdict on to somebody who need not believe it: what it rests on as data (Of), and
// its check by who gets it (Recall).
package evidence

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/cache"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/trace"
	"github.com/whet-mc/whet/run"
	"github.com/whet-mc/whet/run/option"
	"github.com/whet-mc/whet/run/source"
)

// evidence is what Of writes.
type evidence struct {
	Schema string `json:"schema"`
	// Basis is what the verdict rests on, or, without one, what is known of some of the properties.
	Basis json.RawMessage `json:"basis,omitempty"`
	Told  *told           `json:"told"`
	// Of a run that was asked for some of the properties: which (Options.Only), and those of them that
	// it has decided.
	Only    []int `json:"only,omitempty"`
	Decided []int `json:"decided,omitempty"`
}

const evidenceSchema = "whet.evidence/1"

// Unshown is the reason of a result whose evidence does not show what it claims.
const Unshown = "the evidence does not check"

// Of returns what the verdict of a result rests on, for Recall: the inputs of what fails, and the certificate
// of what holds. Of a result that is Unknown it returns what those properties rest on that are decided. It is
// an error where a verdict rests on nothing that can be handed on.
func Of(r *report.Result) ([]byte, error) {
	if len(r.Obligations) > 0 {
		return nil, errors.New("of contracts there is no evidence but the certificate")
	}
	e := evidence{Schema: evidenceSchema, Told: tell(r), Only: r.Task.Only}
	for _, n := range e.Only {
		if n <= len(r.Checked) && r.Checked[n-1].Status != report.Open { // there may be none, or no such: the program was not lowered in time
			e.Decided = append(e.Decided, n)
		}
	}
	if r.Outcome != nil {
		about := cache.About{Version: r.Version, File: r.Task.File, Entry: r.Task.Entry, Engine: r.Task.Engine}
		basis, err := cache.Evidence(about, r.Outcome)
		if err != nil && r.Verdict != report.Unknown {
			return nil, err
		}
		e.Basis = basis
	}
	return json.Marshal(e)
}

// Recall checks pieces of evidence for a program, and starts no engine; whet.Recall says what the result is.
func Recall(ctx context.Context, src source.Source, pieces [][]byte, o option.Options) (*report.Result, error) {
	if len(o.Contracts) > 0 {
		return nil, errors.New("of contracts there is no evidence but the certificate, which Validate checks")
	}
	return run.Guarded(o, func() (*report.Result, error) {
		long := o
		long.Timeout *= time.Duration(2 * max(len(pieces), 1))
		ctx, budget := run.Begin(ctx, long)
		defer budget.End()
		r := run.New(o, budget)
		if err := r.Read(src); err != nil {
			return nil, err
		}
		list := readPieces(pieces, o.Only)
		if len(list) == 0 {
			return unshown(ctx, r), nil
		}
		if one := list[0]; len(list) == 1 && !one.Told.Lowered && len(one.Basis) == 0 {
			res := r.Finish(ctx, nil)
			one.Told.into(res)
			return res, nil
		}
		if err := r.Lower(); err != nil {
			return nil, err
		}
		if _, err := r.Only(); err != nil {
			return nil, err
		}
		r.Phase("checking")
		out, list, main := judge(ctx, r, list)
		if out == nil {
			return unshown(ctx, r), nil
		}
		out.Approximations = main.Told.approximations()
		if p := certify.Of(out); p != nil && len(main.Told.Unreached) > 0 {
			if states := p.Certificate.Reached(r.Program); states != nil {
				slice, _ := r.Program.Slice()
				out.Coverage = &refine.Coverage{Program: slice, States: states}
			}
		}
		res := r.Finish(ctx, out)
		out.Coverage = nil // its counts are none of states
		main.Told.into(res)
		for _, e := range list {
			e.Told.reasons(res, e.Only)
		}
		main.Told.unreached(res)
		if res.Verdict == report.Unknown && o.Only == nil && main.Only != nil && len(main.Decided) == len(main.Only) {
			res.Reason, res.Why = openReason(res) // it has done what it was asked for
		}
		return res, nil
	})
}

// openReason is why the first property is open that is.
func openReason(r *report.Result) (string, reason.Reason) {
	k := slices.IndexFunc(r.Checked, func(c report.Checked) bool { return c.Status == report.Open })
	if k < 0 {
		return r.Reason, r.Why
	}
	c := &r.Checked[k]
	return cmp.Or(c.Reason, r.Reason), c.Why.Or(r.Why)
}

// readPieces reads evidence; what is none is left out, and so is what is not about the properties that
// were asked for.
func readPieces(pieces [][]byte, only []int) (list []*evidence) {
	for _, text := range pieces {
		e := &evidence{}
		if json.Unmarshal(text, e) == nil && e.Schema == evidenceSchema && e.Told != nil && (only == nil || slices.Equal(e.Only, only)) {
			list = append(list, e)
		}
	}
	return list
}

// judge is what pieces show together, with those that show what they claim, and the one of them of which
// says how the run went: the first with a failure, or else, where the verdict is Safe, that of the
// largest exploration, or else the first that leaves open what it was asked for. The outcome is nil
// where no piece shows what it claims.
func judge(ctx context.Context, r *run.Run, list []*evidence) (out *refine.Outcome, shown []*evidence, main *evidence) {
	began := time.Now()
	defer func() { r.Timings.Check = report.Seconds(time.Since(began)) }()
	j := cache.Judge{Program: r.Program, Task: r.Task.Certified()}
	checked := report.New(r.Task, r.Program, nil).Checked
	var failed *evidence
	for _, e := range list {
		before := j.Failures()
		if len(e.Basis) > 0 && !j.Add(ctx, e.Basis) || !decided(checked, j.Open(), e.Decided) {
			continue
		}
		shown = append(shown, e)
		if failed == nil && j.Failures() > before {
			failed = e
		}
	}
	if len(shown) == 0 {
		return nil, nil, nil
	}
	out, main = j.Outcome(), shown[0]
	for _, e := range shown[1:] {
		switch {
		case out.Verdict == refine.Unknown && main.Only != nil && len(main.Decided) == len(main.Only),
			out.Verdict == refine.Safe && e.Told.Stats.States > main.Told.Stats.States:
			main = e
		}
	}
	if out.Verdict == refine.Unsafe && failed != nil {
		main = failed
	}
	return out, shown, main
}

// decided reports whether properties are decided, by their numbers, of which some are open.
func decided(checked []report.Checked, open []refine.Left, numbers []int) bool {
	is := map[trace.Property]bool{}
	for _, l := range open {
		is[*trace.PropertyOf(l.Error.Error)] = true
	}
	return !slices.ContainsFunc(numbers, func(n int) bool { return n < 1 || n > len(checked) || is[checked[n-1].Property] })
}

// unshown is the result where the evidence does not show what it claims.
func unshown(ctx context.Context, r *run.Run) *report.Result {
	res := r.Finish(ctx, nil)
	if ctx.Err() == nil {
		res.Because(reason.New(reason.Claim, Unshown))
		res.Hints = nil
	}
	return res
}
