// This file writes certificates as JSON.

package cert

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// The formats that Read accepts; it refuses others. A certificate without parts and targets is written in the first
// format, which has neither. The last format is a list of proofs of several programs.
const (
	format            = "whet certificate 1"
	formatParts       = "whet certificate 2"
	formatObligations = "whet certificate 3"
)

// The file contains a proof, or parts, each of which is a proof. A proof contains each formula once, in the syntax of
// SMT-LIB, and refers to it by its number.
type (
	fileCertificate struct {
		Format string `json:"format"`
		Task   Task   `json:"task"`
		fileProof
		Parts       []fileProof      `json:"parts,omitempty"`
		Obligations []fileObligation `json:"obligations,omitempty"`
	}
	fileObligation struct {
		Task Task `json:"task"`
		fileProof
		Parts []fileProof `json:"parts,omitempty"`
	}
	fileProof struct {
		Targets   []int          `json:"targets,omitzero"` // error locations; missing: all
		Induction int            `json:"induction,omitempty"`
		Unwind    int            `json:"unwind,omitempty"`
		Runs      int            `json:"runs,omitempty"`
		Paths     int            `json:"paths,omitempty"`
		Ghosts    int            `json:"ghosts,omitempty"`
		Instances []fileInstance `json:"instances,omitempty"`
		Sums      []fileSum      `json:"sums,omitempty"`
		Symbols   []string       `json:"symbols,omitzero"`
		Formulas  []string       `json:"formulas,omitzero"`
		Contexts  []fileContext  `json:"contexts,omitzero"`
		Heads     []fileHead     `json:"heads,omitempty"`
	}
	fileHead struct {
		Loc   int   `json:"loc"`
		Holds []int `json:"holds"`
	}
	fileInstance struct {
		Edge int `json:"edge"`
		fileValue
		Also []fileValue `json:"also,omitempty"` // values of other variables at the same time
	}
	fileValue struct {
		Ghost int    `json:"ghost"`
		Term  string `json:"term"`
	}
	fileSum struct {
		Array int   `json:"array"`
		Step  int64 `json:"step"`
	}
	fileContext struct {
		Proc   int         `json:"proc"`
		Inline *fileSite   `json:"inline,omitempty"`
		Pass   []int       `json:"pass,omitempty"`
		Points []filePoint `json:"points"`
	}
	fileSite struct {
		Parent int `json:"parent"`
		Call   int `json:"call"`
	}
	filePoint struct {
		Loc   int              `json:"loc"`
		Holds []fileAnnotation `json:"holds"`
	}
	fileAnnotation struct {
		Conj []int      `json:"conj"`
		Next []fileHint `json:"next,omitempty"`
	}
	fileHint struct {
		Edge   int      `json:"edge"`
		To     [][2]int `json:"to,omitempty"`
		Callee []int    `json:"callee,omitempty"`
	}
)

// Fingerprint returns a hash that identifies the program p as it was lowered. A certificate for one program is of no
// use for another.
func Fingerprint(p *cfa.Program) (string, error) {
	h := sha256.New()
	if err := p.WriteText(h); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Write writes a certificate as JSON. The same certificate gives the same bytes.
func Write(w io.Writer, c *Certificate) error {
	out := fileCertificate{Format: format, Task: c.Task}
	var err error
	switch {
	case len(c.Obligations) > 0:
		out.Format = formatObligations
		for i := 0; i < len(c.Obligations) && err == nil; i++ {
			one := fileObligation{Task: c.Obligations[i].Task}
			one.fileProof, one.Parts, err = proofs(c.Obligations[i])
			out.Obligations = append(out.Obligations, one)
		}
	case c.Targets != nil || len(c.Parts) > 0:
		out.Format = formatParts
		fallthrough
	default:
		out.fileProof, out.Parts, err = proofs(c)
	}
	if err != nil {
		return err
	}
	buf := bufio.NewWriter(w)
	e := json.NewEncoder(buf)
	e.SetEscapeHTML(false)
	if err := e.Encode(&out); err != nil {
		return err
	}
	return buf.Flush()
}

// proofs converts a proof, or its parts, to the form of the file.
func proofs(c *Certificate) (one fileProof, parts []fileProof, err error) {
	if len(c.Parts) == 0 {
		one, err = written(c)
		return one, nil, err
	}
	for _, part := range c.Parts {
		p, err := written(part)
		if err != nil {
			return one, nil, err
		}
		parts = append(parts, p)
	}
	return one, parts, nil
}

// written converts a proof without parts to the form of the file.
func written(c *Certificate) (fileProof, error) {
	out := fileProof{
		Targets: c.Targets, Induction: c.Induction, Unwind: c.Unwind, Runs: c.Runs, Paths: c.Paths, Ghosts: c.Ghosts, Symbols: []string{}, Formulas: []string{}, Contexts: []fileContext{},
	}
	var (
		numbers = map[*smt.Term]int{}
		all     []*smt.Term
	)
	number := func(f *smt.Term) int {
		k, ok := numbers[f]
		if !ok {
			k = len(all)
			numbers[f], all = k, append(all, f)
		}
		return k
	}
	for _, x := range c.Contexts {
		fc := fileContext{Proc: x.Proc, Points: []filePoint{}}
		if x.Inline {
			fc.Inline = &fileSite{x.Parent, x.Call}
		}
		for _, p := range x.Points {
			if p.Pass {
				fc.Pass = append(fc.Pass, p.Loc)
				continue
			}
			fp := filePoint{Loc: p.Loc, Holds: []fileAnnotation{}}
			for _, a := range p.Holds {
				fa := fileAnnotation{Conj: []int{}}
				for _, f := range a.Conj {
					fa.Conj = append(fa.Conj, number(f))
				}
				for _, h := range a.Next {
					fh := fileHint{Edge: h.Edge, Callee: h.Callee}
					for _, t := range h.To {
						fh.To = append(fh.To, [2]int{t.Loc, t.Index})
					}
					fa.Next = append(fa.Next, fh)
				}
				fp.Holds = append(fp.Holds, fa)
			}
			fc.Points = append(fc.Points, fp)
		}
		out.Contexts = append(out.Contexts, fc)
	}
	for _, h := range c.Heads {
		fh := fileHead{Loc: h.Loc, Holds: []int{}}
		for _, f := range h.Holds {
			fh.Holds = append(fh.Holds, number(f))
		}
		out.Heads = append(out.Heads, fh)
	}
	for _, s := range c.Sums {
		out.Sums = append(out.Sums, fileSum(s))
	}
	terms := slices.Clone(all)
	for _, n := range c.Instances {
		for _, w := range n.With {
			terms = append(terms, w.Term)
		}
	}
	for _, t := range smt.FreeVars(terms...) {
		out.Symbols = append(out.Symbols, t.Func().Name)
	}
	var text bytes.Buffer
	for _, n := range c.Instances {
		fi := fileInstance{Edge: n.Edge}
		for k, w := range n.With {
			text.Reset()
			if err := smt.Print(&text, w.Term); err != nil {
				return out, err
			}
			if v := (fileValue{w.Ghost, text.String()}); k == 0 {
				fi.fileValue = v
			} else {
				fi.Also = append(fi.Also, v)
			}
		}
		out.Instances = append(out.Instances, fi)
	}
	for _, f := range all {
		text.Reset()
		if err := smt.Print(&text, f); err != nil {
			return out, err
		}
		out.Formulas = append(out.Formulas, text.String())
	}
	return out, nil
}
