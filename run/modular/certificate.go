package modular

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/run"
	"github.com/whet-mc/whet/run/option"
	"github.com/whet-mc/whet/run/source"
	"github.com/whet-mc/whet/run/validate"
)

// A certificate of contracts contains one certificate for each obligation. The obligations are computed again from
// the program and the options, and each is lowered again. A proof is found by the name of its function, and checked
// against the obligation with that name. So a proof under a wrong name proves nothing, and a missing proof is
// noticed.

// Validate does what whet.Validate does, for programs with contracts.
func Validate(ctx context.Context, src source.Source, c *cert.Certificate, o option.Options) (*report.Result, error) {
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
		one.Bodies = proof.Task.Bodies // a proof of the program with bodies is also sufficient
		r, err := validate.Certificate(ctx, src, proof, one)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", ob, err)
		}
		m.add(report.Obligation{Function: ob.entry, Contract: ob.contract, Bodies: one.Bodies}, r, run.Used(r))
	}
	return m.result(list), nil
}

// isOf reports whether a certificate states that it is about the obligation.
func (ob obligation) isOf(c *cert.Certificate) bool {
	return c.Task.Entry == ob.entry && c.Task.Contract == ob.contract
}

// proves checks that a certificate has exactly one proof for each obligation.
func proves(c *cert.Certificate, list []obligation, o option.Options) error {
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
