package rules_test

import (
	"testing"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/test"
)

// An allocator may use the address of a freed block again: a comparison of it with the
// address of a block made since may have either result. A block that realloc makes lies elsewhere than the old one, which
// lives until then.
func TestAddressesOfFreedBlocks(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       whet.Verdict
	}{
		{"integers", `uintptr_t old = (uintptr_t)q; free(q); r = malloc(8); if (r) assert((uintptr_t)r != old); free(r);`, whet.Unknown},
		{"pointers", `free(q); r = malloc(8); if (r) assert(r != q); free(r);`, whet.Unknown},
		{"in order", `uintptr_t old = (uintptr_t)q; free(q); r = malloc(8); if (r) assert((uintptr_t)r > old); free(r);`, whet.Unknown},
		{"both live", `r = malloc(8); if (r) assert(r != q); free(r); free(q);`, whet.Safe},
		{"realloc", `r = realloc(q, 16); if (!r) { free(q); return 1; } r[0] = r == q ? 1 : 2; assert(r[0] > 0); free(r);`, whet.Safe},
		{"an older block", `r = malloc(8); free(q); if (r) assert(r != q); free(r);`, whet.Safe},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "#include <assert.h>\n#include <stdint.h>\n#include <stdlib.h>\nint main(void) { char *q = malloc(8), *r; if (!q) return 1; " + c.body + " }\n"
			if r := test.Verify(t, text, whet.Options{Timeout: 5 * time.Second}); r.Verdict != c.want {
				t.Errorf("%v (%s), not %v", r.Verdict, r.Reason, c.want)
			}
		})
	}
}
