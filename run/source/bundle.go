// Programs with all their files, for verification elsewhere.

package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/whet-mc/whet/internal/version"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/run/option"
)

// Bundle is a program with all its files and the options, for verification elsewhere. The same program, options and
// version give the same JSON.
type Bundle struct {
	Schema  string            `json:"schema"`
	Version string            `json:"version"`
	Options option.Options    `json:"options"`
	Units   []Unit            `json:"units"` // without texts
	Files   map[string][]byte `json:"files"` // by the path under which they were read
}

const bundleSchema = "whet.bundle/1"

// Pack reads a program as Verify would, and returns it with the files that were read. It returns the errors of
// Verify, and an error for a build or a program with contracts, which have no bundle.
func Pack(src Source, o option.Options) (*Bundle, error) {
	switch {
	case src.Build != "":
		return nil, errors.New("a program that is read from a build cannot be packed")
	case len(o.Contracts) > 0:
		return nil, errors.New("a program whose contracts are proved cannot be packed")
	}
	in, err := Open(src, o)
	if err != nil {
		return nil, err
	}
	var texts []read.Source
	for _, u := range in.Units {
		texts = append(texts, read.Source{Path: u.Path, Text: u.Text})
	}
	unit, err := in.Load()
	if err != nil {
		return nil, err
	}
	b := &Bundle{Schema: bundleSchema, Version: version.Version(), Options: in.Asked, Files: map[string][]byte{}}
	b.Options.Progress, b.Options.Cache, b.Options.Jobs, b.Options.Debug, b.Options.Invariants, b.Options.History = nil, "", 0, nil, false, false
	if isTask(src.Path) {
		b.Options.DataModel = in.Options.Model.String()
	}
	for i, t := range texts {
		u := Unit{Path: t.Path}
		if len(src.Units) > 0 {
			u.Flags = src.Units[i].Flags
		}
		b.Units = append(b.Units, u)
		if t.Text != nil {
			b.Files[t.Path] = t.Text
		}
	}
	for name, text := range unit.Files {
		// Headers and models that are part of whet have names, but no files.
		if st, err := os.Stat(name); err == nil && st.Mode().IsRegular() && b.Files[name] == nil {
			b.Files[name] = text
		}
	}
	return b, nil
}

// ReadBundle reads the JSON of a bundle.
func ReadBundle(text []byte) (*Bundle, error) {
	b := &Bundle{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(b); err != nil {
		return nil, fmt.Errorf("this is no bundle: %w", err)
	}
	if b.Schema != bundleSchema || len(b.Units) == 0 {
		return nil, fmt.Errorf("this is no bundle of this version (%s), but %q with %d units", bundleSchema, b.Schema, len(b.Units))
	}
	return b, nil
}

// Source returns the program of the bundle, to be verified with the bundle's options. Only files in the bundle are
// read.
func (b *Bundle) Source() (Source, error) {
	src := Source{only: b.Files}
	for _, u := range b.Units {
		text, ok := b.Files[u.Path]
		if !ok {
			return src, fmt.Errorf("the bundle names a file %q, and does not have it", u.Path)
		}
		src.Units = append(src.Units, Unit{Path: u.Path, Text: slices.Concat([]byte{}, text), Flags: u.Flags})
	}
	if len(src.Units) == 1 && len(src.Units[0].Flags) == 0 {
		u := src.Units[0]
		src = Source{Name: u.Path, Text: u.Text, only: b.Files}
	}
	return src, nil
}
