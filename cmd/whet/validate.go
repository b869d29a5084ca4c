// This file is the command validate.

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/text"
	"github.com/whet-mc/whet/report/witness"
)

type validateCmd struct {
	programArgs

	Options optionFlags `embed:""`

	Certificate string `type:"path" placeholder:"FILE" help:"The proof, as verify --certificate wrote it. Give the same flags for reading and checking the program as then."`
	Witness     string `type:"path" placeholder:"FILE" help:"A witness in place of a proof, in SV-COMP's YAML format, version 2.0 to 2.2. Of a violation witness the run is made; invariants and contracts are verified."`
	Strict      bool   `help:"With --witness: doubts about the witness, for instance that its hash is that of another program text, are errors. By default they are warnings, and only places and names have to fit."`
	formatFlag
	colorFlag
}

func validateOption(t *whet.Option) bool {
	if t.Name == "engine" {
		t.Help, t.Choices = "How to verify the invariants of a witness: an engine that verify has.", nil
		return true
	}
	return t.Use == whet.Reading || t.Use == whet.Budgets
}

func (c *validateCmd) run(e env) int {
	if status := c.missing(e); status != 0 {
		return status
	}
	o, err := c.Options.options("")
	if err != nil {
		return problem(e, err, c.NoColor)
	}
	if status := c.check(e); status != 0 {
		return status
	}
	limited(&o)
	if (c.Certificate == "") == (c.Witness == "") {
		return fail(e, "name what to validate: --certificate or --witness, one of them", "run `whet help validate` for what they are")
	}
	var validate func(ctx context.Context) (*whet.Result, error)
	if c.Certificate != "" {
		proof, err := readCertificate(c.Certificate)
		if err != nil {
			return fail(e, fmt.Sprintf("--certificate: %s: %v", c.Certificate, err), "write one with: whet verify --certificate FILE PROGRAM")
		}
		validate = func(ctx context.Context) (*whet.Result, error) {
			return whet.Validate(ctx, c.source(), proof, o)
		}
	} else {
		text, err := os.ReadFile(c.Witness)
		if err != nil {
			return fail(e, "--witness: "+err.Error(), "")
		}
		w, err := witness.Read(c.Witness, text)
		if err != nil {
			return fail(e, err.Error(), "a witness is written by verify --witness, and by other verifiers")
		}
		validate = func(ctx context.Context) (*whet.Result, error) {
			if c.Strict {
				return whet.ValidateWitnessStrictly(ctx, c.source(), w, o)
			}
			return whet.ValidateWitness(ctx, c.source(), w, o)
		}
	}
	a, why := supervise(o.Timeout, validate)
	if a.err != nil {
		return problem(e, a.err, c.NoColor)
	}
	if a.res == nil {
		a.res = &report.Result{Schema: report.Schema, Task: report.Task{File: c.names()[0]}}
		a.res.Because(why.Why())
	}
	if c.Format == "json" {
		err = report.JSON(e.stdout, a.res)
	} else {
		err = text.Write(e.stdout, a.res, style(e.stdout, c.NoColor))
	}
	if err != nil {
		return fail(e, fmt.Sprintf("cannot write the result: %v", err), "")
	}
	return exitStatus(a.res)
}

func readCertificate(path string) (*cert.Certificate, error) {
	f, err := os.Open(path)
	if err != nil {
		var p *fs.PathError
		if errors.As(err, &p) {
			err = p.Err
		}
		return nil, err
	}
	defer f.Close()
	return cert.Read(f)
}
