package histories

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Histories and their versions.

// Kind says how much an edit changes.
type Kind string

const (
	Base  Kind = "base"  // the first version
	Text  Kind = "text"  // comments, blank space, the order of declarations and functions: no meaning
	Names Kind = "names" // names of variables, parameters, functions and members: no meaning
	Small Kind = "small" // some lines of a function or two
	Large Kind = "large" // a new feature, another data structure, functions split or joined
)

// NoMeaning reports whether the programs before and after the edit behave the same.
func (k Kind) NoMeaning() bool { return k == Text || k == Names }

// A Version is one version of a program.
type Version struct {
	Number int // from 0
	Kind   Kind
	Safe   bool // the correct verdict is safe
	Title  string
	Source string
}

// A History is the list of versions of a program, the oldest first.
type History struct {
	Name     string
	Versions []Version
}

// Read reads the history in a directory. Errors name the file and the line.
func Read(folder string) (*History, error) {
	base, err := os.ReadFile(filepath.Join(folder, "base.c"))
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "history.txt")
	script, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	versions, err := parse(file, string(base), string(script))
	if err != nil {
		return nil, err
	}
	return &History{Name: filepath.Base(folder), Versions: versions}, nil
}

// parse applies the edits of a script, one version after the other.
func parse(file, base, script string) ([]Version, error) {
	s := &scanner{file: file, lines: strings.Split(script, "\n")}
	var list []Version
	source := base
	for {
		line, more := s.next()
		if !more {
			break
		}
		if rest, ok := strings.CutPrefix(line, "== "); ok {
			v, err := heading(rest)
			if err == nil && (v.Kind == Base) != (len(list) == 0) {
				err = fmt.Errorf("the first version, and no other, is of the kind %s", Base)
			}
			if err != nil {
				return nil, s.wrong(err)
			}
			v.Number, v.Source = len(list), source
			list = append(list, v)
			continue
		}
		if len(list) < 2 {
			return nil, s.wrong(fmt.Errorf("an edit belongs to a version after the first, which begins with == KIND VERDICT: TITLE"))
		}
		changed, err := s.edit(line, source)
		if err != nil {
			return nil, err
		}
		source = changed
		list[len(list)-1].Source = source
	}
	for i := 1; i < len(list); i++ {
		if list[i].Source == list[i-1].Source {
			return nil, fmt.Errorf("%s: version %d (%s) is the same as the one before", file, i, list[i].Title)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s:1: no version; the first begins with == %s safe: TITLE", file, Base)
	}
	return list, nil
}

// heading reads the text after the == of a version: KIND VERDICT: TITLE.
func heading(text string) (Version, error) {
	head, title, ok := strings.Cut(text, ": ")
	kind, verdict, two := strings.Cut(head, " ")
	if !ok || !two || strings.TrimSpace(title) == "" {
		return Version{}, fmt.Errorf("a version begins with == KIND VERDICT: TITLE")
	}
	v := Version{Kind: Kind(kind), Title: strings.TrimSpace(title), Safe: verdict == "safe"}
	switch v.Kind {
	case Base, Text, Names, Small, Large:
	default:
		return v, fmt.Errorf("the kind %q is none of %s, %s, %s, %s, %s", kind, Base, Text, Names, Small, Large)
	}
	if verdict != "safe" && verdict != "unsafe" {
		return v, fmt.Errorf("the verdict %q is neither safe nor unsafe", verdict)
	}
	return v, nil
}

// All reads the histories in a directory, in the order of their names.
func All(folder string) ([]*History, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*", "history.txt"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no histories", folder)
	}
	var list []*History
	for _, f := range files {
		h, err := Read(filepath.Dir(f))
		if err != nil {
			return nil, err
		}
		list = append(list, h)
	}
	return list, nil
}
