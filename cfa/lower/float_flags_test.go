package lower

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
)

// What is not computed may raise exceptions, so that nothing rests on there being none.
func TestUnknownExceptions(t *testing.T) {
	const head = `#include <fenv.h>
		#include <math.h>
		typedef float v4 __attribute__((vector_size(16)));
		typedef int i4 __attribute__((vector_size(16)));
		extern void reach_error(void);
		extern int pure(int) __attribute__((pure));
		v4 a, b; i4 c; double d = 3;
		int main(void) { `
	for src, known := range map[string]bool{
		"d + 1": true, "d = d * 2": true, "isnan(d)": false, "fabs(d)": true,
		"floor(d)":    false, // C leaves it open, and what would be open if d were no integer is not told apart
		"d = 1.0 / 3": false, "_Float16 h = 1; h++": false, "_Float16 h = 1; h = h / 3": false, "_Complex double z = d; z = z / z": false,
		"a += b": true, "c = a < b": true,
		"pure(1)": false, "asm volatile(\"fninit\")": false, "sin(d)": false,
	} {
		p := loadFor(t, source(head+src+"; if (fetestexcept(FE_ALL_EXCEPT) == 0) reach_error(); return 0; }"), cfa.Machine, 0)
		if o := runOn(p, 0); o.Kind != interp.ErrorFound || o.Tainted == known {
			t.Errorf("%s: %v %s, rests on what is not known: %v", src, o.Kind, o.Reason, o.Tainted)
		}
	}
}
