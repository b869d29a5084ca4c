package whet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
)

// Bundle is a program with all the files that it consists of, and the options, to be verified
// elsewhere. The same program, options and version have the same JSON.
type Bundle struct {
	Schema  string            `json:"schema"`
	Version string            `json:"version"`
	Options Options           `json:"options"`
	Units   []Unit            `json:"units"` // without their texts
	Files   map[string][]byte `json:"files"` // by the path under which reading the program found them
}

const bundleSchema = "whet.bundle/1"

// Pack reads a program as Verify would, and returns it with the files that were read. Its errors are
// those of Verify; besides, a build, and a program with contracts, have no bundle.
func Pack(src Source, o Options) (*Bundle, error) {
	switch {
	case src.Build != "":
		return nil, errors.New("a program that is read from a build cannot be packed")
	case len(o.Contracts) > 0:
		return nil, errors.New("a program whose contracts are proved cannot be packed")
	}
	return guarded(o, func() (*Bundle, error) {
		in, err := open(src, o)
		if err != nil {
			return nil, err
		}
		var texts []lang.Source
		for _, u := range in.units {
			texts = append(texts, lang.Source{Path: u.Path, Text: u.Text})
		}
		unit, err := in.load()
		if err != nil {
			return nil, err
		}
		b := &Bundle{Schema: bundleSchema, Version: Version(), Options: in.asked, Files: map[string][]byte{}}
		b.Options.Progress, b.Options.Cache, b.Options.Jobs, b.Options.Debug, b.Options.Invariants, b.Options.History = nil, "", 0, nil, false, false
		if isTask(src.Path) {
			b.Options.DataModel = in.options.Model.String()
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
			// Headers and models of whet's own have names, but no files.
			if st, err := os.Stat(name); err == nil && st.Mode().IsRegular() && b.Files[name] == nil {
				b.Files[name] = text
			}
		}
		return b, nil
	})
}

// ReadBundle reads what json.Marshal has made of a bundle.
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

// Unpack writes the files below a folder. It returns the source and the options to verify the
// program with, in the working directory here.
func (b *Bundle) Unpack(dir string) (src Source, o Options, here string, err error) {
	// Paths that lead up from the working directory must not lead out of the folder.
	up := 0
	for _, paths := range [][]string{b.names(), b.Options.Include, b.Options.Flags} {
		for _, p := range paths {
			up = max(up, strings.Count(filepath.ToSlash(p), ".."))
		}
	}
	here = filepath.Join(dir, "here", strings.Repeat("d"+string(filepath.Separator), up))
	place := func(p string) string {
		if filepath.IsAbs(p) {
			return filepath.Join(dir, "root", p)
		}
		return p
	}
	if err := os.MkdirAll(here, 0o755); err != nil {
		return src, o, "", err
	}
	for name, text := range b.Files {
		file := place(name)
		if !filepath.IsAbs(file) {
			file = filepath.Join(here, file)
		}
		if rel, err := filepath.Rel(dir, file); err != nil || !filepath.IsLocal(rel) {
			return src, o, "", fmt.Errorf("the bundle has a file %q, which is outside", name)
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return src, o, "", err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return src, o, "", err
		}
	}
	o = b.Options
	o.Include, o.Flags = each(o.Include, place), each(o.Flags, inFlag(place))
	src.Units = slices.Clone(b.Units)
	for i := range src.Units {
		u := &src.Units[i]
		u.Path, u.Flags = place(u.Path), each(u.Flags, inFlag(place))
	}
	if len(src.Units) == 1 && len(src.Units[0].Flags) == 0 {
		src = File(src.Units[0].Path)
	}
	return src, o, here, nil
}

// names are all paths of the bundle, and its units' flags.
func (b *Bundle) names() (list []string) {
	for name := range b.Files {
		list = append(list, name)
	}
	for _, u := range b.Units {
		list = append(append(list, u.Path), u.Flags...)
	}
	return list
}

// inFlag replaces the path in a flag of a compiler, or in the argument that is its value.
func inFlag(place func(string) string) func(string) string {
	return func(arg string) string {
		for _, flag := range []string{"", "-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"} {
			if path, ok := strings.CutPrefix(arg, flag); ok && filepath.IsAbs(path) {
				return flag + place(path)
			}
		}
		return arg
	}
}

func each(list []string, f func(string) string) (out []string) {
	for _, s := range list {
		out = append(out, f(s))
	}
	return out
}
