// This file takes the certificate, the proof as a file, from a safe result.

package report

import (
	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/internal/version"
	"github.com/whet-mc/whet/refine/certify"
)

// Certificate returns the proof of a safe result, as package cert writes and checks it; nil if the result has no
// proof.
func (r *Result) Certificate() *cert.Certificate {
	if len(r.Obligations) > 0 {
		return r.certificates()
	}
	if p := certify.Of(r.Outcome); p != nil && r.Verdict == Safe {
		return p.Certificate
	}
	return nil
}

// certificates joins the certificates of the obligations. It returns nil if one of the obligations has no
// certificate.
func (r *Result) certificates() *cert.Certificate {
	if r.Verdict != Safe {
		return nil
	}
	all := &cert.Certificate{Task: r.Task.Certified()}
	all.Task.Entry = ""
	for i, part := range r.Parts {
		c := part.Certificate()
		if c == nil {
			return nil
		}
		one := *c
		one.Task.Contract, one.Task.Contracts = r.Obligations[i].Contract, r.Task.Contracts
		one.Task.Bodies = r.Obligations[i].Bodies
		all.Obligations = append(all.Obligations, &one)
	}
	return all
}

// Certified returns the description of the task that its certificates contain.
func (t Task) Certified() cert.Task {
	return cert.Task{
		File: t.File, Engine: t.Engine, Arith: t.Arith, DataModel: t.DataModel, Checks: t.Checks, Entry: t.Entry, Version: version.Version(),
	}
}

// ProofOf returns the counts of a proof check as a result shows them.
func ProofOf(s cert.Stats) *Proof {
	return &Proof{Annotations: s.Annotations, Steps: s.Steps, Queries: s.Queries, Runs: s.Runs, Paths: s.Paths}
}
