// Package refinetest makes programs for tests of engines.
package refinetest

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/read"
)

// Prelude has the declarations that programs for Lower need.
const Prelude = `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static void __VERIFIER_assert(int c) { if (!c) reach_error(); }
`

// Head has the declarations that programs for Load need.
const Head = "extern int nd(void); extern unsigned und(void); void reach_error(void){} \n#define assert(c) do { if (!(c)) reach_error(); } while (0)\n"

// Lower makes a program from a source text.
func Lower(t testing.TB, text string, arith cfa.Arith) *cfa.Program {
	t.Helper()
	u, err := read.LoadBytes("t.c", []byte(text), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{Arith: arith})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Load makes a program from a source text for a machine with 32-bit words, with machine arithmetic.
func Load(t testing.TB, src string) *cfa.Program {
	t.Helper()
	u, err := read.LoadBytes("test.c", []byte(src), read.Options{Model: lang.ILP32})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
