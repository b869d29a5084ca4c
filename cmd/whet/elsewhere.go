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

// elsewhere are the flags by which a program is verified on another machine: whet-fleet calls
// verify with --pack here, with --packed and --evidence there, and with --recall here again.
type elsewhere struct {
	Pack     string `hidden:"" type:"path" placeholder:"FILE" help:"Verify nothing, but write the program with all its files, and the options, to a file for --packed."`
	Packed   string `hidden:"" type:"path" placeholder:"FILE" help:"Verify the program of such a file, with its options; no other is named."`
	Evidence string `hidden:"" type:"path" placeholder:"FILE" help:"Write what the verdict rests on, for --recall."`
	Recall   string `hidden:"" type:"path" placeholder:"FILE" help:"Start no engine, but check what --evidence has written; what it does not show is unknown."`
}

// maxElsewhere is how long a file may be that came from elsewhere.
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
	out, err := newOutput(c.Pack)
	if err != nil {
		return fail(e, fmt.Sprintf("--pack: %v", err), "")
	}
	defer out.discard()
	if err = json.NewEncoder(out).Encode(b); err == nil {
		err = out.keep()
	}
	if err != nil {
		return fail(e, fmt.Sprintf("--pack: %v", err), "")
	}
	return 0
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
	return c.decide(e, src, b.Options)
}

// verify decides a program, or checks what others have found out about it.
func (c *elsewhere) verify(ctx context.Context, src whet.Source, o whet.Options) (*whet.Result, error) {
	if c.Recall == "" {
		return whet.Verify(ctx, src, o)
	}
	evidence, err := readElsewhere(c.Recall)
	if err != nil {
		return nil, err
	}
	return whet.Recall(ctx, src, evidence, o)
}

func writeEvidence(w io.Writer, r *report.Result) error {
	text, err := (*whet.Result)(r).Evidence()
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}
