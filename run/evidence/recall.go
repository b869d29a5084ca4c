// Package evidence passes a verdict on to somebody who need not trust it: Of returns its justification as data, and
// Recall checks it for the recipient.
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

// evidence is the content of the data that Of returns.
type evidence struct {
	Schema string `json:"schema"`
	// Basis is the justification of the verdict or, without a verdict, of the decided properties.
	Basis json.RawMessage `json:"basis,omitempty"`
	Told  *told           `json:"told"`
	// For a run about some properties (Options.Only): Only has the numbers of these properties, and Decided the numbers
	// of the properties that the run decided.
	Only    []int `json:"only,omitempty"`
	Decided []int `json:"decided,omitempty"`
}

const evidenceSchema = "whet.evidence/1"

// Unshown is the reason of a result whose evidence does not show what it claims.
const Unshown = "the evidence does not check"

// Of returns the justification of a result's verdict, for Recall: the inputs for properties that fail, and the
// certificate for properties that hold. For a result that is Unknown it returns the justification of the decided
// properties. It returns an error if a verdict has no justification that can be passed on.
func Of(r *report.Result) ([]byte, error) {
	if len(r.Obligations) > 0 {
		return nil, errors.New("of contracts there is no evidence but the certificate")
	}
	e := evidence{Schema: evidenceSchema, Told: tell(r), Only: r.Task.Only}
	for _, n := range e.Only {
		if n <= len(r.Checked) && r.Checked[n-1].Status != report.Open { // n may be out of range if the program was not lowered in time
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

// Recall checks pieces of evidence for a program, and starts no engine; see whet.Recall for the result.
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
		out.Coverage = nil // its counts are not numbers of states
		main.Told.into(res)
		for _, e := range list {
			e.Told.reasons(res, e.Only)
		}
		main.Told.unreached(res)
		if res.Verdict == report.Unknown && o.Only == nil && main.Only != nil && len(main.Decided) == len(main.Only) {
			res.Reason, res.Why = openReason(res) // the run has done what was requested
		}
		return res, nil
	})
}

// openReason returns the reason of the first open property.
func openReason(r *report.Result) (string, reason.Reason) {
	k := slices.IndexFunc(r.Checked, func(c report.Checked) bool { return c.Status == report.Open })
	if k < 0 {
		return r.Reason, r.Why
	}
	c := &r.Checked[k]
	return cmp.Or(c.Reason, r.Reason), c.Why.Or(r.Why)
}

// readPieces reads evidence. It drops malformed pieces, and pieces about other properties than those in the list
// `only`.
func readPieces(pieces [][]byte, only []int) (list []*evidence) {
	for _, text := range pieces {
		e := &evidence{}
		if json.Unmarshal(text, e) == nil && e.Schema == evidenceSchema && e.Told != nil && (only == nil || slices.Equal(e.Only, only)) {
			list = append(list, e)
		}
	}
	return list
}

// judge returns what the pieces show together, the pieces that show what they claim, and the main one of these, whose
// information about the run is reported. The main piece is the first with a failure. Otherwise, if the verdict is
// Safe, it is the piece with the largest exploration; else it is the first piece that leaves requested properties
// open. The outcome is nil if no piece shows what it claims.
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

// decided reports whether the properties with the given numbers are decided, that is, not in the list `open`.
func decided(checked []report.Checked, open []refine.Left, numbers []int) bool {
	is := map[trace.Property]bool{}
	for _, l := range open {
		is[*trace.PropertyOf(l.Error.Error)] = true
	}
	return !slices.ContainsFunc(numbers, func(n int) bool { return n < 1 || n > len(checked) || is[checked[n-1].Property] })
}

// unshown returns the result for evidence that does not show what it claims.
func unshown(ctx context.Context, r *run.Run) *report.Result {
	res := r.Finish(ctx, nil)
	if ctx.Err() == nil {
		res.Because(reason.New(reason.Claim, Unshown))
		res.Hints = nil
	}
	return res
}
