// Reading whet.yml. The reader is strict: every unknown key, wrong value or missing file is an error with its line,
// and all errors of the file are reported together. Flags are checked by the parser of `whet verify`.

package project

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/nearest"
	"github.com/whet-mc/whet/lang/task"
	"github.com/whet-mc/whet/report"
)

// Name is the name of the file.
const Name = "whet.yml"

const (
	maxTargets = 10_000 // targets of a file
	maxName    = 200    // bytes of a target's name
	// DefaultTimeout is the CPU time of a target without a setting.
	DefaultTimeout = time.Minute
)

// File is the content of a whet.yml.
type File struct {
	Path     string
	Dir      string // the folder of the file, to which file names are relative
	Baseline string // the file of accepted findings, relative to Dir; "": none
	Targets  []*Target
}

// Target is a program, the way it is verified, and the expected verdict.
type Target struct {
	Name   string
	Files  []string // the paths of the files, with slashes, relative to File.Dir
	Build  string   // compile_commands.json, or ""
	Expect report.Verdict
	// Rules are the expected verdicts on single checks ("overflow"), if whet.yml lists any; the other checks are
	// expected to be safe. Expect is then the verdict on the program that follows. nil: whet.yml lists none.
	Rules map[string]report.Verdict
	Flags []string // flags of verify
	// Timeout and Memory are budgets that the flags set; Memory is 0 if they do not.
	Timeout time.Duration
	Memory  uint64
}

// Args returns the arguments of verify: the flags, then the files.
func (t *Target) Args() []string {
	args := slices.Clone(t.Flags)
	if t.Build != "" {
		args = append(args, "--compile-commands="+t.Build)
	}
	return append(args, t.Files...)
}

// Find returns the path of the whet.yml in dir, or in the nearest of its parents that has one.
func Find(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for from := dir; ; from = filepath.Dir(from) {
		path := filepath.Join(from, Name)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		if other := filepath.Join(from, "whet.yaml"); exists(other) {
			return "", fmt.Errorf("%s: the file is called %s", other, Name)
		}
		if from == filepath.Dir(from) {
			return "", fmt.Errorf("there is no %s in %s or in a folder above it", Name, dir)
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Reader reads whet.yml for a set of flags.
type Reader struct {
	// Options are the options of verify.
	Options []whet.Option
	// Parse returns the options that flags of verify set, or an error.
	Parse func(flags []string) (whet.Options, error)
}

// Read reads the file at path. Errors in it are a *lang.Errors.
func (r Reader) Read(path string) (*File, error) {
	doc, err := task.ReadDocument(path, Name)
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	x := &reader{Reader: r, Document: doc, file: &File{Path: path, Dir: filepath.Dir(abs)}, parsed: map[string]error{}}
	x.together = map[string]struct {
		options whet.Options
		err     error
	}{}
	x.top()
	if err := doc.Err(); err != nil {
		return nil, err
	}
	return x.file, nil
}

// reader reads one file.
type reader struct {
	Reader
	*task.Document
	file   *File
	parsed map[string]error // results of Parse for single flags
	// together holds results of Parse for the flags of a target, joined by zero bytes.
	together map[string]struct {
		options whet.Options
		err     error
	}
}

// settings are the settings of a target, or the defaults. A setting that is not given is nil.
type settings struct {
	node        *yaml.Node
	files, each *yaml.Node
	build       *yaml.Node
	expect      *yaml.Node
	options     map[string][]string // flags by the option's name
}

// entries calls f for each key of a mapping. It reports an error if n is not a mapping, and for keys that occur
// twice.
func (x *reader) entries(n *yaml.Node, what string, f func(key string, k, v *yaml.Node)) {
	if n = plain(n); n.Kind != yaml.MappingNode {
		x.Fail(n, "", "%s is no mapping: lines like key: value", what)
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if k.Kind != yaml.ScalarNode {
			x.Fail(k, "", "a key of %s is no word", what)
			continue
		}
		if seen[k.Value] {
			x.Fail(k, "", "%s is given twice", k.Value)
			continue
		}
		seen[k.Value] = true
		f(k.Value, k, plain(v))
	}
}

// plain returns the node that an alias refers to, or n itself.
func plain(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		return n.Alias
	}
	return n
}

// unknown reports an unknown key, with the most similar one of names.
func (x *reader) unknown(k *yaml.Node, where string, names []string) {
	msg := fmt.Sprintf("%s has no key %q", where, k.Value)
	if near := nearest.Name(strings.ReplaceAll(k.Value, "_", "-"), names); near != "" {
		msg += ", did you mean " + near + "?"
	}
	x.Fail(k, "keys: "+strings.Join(names, ", "), "%s", msg)
}

// top reads the whole file.
func (x *reader) top() {
	if x.Root.Kind != yaml.MappingNode {
		x.Fail(x.Root, "it begins with lines like targets:, and the targets below it", "this is no %s", Name)
		return
	}
	defaults := &settings{options: map[string][]string{}}
	var targets *yaml.Node
	x.entries(x.Root, "the file", func(key string, k, v *yaml.Node) {
		switch key {
		case "version":
			if v.Value != "1" {
				x.Fail(v, "", "the version %q is not known: it is 1", v.Value)
			}
		case "baseline":
			x.file.Baseline = x.path(v)
		case "defaults":
			defaults = x.settings(v, "defaults", false)
		case "targets":
			targets = v
		default:
			x.unknown(k, "the file", []string{"targets", "defaults", "baseline", "version"})
		}
	})
	if targets == nil {
		x.Fail(x.Root, "add a line targets:, and below it a line with a name for each program", "the file names no targets")
		return
	}
	x.entries(targets, "targets", func(name string, k, v *yaml.Node) {
		if name == "" || len(name) > maxName || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			x.Fail(k, "", "this is no name for a target: a short line of text is")
			return
		}
		x.target(name, k, x.settings(v, "the target "+name, true), defaults)
	})
	if len(x.file.Targets) == 0 && x.Err() == nil {
		x.Fail(targets, "", "the file names no targets")
	}
	names := map[string]bool{}
	for _, t := range x.file.Targets {
		if names[t.Name] {
			x.Fail(targets, "rename one of them", "there are two targets %s", t.Name)
		}
		names[t.Name] = true
	}
}

// settings reads the settings of a target, or the defaults.
func (x *reader) settings(n *yaml.Node, where string, target bool) *settings {
	s := &settings{node: n, options: map[string][]string{}}
	x.entries(n, where, func(key string, k, v *yaml.Node) {
		switch {
		case key == "expect":
			s.expect = v
		case key == "files" && target:
			s.files = v
		case key == "each" && target:
			s.each = v
		case key == "compile-commands":
			s.build = v
		default:
			x.option(s, k, v, where, target)
		}
	})
	return s
}

// option reads an option of verify.
func (x *reader) option(s *settings, k, v *yaml.Node, where string, target bool) {
	names := []string{"expect", "compile-commands"}
	if target {
		names = []string{"files", "each", "compile-commands", "expect"}
	}
	var of *whet.Option
	for i, o := range x.Options {
		if !o.Hidden {
			names = append(names, o.Name)
			if o.Name == k.Value {
				of = &x.Options[i]
			}
		}
	}
	if of == nil {
		x.unknown(k, where, names)
		return
	}
	list := []*yaml.Node{v}
	if v.Kind == yaml.SequenceNode {
		if list = v.Content; !of.Many() {
			x.Fail(v, "", "%s has one value, not a list", of.Name)
			return
		}
	}
	s.options[of.Name] = nil // an empty list removes the default
	for _, n := range list {
		if n = plain(n); n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
			x.Fail(n, "", "this is no value of %s", of.Name)
			continue
		}
		value := n.Value
		if of.Value == "" && n.Tag != "!!bool" {
			x.Fail(n, "", "%s is true or false, not %q", of.Name, value)
			continue
		}
		flag := "--" + of.Name + "=" + value
		err, ok := x.parsed[flag]
		if !ok {
			if _, err = x.Parse([]string{flag}); errors.As(err, new(*whet.OptionError)) {
				err = nil // whether it is an error depends on the engine
			}
			x.parsed[flag] = err
		}
		if err != nil {
			x.Fail(n, "", "%s", strings.TrimPrefix(err.Error(), "--"))
			continue
		}
		s.options[of.Name] = append(s.options[of.Name], flag)
	}
}

// path returns a file name, and "" after an error.
func (x *reader) path(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode || n.Value == "" || n.Tag == "!!null" || strings.ContainsRune(n.Value, 0) {
		x.Fail(n, "", "this is no file name")
		return ""
	}
	return n.Value
}

// files returns the files that a name, a pattern, or a list of these stands for.
func (x *reader) files(n *yaml.Node) []string {
	list := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		list = n.Content
	}
	var out []string
	for _, n := range list {
		n = plain(n)
		name := x.path(n)
		if name == "" {
			continue
		}
		if exists(x.at(name)) || !isPattern(name) {
			if st, err := os.Stat(x.at(name)); err != nil {
				x.Fail(n, "names are relative to the folder of "+Name, "there is no file %s", name)
			} else if st.IsDir() {
				x.Fail(n, "a pattern names the files in it: "+filepath.ToSlash(filepath.Join(name, "*.c")), "%s is a folder", name)
			}
			out = append(out, name)
			continue
		}
		found, err := expand(x.file.Dir, name)
		switch {
		case err != nil:
			x.Fail(n, "", "%q is no pattern: %v", name, err)
		case len(found) == 0:
			x.Fail(n, "names are relative to the folder of "+Name, "no file matches %s", name)
		}
		out = append(out, found...)
	}
	for i, f := range out {
		if strings.HasPrefix(f, "-") { // it would be a flag
			out[i] = "./" + f
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(out, func(f string) bool {
		twice := seen[f]
		seen[f] = true
		return twice
	})
}

// at returns the path of a file whose name is relative to the folder of whet.yml.
func (x *reader) at(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(x.file.Dir, filepath.FromSlash(name))
}

// target adds the target with the name and settings s; with each, one target for every file.
func (x *reader) target(name string, k *yaml.Node, s, defaults *settings) {
	t := Target{Name: name, Expect: report.Safe}
	expect := s.expect
	if expect == nil {
		expect = defaults.expect
	}
	if expect != nil {
		if expect.Kind == yaml.MappingNode {
			t.Expect, t.Rules = x.verdicts(expect)
		} else {
			t.Expect = x.verdict(expect)
		}
	}
	for _, o := range x.Options {
		flags, ok := s.options[o.Name]
		if !ok {
			flags = defaults.options[o.Name]
		}
		t.Flags = append(t.Flags, flags...)
	}
	if len(t.Flags) > 0 {
		key := strings.Join(t.Flags, "\x00")
		p, ok := x.together[key]
		if !ok {
			p.options, p.err = x.Parse(t.Flags)
			x.together[key] = p
		}
		if err := p.err; err != nil {
			x.Fail(k, "", "the target %s: %v", name, err)
		}
		t.Timeout, t.Memory = p.options.Timeout, p.options.Memory
	}
	if t.Timeout == 0 {
		t.Timeout = DefaultTimeout
	}
	build := s.build
	if build == nil {
		build = defaults.build
	}
	if build != nil && s.each == nil {
		if t.Build = x.path(build); t.Build != "" && !exists(x.at(t.Build)) {
			x.Fail(build, "docs/projects.md says how a build makes it", "there is no file %s", t.Build)
		}
	}
	switch {
	case s.files != nil && s.each != nil:
		x.Fail(s.each, "files are one program, each makes a target of every file", "the target %s has files and each", name)
	case s.each != nil:
		for _, f := range x.files(s.each) {
			one := t
			one.Name, one.Files = name+"/"+strings.TrimPrefix(f, "./"), []string{f}
			x.file.Targets = append(x.file.Targets, &one)
		}
	case s.files == nil && build == nil:
		x.Fail(k, "add a line files: and the C files of the program, or compile-commands:", "the target %s names no program", name)
	default:
		if s.files != nil {
			t.Files = x.files(s.files)
		}
		x.file.Targets = append(x.file.Targets, &t)
	}
	if len(x.file.Targets) > maxTargets {
		x.Fail(k, "", "there are more than %d targets", maxTargets)
		x.file.Targets = nil
	}
}

// verdicts reads the verdicts on single checks. It also returns the verdict on the program that follows from them.
func (x *reader) verdicts(n *yaml.Node) (report.Verdict, map[string]report.Verdict) {
	whole, rules := report.Safe, map[string]report.Verdict{}
	x.entries(n, "expect", func(key string, k, v *yaml.Node) {
		if checkOf(key) != key {
			x.Fail(k, "a check is assert, or a rule of --check such as overflow", "%q is no check", key)
			return
		}
		r := x.verdict(v)
		rules[key] = r
		if r == report.Unsafe || r == report.Unknown && whole == report.Safe {
			whole = r
		}
	})
	return whole, rules
}

// checkOf returns the check that a kind of property belongs to: its own name, or assert.
func checkOf(kind string) string {
	if (&cfa.Property{Kind: kind}).IsCheck() {
		return kind
	}
	return "assert"
}

// verdict reads a verdict.
func (x *reader) verdict(n *yaml.Node) report.Verdict {
	switch v := report.Verdict(n.Value); v {
	case report.Safe, report.Unsafe, report.Unknown:
		return v
	}
	x.Fail(n, "", "a verdict is safe, unsafe or unknown, not %q", n.Value)
	return report.Safe
}
