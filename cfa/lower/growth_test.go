package lower

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
)

// Four times the program takes about four times the memory to read, to find what pointers lead to,
// and to lower. What is allocated is measured instead of time: it is the same on every machine, and
// what allocates nothing is seldom what grows.
func TestGrowsLinearly(t *testing.T) {
	allocated := func(functions int) uint64 {
		var b strings.Builder
		b.WriteString("struct rec { int id; struct rec *next; char name[16]; };\nstatic struct rec *all; static int table[64];\n")
		for i := range functions {
			fmt.Fprintf(&b, `static int f%d(struct rec *r, int n) {
				struct rec here = { n, all, "name" };
				for (int i = 0; i < n && i < 64; i++) { table[i] += r ? r->id : here.id; here.name[i & 15] = (char)i; }
				all = n & 1 ? r : all;
				switch (n) { case 1: return here.name[2]; case 7: all = r->next; break; default: n++; }
				return %s;
			}
`, i, []string{"n", fmt.Sprintf("f%d(&here, n - 1)", max(0, i-1))}[min(i, 1)])
		}
		fmt.Fprintf(&b, "int main(int argc, char **argv) { return f%d(0, argc); }\n", functions-1)
		src := b.String()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		loadFor(t, src, cfa.Machine, Memory|Overflow)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(10) // what is made once
	few, many := allocated(60), allocated(240)
	t.Logf("%d and %d KB", few>>10, many>>10)
	if many > 5*few {
		t.Errorf("60 functions take %d KB, 240 take %d KB: more than five times as much", few>>10, many>>10)
	}
}
