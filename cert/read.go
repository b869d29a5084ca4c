// This file reads certificates from JSON. It checks the form of the file only; Check decides whether the content is a
// proof.

package cert

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/smtlib"
	"github.com/whet-mc/whet/smt/words"
)

// Read reads a certificate that Write has written, and gives it a builder of its own. The error says what is wrong
// with the file. Read does not check the proof: see Check.
func Read(r io.Reader) (*Certificate, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	var in fileCertificate
	if err := d.Decode(&in); err != nil {
		return nil, fmt.Errorf("it is not written as a certificate is: %w", explain(err))
	}
	switch in.Format {
	case format, formatParts, formatObligations:
	default:
		return nil, fmt.Errorf("its format is %q; %q, %q or %q is needed", in.Format, format, formatParts, formatObligations)
	}
	if in.Format == format && (in.Targets != nil || len(in.Parts) > 0) {
		return nil, fmt.Errorf("a certificate of the format %q is about all errors, and has no parts", format)
	}
	if (in.Format == formatObligations) != (len(in.Obligations) > 0) || len(in.Obligations) > 0 && (!in.empty() || len(in.Parts) > 0) {
		return nil, fmt.Errorf("a certificate of the format %q, and no other, has proofs of several programs, and nothing besides", formatObligations)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("there is more behind the certificate")
	}
	if len(in.Obligations) == 0 {
		return in.withParts(in.Task, in.Parts)
	}
	c := &Certificate{Task: in.Task}
	for i := range in.Obligations {
		o := &in.Obligations[i]
		one, err := o.withParts(o.Task, o.Parts)
		if err != nil {
			return nil, fmt.Errorf("obligation %d: %w", i, err)
		}
		c.Obligations = append(c.Obligations, one)
	}
	return c, nil
}

// empty reports whether no field is set.
func (in *fileProof) empty() bool { return reflect.ValueOf(*in).IsZero() }

// withParts reads a proof and its parts.
func (in *fileProof) withParts(t Task, parts []fileProof) (*Certificate, error) {
	c, err := in.read()
	if err != nil {
		return nil, err
	}
	c.Task = t
	for i := range parts {
		part, err := parts[i].read()
		if err != nil {
			return nil, fmt.Errorf("part %d: %w", i, err)
		}
		c.Parts = append(c.Parts, part)
	}
	return c, nil
}

// read reads a proof without parts.
func (in *fileProof) read() (*Certificate, error) {
	fs, ts, b, err := formulas(in)
	if err != nil {
		return nil, err
	}
	c := &Certificate{Targets: in.Targets, Builder: b, Induction: in.Induction, Unwind: in.Unwind, Runs: in.Runs, Paths: in.Paths, Ghosts: in.Ghosts}
	for _, n := range in.Instances {
		i := Instance{Edge: n.Edge}
		for _, w := range n.values() {
			i.With = append(i.With, Value{w.Ghost, ts[0]})
			ts = ts[1:]
		}
		c.Instances = append(c.Instances, i)
	}
	for _, s := range in.Sums {
		c.Sums = append(c.Sums, Sum(s))
	}
	for i := range in.Contexts {
		x, err := in.Contexts[i].context(fs)
		if err != nil {
			return nil, fmt.Errorf("context %d: %w", i, err)
		}
		c.Contexts = append(c.Contexts, x)
	}
	for i, fh := range in.Heads {
		h := Head{Loc: fh.Loc}
		for _, k := range fh.Holds {
			if k < 0 || k >= len(fs) {
				return nil, fmt.Errorf("invariant %d: there is no formula %d", i, k)
			}
			h.Holds = append(h.Holds, fs[k])
		}
		c.Heads = append(c.Heads, h)
	}
	return c, nil
}

// explain adds to an error of the JSON decoder where the error is.
func explain(err error) error {
	var s *json.SyntaxError
	if errors.As(err, &s) {
		return fmt.Errorf("at byte %d: %w", s.Offset, err)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return errors.New("it ends too early")
	}
	return err
}

// The reader accepts terms of a total size up to leastSize plus perByte times the length of the text.
const (
	leastSize = 1 << 20
	perByte   = 16
)

// values returns the values of the variables that an instance names.
func (n *fileInstance) values() []fileValue { return append([]fileValue{n.fileValue}, n.Also...) }

// formulas reads the formulas fs and the instances' terms ts, over the symbols that the file declares. It makes the
// builder b.
func formulas(in *fileProof) (fs, ts []*smt.Term, b *smt.Builder, err error) {
	size := 0
	for _, text := range in.Formulas {
		size += len(text)
	}
	for _, n := range in.Instances {
		for _, w := range n.values() {
			size += len(w.Term)
		}
	}
	reader := smtlib.New(smtlib.Config{File: "certificate", Limits: smtlib.Limits{Bits: 2 * mostBits, Size: leastSize + perByte*size}})
	b = reader.Builder()
	arrays := b.ArraySort(b.IntSort(), b.IntSort())
	for _, f := range words.FixedFuncs(b) {
		reader.Declare(f)
	}
	for _, name := range in.Symbols {
		at := strings.LastIndexByte(name, '@')
		if at < 0 || clean(name) != name {
			return nil, nil, nil, fmt.Errorf("%q names nothing of a program", name)
		}
		sort := b.IntSort()
		if strings.HasPrefix(name[at+1:], "a") {
			sort = arrays
		}
		reader.Declare(b.Var(name, sort).Func())
	}
	fs = make([]*smt.Term, len(in.Formulas))
	for i, text := range in.Formulas {
		f, err := reader.Term(text)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("formula %d: %w", i, err)
		}
		if !f.IsBool() {
			return nil, nil, nil, fmt.Errorf("formula %d is of sort %v", i, f.Sort())
		}
		fs[i] = f
	}
	for i, n := range in.Instances {
		for _, w := range n.values() {
			t, err := reader.Term(w.Term)
			if err != nil {
				return nil, nil, nil, fmt.Errorf("instance %d: %w", i, err)
			}
			ts = append(ts, t)
		}
	}
	return fs, ts, b, nil
}

// context returns the context that the file describes. fs are the formulas by number.
func (in *fileContext) context(fs []*smt.Term) (Context, error) {
	x := Context{Proc: in.Proc}
	if in.Inline != nil {
		x.Inline, x.Parent, x.Call = true, in.Inline.Parent, in.Inline.Call
	}
	for _, l := range in.Pass {
		x.Points = append(x.Points, Point{Loc: l, Pass: true})
	}
	for _, fp := range in.Points {
		p := Point{Loc: fp.Loc}
		for _, fa := range fp.Holds {
			var a Annotation
			for _, k := range fa.Conj {
				if k < 0 || k >= len(fs) {
					return x, fmt.Errorf("there is no formula %d", k)
				}
				a.Conj = append(a.Conj, fs[k])
			}
			for _, fh := range fa.Next {
				h := Hint{Edge: fh.Edge, Callee: fh.Callee}
				for _, t := range fh.To {
					h.To = append(h.To, Target{t[0], t[1]})
				}
				a.Next = append(a.Next, h)
			}
			p.Holds = append(p.Holds, a)
		}
		x.Points = append(x.Points, p)
	}
	slices.SortStableFunc(x.Points, func(p, q Point) int { return p.Loc - q.Loc })
	return x, nil
}
