// This file is the command lsp.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/lsp"
)

// lspCmd serves one editor. Its flags set what the editor's settings leave open.
type lspCmd struct {
	Options optionFlags `embed:""`

	Stdio bool `hidden:"" help:"Speak on the standard input and output, as always; some editors add the flag."`
}

// lspBudget is the default CPU time for one verification. It is short, because an editor verifies again and again.
const lspBudget = 10 * time.Second

// lspOption accepts the options of a server, and no option that is only useful for a single run.
func lspOption(t *whet.Option) bool {
	if t.Name == "timeout" {
		t.Help = "Give up a verification after this much CPU time: seconds, or with a unit (1m). By default 10 s."
	}
	return t.Use != whet.Results && t.Name != "contracts"
}

func (c *lspCmd) run(e env) int {
	o, err := c.Options.options("")
	if err != nil {
		return problem(e, err, true)
	}
	if o.Timeout == 0 {
		o.Timeout = lspBudget
	}
	if o.Memory == 0 {
		o.Memory = memoryBudget()
	}
	setMemory(o.Memory)
	err = lsp.Serve(context.Background(), stdio{os.Stdin, e.stdout}, lsp.Options{Verify: o})
	switch {
	case err == nil:
		return 0
	case !errors.Is(err, lsp.ErrNoShutdown):
		err = fmt.Errorf("the editor sends what is no message: %w", err)
	}
	fmt.Fprintf(e.stderr, "whet: %v\n", err)
	return 1
}

// stdio makes one connection of the standard input and output.
type stdio struct {
	io.Reader
	io.Writer
}

func (stdio) Close() error { return os.Stdin.Close() }
