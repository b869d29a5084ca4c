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

// late is why a proof does not count whose check the context has ended.
var late = reason.New(reason.Unproved, "the proof could not be checked in time")

// Prover checks the proofs of safe runs, of one engine or of several at the same time.
type Prover struct {
	Program *cfa.Program
	// what certificates say of themselves; the fingerprint of the program is added
	Task cert.Task
	Off  bool // make certificates without checking them

	mu   sync.Mutex
	took time.Duration

	once       sync.Mutex
	beforehand *Proof        // of what was settled beforehand, once it was checked
	why        reason.Reason // what is wrong with it
}

// Proof is a certificate, and what its check has gone through.
type Proof struct {
	Certificate *cert.Certificate
	Stats       cert.Stats
	Checked     bool
}

// WasChecked implements refine.CheckedProof.
func (p *Proof) WasChecked() bool { return p.Checked }

// Of is the proof that was left with an outcome; nil: there is none.
func Of(out *refine.Outcome) *Proof {
	if out == nil {
		return nil
	}
	p, _ := out.Proof.(*Proof)
	return p
}

// Confirm is refine.Options.Confirm: it says what is wrong with the proof of a safe run. It takes
// time from the same budget as the engine.
func (v *Prover) Confirm(ctx context.Context, out *refine.Outcome) (why reason.Reason) {
	return v.confirm(ctx, v.Program, out)
}

// Of is Confirm for runs that ask about some of the program's errors only: asked is what
// cfa.Program.Asking makes of it.
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
	// Slices leave out what was settled beforehand, which has a proof of its own.
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
		c.Targets = []int{} // none is not all
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

// check checks a certificate of some of the program's errors. Where it is none, why says so.
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

// Settled is the checked proof of what was settled beforehand, which is made once; nil: there is
// none. Why says what is wrong with it.
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

// Together are the proofs of several parts as one; nil: there is none.
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

// Spent is the time that checks have taken.
func (v *Prover) Spent() time.Duration {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.took
}
