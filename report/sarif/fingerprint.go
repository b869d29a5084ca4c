// This file computes fingerprints, which identify findings across versions of a program.

package sarif

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/report/source"
	"github.com/whet-mc/whet/report/trace"
)

// FingerprintName is the key of a finding's fingerprint. If the way of computing it changes, the key must change,
// too.
const FingerprintName = "whetFinding/v1"

// githubName is the only key that GitHub's code scanning reads. Without it, GitHub computes a fingerprint that
// changes with the lines around a finding.
const githubName = "primaryLocationLineHash"

// Fingerprints returns the fingerprints of the failures of an unsafe result, in the order of Result.Each. They are
// all different.
func Fingerprints(r *report.Result) []string {
	x := &writer{r: r, src: source.Lines{Files: r.Files}}
	known, used := x.fingerprints(), map[string]int{}
	var list []string
	for _, f := range r.Each() {
		print := x.fingerprint(f, known)
		if used[print]++; used[print] > 1 {
			print = hash(print, used[print])
		}
		list = append(list, print)
	}
	return list
}

// fingerprints returns names for the properties that stay the same when lines move. A name is made from the kind of
// property, the function, the expression, and the line without blanks and comments. Properties that agree in all of
// these are numbered in source order.
func (x *writer) fingerprints() map[trace.Property]string {
	out := map[trace.Property]string{}
	times := map[string]int{}
	for _, c := range x.r.Checked {
		key := x.key(&c.Property)
		out[c.Property] = hash(key, times[key])
		times[key]++
	}
	return out
}

func (x *writer) key(p *trace.Property) string {
	return strings.Join([]string{p.Kind, p.Func, squeeze(prose.OneLine(p.Text)), x.statement(p.Pos)}, "\x00")
}

// fingerprint returns the fingerprint of a failure. For an assertion function, the call distinguishes its failures.
func (x *writer) fingerprint(r *report.Result, known map[trace.Property]string) string {
	print, ok := known[*r.Property]
	if !ok { // not among the checked properties
		print = hash("unlisted\x00"+x.key(r.Property), 0)
	}
	for i := range x.r.Checked {
		c := &x.r.Checked[i]
		if (&cfa.Property{Kind: c.Kind}).IsCheck() || c.Property != *r.Property || len(c.Calls) == 0 || len(r.Stack) < 2 {
			continue
		}
		at := r.Stack[1]
		n := 0
		for _, k := range c.Calls {
			if k.Pos == at.Pos {
				break
			}
			if k.Func == at.Func && x.statement(k.Pos) == x.statement(at.Pos) {
				n++
			}
		}
		return hash(strings.Join([]string{print, at.Func, x.statement(at.Pos)}, "\x00"), n)
	}
	return print
}

func hash(key string, n int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, n))
	return hex.EncodeToString(sum[:16])
}

// statement returns the line of a place without blanks and comments.
func (x *writer) statement(at lang.Pos) string {
	raw, _ := x.src.Raw(at)
	return squeeze(string(source.Uncommented(raw)))
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }
