package answers_test

import (
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/internal/effort"
)

// Programs on which an engine went on for minutes without a look at its work, as the attack has
// found them.
func TestEndsWithItsWork(t *testing.T) {
	for _, c := range []struct {
		name, text string
		opt        whet.Options
	}{
		{"cases of bit-fields", `#include <string.h>
			struct fields { unsigned a : 4, b : 4, c : 8; unsigned short d; };
			union bytes { struct fields s; unsigned char v[4]; };
			int main(void) {
				char y = __VERIFIER_nondet_char();
				if (!(y >= -128 && y <= -127)) return 0;
				int x = y, r = 0;
				for (int i = 0; i < 2; i++) {
					union bytes u;
					memset(&u, x, sizeof u);
					u.s.b = i + 8;
					u.v[1] = 0;
					r += u.v[0] + u.s.c + u.s.a;
				}
				if ((r ^ x) < -368) reach_error();
			}`, whet.Options{Engine: "quantified", Method: "backward"}},
	} {
		ctx, cancel := effort.Limit(t.Context(), 100_000)
		r, err := whet.Verify(ctx, whet.Text(c.name, []byte("extern void reach_error(void); extern char __VERIFIER_nondet_char(void);\n"+c.text)), c.opt)
		cancel()
		if err != nil || r.Verdict == whet.Unsafe {
			t.Errorf("%s: %+v, %v", c.name, r, err)
		}
	}
}
