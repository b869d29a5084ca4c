// The settings of the editor's user.

package lsp

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/whet-mc/whet"
)

// settings are the settings of the editor's user. Options of whet have the same names as on the command line.
type settings struct {
	Verify string `json:"verify"` // "change", "save" or "never"
	Delay  int    `json:"delay"`  // milliseconds without an edit before a text is verified

	Engine    string   `json:"engine"`
	Arith     string   `json:"arith"`
	Check     []string `json:"check"`
	DataModel string   `json:"dataModel"`
	Entry     string   `json:"entry"`
	Globals   string   `json:"globals"`
	Pointers  string   `json:"pointers"`
	Timeout   float64  `json:"timeout"` // seconds
	Include   []string `json:"include"`
	Define    []string `json:"define"`
	Cflags    []string `json:"cflags"`
	Jobs      int      `json:"jobs"`
	// CompileCommands is the build that documents belong to. "" means that it is searched in the folders above each
	// document, "none" that documents belong to no build.
	CompileCommands string `json:"compileCommands"`
}

// whens are the values of Verify.
var whens = []string{"change", "save", "never"}

// read returns the settings with what a message sets; everything else stays as it is. The settings may be in a member
// "whet", as editors send them that keep the settings of all servers in one object.
func (s settings) read(raw json.RawMessage) (settings, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return s, nil
	}
	var below struct {
		Whet json.RawMessage `json:"whet"`
	}
	if err := json.Unmarshal(raw, &below); err != nil {
		return s, fmt.Errorf("the settings are no object: %w", err)
	}
	if len(below.Whet) > 0 && string(below.Whet) != "null" {
		raw = below.Whet
	}
	out := s
	if err := json.Unmarshal(raw, &out); err != nil {
		return s, fmt.Errorf("the settings cannot be read: %w", err)
	}
	out.Verify = cmp.Or(out.Verify, s.Verify)
	if !slices.Contains(whens, out.Verify) {
		return s, fmt.Errorf("the setting verify has no value %q: it is change, save or never", out.Verify)
	}
	if out.Timeout < 0 || out.Delay < 0 || out.Timeout > maxSeconds || out.Delay > maxSeconds*1000 {
		return s, fmt.Errorf("the settings timeout and delay are times between 0 and %d s", maxSeconds)
	}
	if err := out.options(whet.Options{}, "").Check(); err != nil {
		return s, fmt.Errorf("the settings cannot be used: %w", err)
	}
	return out, nil
}

// maxSeconds bounds the times that can be set. It prevents overflow; longer times are of no use.
const maxSeconds = 1 << 20

// delay returns the time without an edit before a text is verified.
func (s settings) delay() time.Duration { return time.Duration(s.Delay) * time.Millisecond }

// options returns the options of a run that starts in the function entry. If entry is "", the run starts in the
// function that the settings name. o has the values of options that are not set.
func (s settings) options(o whet.Options, entry string) whet.Options {
	o.Engine, o.Arith, o.DataModel = cmp.Or(s.Engine, o.Engine), cmp.Or(s.Arith, o.Arith), cmp.Or(s.DataModel, o.DataModel)
	o.Globals, o.Pointers = cmp.Or(s.Globals, o.Globals), cmp.Or(s.Pointers, o.Pointers)
	o.Entry = cmp.Or(entry, s.Entry, o.Entry)
	if len(s.Check) > 0 {
		o.Checks = s.Check
	}
	o.Include, o.Defines, o.Flags = slices.Concat(o.Include, s.Include), slices.Concat(o.Defines, s.Define), slices.Concat(o.Flags, s.Cflags)
	if s.Timeout > 0 {
		o.Timeout = time.Duration(s.Timeout * float64(time.Second))
	}
	o.Jobs = cmp.Or(s.Jobs, o.Jobs)
	return o
}
