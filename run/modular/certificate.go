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

// A certificate of contracts holds one for each obligation. Which obligations there are is found out
// anew from the program and from what is asked, and each is lowered anew: a proof is looked up by the
// name of its function, and checked against the program of that name. So a proof that stands under
// another name proves nothing, and one that is left out is missed.

// Validate is whet.Validate where contracts are asked for.
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
		one.Bodies = proof.Task.Bodies // a proof of the program as it is written proves as much
		r, err := validate.Certificate(ctx, src, proof, one)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", ob, err)
		}
		m.add(report.Obligation{Function: ob.entry, Contract: ob.contract, Bodies: one.Bodies}, r, run.Used(r))
	}
	return m.result(list), nil
}

// isOf reports whether a certificate says that it is of the obligation.
func (ob obligation) isOf(c *cert.Certificate) bool {
	return c.Task.Entry == ob.entry && c.Task.Contract == ob.contract
}

// proves compares the obligations that a certificate has proofs of with those that there are.
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
