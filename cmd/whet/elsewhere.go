// This file verifies programs on behalf of other machines.

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/report"
)

// elsewhere holds the flags that verify a program on another machine: whet-fleet calls verify with --pack here, with
// --packed and --evidence there, and with --recall here again. Parts of a hard program are requested with --only, by
// the numbers that --left writes.
type elsewhere struct {
	Pack     string   `hidden:"" type:"path" placeholder:"FILE" help:"Verify nothing, but write the program with all its files, and the options, to a file for --packed."`
	Packed   string   `hidden:"" type:"path" placeholder:"FILE" help:"Verify the program of such a file, with its options; no other is named."`
	Evidence string   `hidden:"" type:"path" placeholder:"FILE" help:"Write what the verdict rests on, for --recall."`
	Recall   []string `hidden:"" type:"path" sep:"none" placeholder:"FILE" help:"Start no engine, but check what --evidence has written; what it does not show is unknown. Several files show together what each of them shows."`
	Only     []int    `hidden:"" placeholder:"N" help:"Decide only these properties, by their numbers, and leave the others open."`
	Left     string   `hidden:"" type:"path" placeholder:"FILE" help:"Write the numbers of the properties that are left to be decided; without --recall verify nothing."`
}

// maxElsewhere bounds a file that comes from another machine.
const maxElsewhere = 512 << 20

func readElsewhere(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxElsewhere+1))
	if err == nil && len(text) > maxElsewhere {
		err = fmt.Errorf("%s is too long", path)
	}
	return text, err
}

// pack writes the bundle of a program.
func (c *elsewhere) pack(e env, src whet.Source, o whet.Options, noColor bool) int {
	b, err := whet.Pack(src, o)
	if err != nil {
		return problem(e, err, noColor)
	}
	return writeJSON(e, "--pack", c.Pack, src, b)
}

// writeJSON writes a value to the file that a flag names.
func writeJSON(e env, flag, file string, src whet.Source, value any) int {
	out, err := newOutput(e, file, readBy(src))
	if err == nil {
		if err = json.NewEncoder(out).Encode(value); err == nil {
			err = out.keep()
		}
	}
	if err != nil {
		return fail(e, fmt.Sprintf("%s: %v", flag, err), "")
	}
	return 0
}

// left is the content of the file of --left.
type left struct {
	Open  []int `json:"open"`
	Of    int   `json:"of"`    // number of properties that were to be decided
	Ended bool  `json:"ended"` // a failure ended the run, even if properties are open
}

// open writes the numbers of the properties that engines have to decide.
func (c *elsewhere) open(e env, src whet.Source, o whet.Options, noColor bool) int {
	list, err := whet.Open(src, o)
	if err != nil {
		return problem(e, err, noColor)
	}
	return writeJSON(e, "--left", c.Left, src, left{Open: list, Of: len(list)})
}

// writeLeft returns a function that writes the properties that a run left undecided.
func writeLeft(o whet.Options) func(io.Writer, *report.Result) error {
	return func(w io.Writer, r *report.Result) error {
		return json.NewEncoder(w).Encode(left{Open: r.Left(o.First), Of: len(r.Open()), Ended: r.Ended(o.First)})
	}
}

// packed verifies the program of a bundle.
func (c *verifyCmd) packed(e env) int {
	text, err := readElsewhere(c.Packed)
	if err != nil {
		return fail(e, "--packed: "+err.Error(), "")
	}
	b, err := whet.ReadBundle(text)
	if err != nil {
		return fail(e, "--packed: "+err.Error(), "")
	}
	src, err := b.Source()
	if err != nil {
		return fail(e, "--packed: "+err.Error(), "")
	}
	c.Files = nil
	for _, u := range b.Units {
		c.Files = append(c.Files, u.Path)
	}
	return c.decideOnly(e, src, b.Options)
}

// decideOnly decides the properties that --only names, or lists the open ones. --only is not among the options of a
// bundle, which is the same for all parts of a program.
func (c *verifyCmd) decideOnly(e env, src whet.Source, o whet.Options) int {
	if c.Left != "" && len(c.Recall) == 0 {
		return c.open(e, src, o, c.NoColor)
	}
	o.Only = c.Only
	return c.decide(e, src, o)
}

// verify decides a program, or checks what other machines found out about it.
func (c *elsewhere) verify(ctx context.Context, src whet.Source, o whet.Options) (*whet.Result, error) {
	if len(c.Recall) == 0 {
		return whet.Verify(ctx, src, o)
	}
	var pieces [][]byte
	for _, path := range c.Recall {
		evidence, err := readElsewhere(path)
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, evidence)
	}
	return whet.Recall(ctx, src, pieces, o)
}

func writeEvidence(w io.Writer, r *report.Result) error {
	text, err := whet.Evidence(r)
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}
