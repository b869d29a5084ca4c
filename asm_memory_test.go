package whet_test

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
