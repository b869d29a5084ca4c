package whet

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/report"
)

// A certificate of contracts holds one for each obligation. Which obligations there are is found out
// anew from the program and from what is asked, and each is lowered anew: a proof is looked up by the
// name of its function, and checked against the program of that name. So a proof that stands under
// another name proves nothing, and one that is left out is missed.

// certificates puts the certificates of the obligations together; nil where one has none.
func (r *Result) certificates() *cert.Certificate {
	if r.Verdict != Safe {
		return nil
	}
	all := &cert.Certificate{Task: certified(r.Task)}
	all.Task.Entry = ""
	for i, part := range r.Parts {
		c := (*Result)(part).Certificate()
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

// validateContracts is Validate where contracts are asked for.
func validateContracts(ctx context.Context, src Source, c *cert.Certificate, o Options) (*Result, error) {
	list, err := obligations(src, o)
	if err != nil {
		return nil, err
	}
	if err := proves(c, list, o); err != nil {
		return nil, err
	}
	m := &modular{o: o, left: o.Timeout}
	for i, ob := range list {
		one := o
		proof := c.Obligations[slices.IndexFunc(c.Obligations, ob.isOf)]
		one.Entry, one.Timeout = ob.entry, m.share(len(list)-i)
		one.bodies = proof.Task.Bodies // a proof of the program as it is written proves as much
		r, err := validate(ctx, src, proof, one)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", ob, err)
		}
		m.add(report.Obligation{Function: ob.entry, Contract: ob.contract, Bodies: one.bodies}, r, used(r))
	}
	return m.result(list), nil
}

// isOf reports whether a certificate says that it is of the obligation.
func (ob obligation) isOf(c *cert.Certificate) bool {
	return c.Task.Entry == ob.entry && c.Task.Contract == ob.contract
}

// proves compares the obligations that a certificate has proofs of with those that there are.
func proves(c *cert.Certificate, list []obligation, o Options) error {
	if len(c.Obligations) == 0 {
		return fmt.Errorf("the certificate is of a program without contracts; leave --contracts out to ask that")
	}
	var names []string
	for _, x := range c.Obligations {
		ob := obligation{x.Task.Entry, x.Task.Contract}
		switch {
		case !slices.Contains(list, ob):
			return fmt.Errorf("the certificate has a proof of %q, which --contracts %s does not ask for; it was made for --contracts %q",
				ob, strings.Join(o.Contracts, ","), strings.Join(x.Task.Contracts, ","))
		case slices.Contains(names, ob.String()):
			return fmt.Errorf("the certificate has two proofs of %q; one is needed", ob)
		}
		names = append(names, ob.String())
	}
	for _, ob := range list {
		if !slices.ContainsFunc(c.Obligations, ob.isOf) {
			return fmt.Errorf("the certificate has no proof of %q; it was made for %q: %s",
				ob, cmp.Or(c.Task.File, "a file without a name"), strings.Join(names, ", "))
		}
	}
	return nil
}
