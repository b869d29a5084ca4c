package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"regexp"
	"strings"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/internal/effort"
)

// Forged certificates.

// forgedWork bounds the work of checking one forged certificate: about a second.
const forgedWork = 300_000

// forge makes certificates for the sibling of a program that was proved safe, from the program's certificate. The
// first is unchanged, except for the sibling's fingerprint. In the others, numbers, operators and lists in the text
// are changed. It returns the number of certificates, and the number that the checker accepted, which should be 0.
func forge(ctx context.Context, r *whet.Result, q Question) (forged, accepted int) {
	c := r.Certificate()
	if c == nil {
		return 0, 0
	}
	prog, err := whet.Lower(whet.Text(q.Name, []byte(q.Sibling)), q.Options)
	if err != nil {
		return 0, 0
	}
	var b bytes.Buffer
	if err := cert.Write(&b, c); err != nil {
		return 0, 0
	}
	rng := rand.New(rand.NewPCG(q.Seed, 77))
	for i := range 5 {
		text := b.String()
		if i > 0 {
			text = distort(rng, text, differing(q.Text, q.Sibling))
		}
		forged++
		f, err := cert.Read(strings.NewReader(text))
		if err != nil {
			continue
		}
		// A false claim can be as hard to refute as any formula.
		limited, stop := effort.Limit(ctx, forgedWork)
		if _, err := cert.Check(limited, prog, f); err == nil {
			accepted++
		}
		stop()
	}
	return forged, accepted
}

var (
	numeral  = regexp.MustCompile(`\b[0-9]+\b`)
	operator = regexp.MustCompile(`\((<=|<|>=|>|=|and|or|not|distinct|\+|-|div|mod|ite) `)
)

// differing lists pairs of numbers at positions where the two texts differ.
func differing(a, b string) [][2]string {
	x, y := numeral.FindAllString(a, -1), numeral.FindAllString(b, -1)
	var out [][2]string
	if len(x) == len(y) {
		for i := range x {
			if x[i] != y[i] {
				out = append(out, [2]string{x[i], y[i]})
			}
		}
	}
	return out
}

// distort changes a certificate's text in a few places.
func distort(r *rand.Rand, text string, pairs [][2]string) string {
	if len(pairs) > 0 && r.IntN(2) == 0 {
		p := pairs[r.IntN(len(pairs))]
		text = regexp.MustCompile(`\b`+p[0]+`\b`).ReplaceAllString(text, p[1])
	}
	at := func(re *regexp.Regexp, change func(s string) string) {
		all := re.FindAllStringIndex(text, -1)
		if len(all) == 0 {
			return
		}
		m := all[r.IntN(len(all))]
		text = text[:m[0]] + change(text[m[0]:m[1]]) + text[m[1]:]
	}
	for range 1 + r.IntN(3) {
		switch r.IntN(3) {
		case 0:
			at(numeral, func(string) string { return [...]string{"0", "1", "2", "7", "255", "4294967296"}[r.IntN(6)] })
		case 1:
			at(operator, func(string) string {
				return [...]string{"(<= ", "(< ", "(>= ", "(= ", "(and ", "(or ", "(distinct ", "(+ ", "(- ", "(mod "}[r.IntN(10)]
			})
		case 2:
			at(regexp.MustCompile(`"\([^"]*\)"`), func(string) string { return [...]string{`"true"`, `"false"`}[r.IntN(2)] })
		}
	}
	return text
}
