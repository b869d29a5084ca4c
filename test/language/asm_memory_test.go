package language_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/whet-mc/whet"
)

// Assembly that is not written out and clobbers memory may write beside an operand in memory, as
// instructions with bit numbers do. All of these fail when they run, or would in another way.
func TestAsmBesideOperand(t *testing.T) {
	for _, src := range []string{
		`int a[2]; int main(void) { __asm__("btsl %1,%0" : : "m"(*(volatile int *)a), "r"(40) : "memory"); assert(a[1] == 0); }`,
		`int a[2]; int main(void) { __asm__("btsl %1,%0" : "+m"(a[0]) : "r"(40) : "memory"); assert(a[1] == 0); }`,
		`int a[2]; int main(void) { __asm__("btsl %1,%0" : "+m"(a[0]) : "r"(40) : "memory"); assert(a[1] == 256); }`,
		`int x; int main(void) { __asm__("shll %0; incl %0" : : "m"(x) : "memory"); assert(x == 0); }`,
	} {
		path := filepath.Join(t.TempDir(), "a.c")
		if err := os.WriteFile(path, []byte("#include <assert.h>\n"+src+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := whet.Verify(t.Context(), whet.Files(path), whet.Options{Checks: []string{"none"}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != whet.Unknown {
			t.Errorf("%s: %s", src, r.Verdict)
		}
	}
}

// asm goto goes on behind it or at any of its labels, and no bug rests on which.
func TestAsmGoto(t *testing.T) {
	const f = `static int f(int x) { asm goto ("testl %0, %0; je %l1" : : "r"(x) : "cc" : zero); return 1; zero: return 0; }
		static int g(int *k) { __asm__ __volatile__ goto ("1: jmp %l[yes]" : : "i"(k) : : yes, no); return 0; yes: return 1; no: return 2; }
		`
	for src, want := range map[string]whet.Verdict{
		`int main(void) { int r = f(3); assert(r == 0 || r == 1); }`:                   whet.Safe,
		`int main(void) { int k = 5, r = g(&k); assert(r >= 0 && r <= 2 && k == 5); }`: whet.Safe,
		`int main(void) { assert(f(3)); }`:                                             whet.Unknown,
		`int main(void) { int k = 5; assert(g(&k) != 2); }`:                            whet.Unknown,
	} {
		r, err := whet.Verify(t.Context(), whet.Text("a.c", []byte("#include <assert.h>\n"+f+src+"\n")), whet.Options{Engine: "value", Checks: []string{"none"}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != want {
			t.Errorf("%s: %s (%s), want %s", src, r.Verdict, r.Reason, want)
		}
	}
}
