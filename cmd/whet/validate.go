package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/text"
	"github.com/whet-mc/whet/report/witness"
)

type validateCmd struct {
	File string `arg:"" help:"The program: a C source file (.c, or .i where it is preprocessed), or a task definition (.yml)."`

	sourceFlags

	Certificate string   `type:"path" placeholder:"FILE" help:"The proof, written by verify --certificate. It is one of the program as the other flags say it is read: where it was made with others, that is an error."`
	Witness     string   `type:"path" placeholder:"FILE" help:"Instead: a witness in SV-COMP's YAML format, version 2.0. A violation is followed by a run; invariants are verified."`
	Engine      string   `placeholder:"NAME" help:"How to verify the invariants of a witness: as for verify."`
	Timeout     duration `placeholder:"TIME" help:"Give up after so much CPU time: seconds, or with a unit (15m). By default what the system allows."`
	Memory      size     `placeholder:"SIZE" help:"Give up beyond so much memory: megabytes, or with a unit (4G). By default a third of the machine's."`
	Format      string   `default:"text" placeholder:"NAME" help:"What to print: text or json."`
}

func (c *validateCmd) run(e env) int {
	if !contains(formats, c.Format) {
		return fail(e, fmt.Sprintf("--format has no value %q%s", c.Format, didYouMean(c.Format, formats)), "--format is one of: text, json")
	}
	o := c.options()
	o.Engine = c.Engine
	if err := o.Check(); err != nil {
		return problem(e, err, c.NoColor)
	}
	o.Timeout = timeBudget(time.Duration(c.Timeout))
	if o.Memory = uint64(c.Memory); o.Memory == 0 {
		o.Memory = memoryBudget()
	}
	setMemory(o.Memory)
	if (c.Certificate == "") == (c.Witness == "") {
		return fail(e, "there is one thing to validate: --certificate or --witness", "run `whet help validate` for what they are")
	}
	var validate func(ctx context.Context) (*whet.Result, error)
	if c.Certificate != "" {
		proof, err := readCertificate(c.Certificate)
		if err != nil {
			return fail(e, fmt.Sprintf("--certificate: %s: %v", c.Certificate, err), "write one with: whet verify --certificate FILE PROGRAM")
		}
		validate = func(ctx context.Context) (*whet.Result, error) {
			return whet.Validate(ctx, whet.File(c.File), proof, o)
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
			return whet.ValidateWitness(ctx, whet.File(c.File), w, o)
		}
	}
	var err error
	a, why := supervise(o.Timeout, validate)
	if a.err != nil {
		return problem(e, a.err, c.NoColor)
	}
	if a.res == nil {
		a.res = &whet.Result{Schema: report.Schema, Verdict: whet.Unknown, Cause: why.Cause, Reason: why.Reason, Task: report.Task{File: c.File}}
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
