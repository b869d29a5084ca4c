// The check of the proofs of engines.

package certify

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
)

// late is the reason why a proof does not count if the context ended its check.
var late = reason.New(reason.Unproved, "the proof could not be checked in time")

// Prover checks the proofs of safe runs. Several engines may use it concurrently.
type Prover struct {
	Program *cfa.Program
	// the task that certificates state; the fingerprint of the program is added
	Task cert.Task
	Off  bool // make certificates without checking them

	mu   sync.Mutex
	took time.Duration

	once       sync.Mutex
	beforehand *Proof        // checked proof of the errors that were settled beforehand
	why        reason.Reason // the reason if that proof was not accepted
}

// Proof is a certificate with the statistics of its check.
type Proof struct {
	Certificate *cert.Certificate
	Stats       cert.Stats
	Checked     bool
}

// WasChecked implements refine.CheckedProof.
func (p *Proof) WasChecked() bool { return p.Checked }

// Of returns the proof in an outcome, or nil.
func Of(out *refine.Outcome) *Proof {
	if out == nil {
		return nil
	}
	p, _ := out.Proof.(*Proof)
	return p
}

// Confirm is a function for refine.Options.Confirm: it checks the proof of a safe run, and returns the reason why it
// is not accepted. Its time counts towards the engine's budget.
func (v *Prover) Confirm(ctx context.Context, out *refine.Outcome) (why reason.Reason) {
	return v.confirm(ctx, v.Program, out)
}

// Of returns a Confirm function for runs that are about some of the program's errors only: asked is the result of
// cfa.Program.Asking.
func (v *Prover) Of(asked *cfa.Program) func(context.Context, *refine.Outcome) (why reason.Reason) {
	return func(ctx context.Context, out *refine.Outcome) reason.Reason { return v.confirm(ctx, asked, out) }
}

func (v *Prover) confirm(ctx context.Context, asked *cfa.Program, out *refine.Outcome) (why reason.Reason) {
	began := time.Now()
	defer func() {
		v.mu.Lock()
		v.took += time.Since(began)
		v.mu.Unlock()
	}()
	open := map[int]bool{}
	for _, l := range out.Open {
		open[l.ID] = true
	}
	// Slices drop the errors that were settled beforehand, which have a separate proof.
	beforehand := false
	p := asked.Asking(func(l *cfa.Loc) bool {
		is := asked.Settled != nil && asked.Settled.Errors[l.ID]
		beforehand = beforehand || is
		return !open[l.ID] && !is
	})
	var parts []*Proof
	if beforehand {
		part, why := v.settled(ctx)
		if why.Given() {
			return why
		}
		parts = append(parts, part)
	}
	c := Certificate(ctx, p, out)
	switch {
	case c != nil:
	case ctx.Err() != nil:
		return late
	case v.Off:
		return reason.Reason{}
	default:
		return reason.New(reason.Unproved, "the engine left no proof that could be checked")
	}
	if len(p.Errors) < len(v.Program.Errors) {
		c.Targets = []int{} // nil would mean all
		for _, l := range p.Errors {
			c.Targets = append(c.Targets, l.ID)
		}
		slices.Sort(c.Targets)
	}
	proof, why := v.check(ctx, c)
	if proof == nil {
		return why
	}
	out.Proof = Together(append(parts, proof))
	return why
}

// check checks a certificate about some of the program's errors. why is the reason if it is not accepted.
func (v *Prover) check(ctx context.Context, c *cert.Certificate) (proof *Proof, why reason.Reason) {
	print, err := cert.Fingerprint(v.Program)
	if err != nil {
		return nil, reason.New(reason.Unproved, err.Error())
	}
	c.Task = v.Task
	c.Task.Program = print
	proof = &Proof{Certificate: c}
	if v.Off {
		return proof, reason.Reason{}
	}
	if proof.Stats, err = cert.CheckPart(ctx, v.Program, c); err != nil {
		var e *cert.Error
		if errors.As(err, &e) && e.Err != nil {
			return proof, late
		}
		why := reason.New(reason.Unproved, "the proof did not check: "+err.Error())
		if e != nil {
			why = why.At(e.Pos)
		}
		return proof, why
	}
	proof.Checked = true
	return proof, reason.Reason{}
}

// Settled returns the checked proof of the errors that were settled beforehand, or nil if nothing was settled. An
// accepted proof is not made again. why is the reason if the proof is not accepted.
func (v *Prover) Settled(ctx context.Context) (proof *Proof, why reason.Reason) {
	began := time.Now()
	defer func() {
		v.mu.Lock()
		v.took += time.Since(began)
		v.mu.Unlock()
	}()
	return v.settled(ctx)
}

func (v *Prover) settled(ctx context.Context) (proof *Proof, why reason.Reason) {
	v.once.Lock()
	defer v.once.Unlock()
	if v.beforehand == nil || v.why.Given() {
		c := Settled(v.Program)
		if c == nil {
			return nil, reason.Reason{}
		}
		v.beforehand, v.why = v.check(ctx, c)
	}
	return v.beforehand, v.why
}

// Together combines the proofs of several parts into one. It returns nil for no parts.
func Together(parts []*Proof) *Proof {
	switch len(parts) {
	case 0:
		return nil
	case 1:
		return parts[0]
	}
	all := &Proof{Certificate: &cert.Certificate{Task: parts[0].Certificate.Task}, Checked: true}
	for _, p := range parts {
		c := *p.Certificate
		c.Task = cert.Task{}
		all.Certificate.Parts = append(all.Certificate.Parts, &c)
		all.Stats.Add(p.Stats)
		all.Checked = all.Checked && p.Checked
	}
	return all
}

// Spent returns the total time of all checks.
func (v *Prover) Spent() time.Duration {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.took
}
