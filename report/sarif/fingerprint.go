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

// FingerprintName is the key of a finding's fingerprint. Another way to make it gets another one.
const FingerprintName = "whetFinding/v1"

// githubName is the key that GitHub's code scanning looks at, and no other. What it computes itself
// where there is none changes with the lines around a finding.
const githubName = "primaryLocationLineHash"

// Fingerprints returns the fingerprints of the failures of an unsafe result, in the order of Result.Each. No two are
// the same.
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

// fingerprints are names for properties that stay when lines move: made of the kind of property, the
// function, the expression, the line without its blanks and comments, and, of properties that are
// the same in all of this, the number in source order.
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

// fingerprint returns the fingerprint of a failure. Assertions of a function that does nothing but assert are
// distinguished by the call.
func (x *writer) fingerprint(r *report.Result, known map[trace.Property]string) string {
	print, ok := known[*r.Property]
	if !ok { // not one of those that are counted
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

// statement is the line of a place without what people change for its looks.
func (x *writer) statement(at lang.Pos) string {
	raw, _ := x.src.Raw(at)
	return squeeze(string(source.Uncommented(raw)))
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }
