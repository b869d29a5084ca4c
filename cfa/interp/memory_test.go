package interp_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa/interp"
)

// memory is a random program over records, arrays, pointers, copies of memory, words of 64 bits, floating
// numbers and functions. It may access what is out of bounds, read what nobody has set, overflow, or
// divide by zero, late in one of its loops. Its result depends on all that it computes.
func memory(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString(`
void *malloc(unsigned long); void free(void *); void *memcpy(void *, const void *, unsigned long); void *memset(void *, int, unsigned long);
struct rec { int id; unsigned char tag[4]; unsigned long big; double x; struct rec *next; short s; };
static struct rec pool[6]; static int a[8]; static unsigned long h = 14695981039346656037ul; static float fl = 1.5f;
static int twice(int v) { return v * 2; }
static int less(int v) { return v - 3; }
static int (*ops[2])(int) = {twice, less};
static unsigned long mix(unsigned long v, struct rec *p) { p->big ^= v << 13; p->big ^= p->big >> 7; return p->big * 1099511628211ul; }
int main(void) {
  unsigned char bytes[8]; int k = 1, i = 0; struct rec *p = pool, *q, one; unsigned u = 7;
  long set[5]; int v0 = 1, v1 = 2, v2 = 3, v3 = 4, w = 0;
  memset(bytes, 3, sizeof bytes);
  set[0] = 1; set[1] = 2; set[2] = 3; set[3] = 4;
  for (i = 0; i < 6; i++) { pool[i].id = i; pool[i].next = &pool[(i * 5 + 1) % 6]; pool[i].x = i; pool[i].big = 88172645463325252ul + i; }
  one = pool[1];
`)
	// rarely is an expression that now and then is not what it should be.
	index := func(n int) string {
		switch r.IntN(40) {
		case 0:
			return fmt.Sprintf("i %% %d", n+1)
		case 1:
			return "k & 7"
		}
		return []string{fmt.Sprintf("i %% %d", n), fmt.Sprintf("u %% %du", n), fmt.Sprint(r.IntN(n))}[r.IntN(3)]
	}
	num := func() string {
		switch r.IntN(10) {
		case 0:
			return "k"
		case 1:
			return "i"
		case 2:
			return fmt.Sprintf("a[%s]", index(8))
		case 3:
			return fmt.Sprintf("bytes[%s]", index(8))
		case 4:
			return "p->id % 100"
		case 5:
			return fmt.Sprintf("p->tag[%s]", index(4))
		case 6:
			return "(int)(h >> 40 & 255)"
		case 7:
			return fmt.Sprintf("pool[%s].s", index(6))
		case 8:
			return fmt.Sprintf("(int)(set[%s] & 15)", index(4))
		}
		return fmt.Sprint(r.IntN(20) - 5)
	}
	var statement func(depth int)
	statement = func(depth int) {
		switch r.IntN(27) {
		case 0, 1:
			fmt.Fprintf(&b, "a[%s] = %s %c %s;\n", index(8), num(), "+-^&|"[r.IntN(5)], num())
		case 2:
			fmt.Fprintf(&b, "bytes[%s] += %s;\n", index(8), num())
		case 3:
			b.WriteString("p = p->next;\n")
		case 4:
			fmt.Fprintf(&b, "p->id = (p->id ^ %s) & 1023;\n", num())
		case 5:
			fmt.Fprintf(&b, "p->tag[%s] = %s;\n", index(4), num())
		case 6:
			fmt.Fprintf(&b, "h = mix(h + %s, p);\n", num())
		case 7:
			fmt.Fprintf(&b, "one = pool[%s]; pool[%s] = one;\n", index(6), index(6))
		case 8:
			fmt.Fprintf(&b, "memcpy(&pool[%s], &one, sizeof one);\n", index(6))
		case 9:
			b.WriteString("q = malloc(sizeof *q); if (q) { *q = *p; q->id++; one.s = q->id; free(q); }\n")
		case 10:
			fmt.Fprintf(&b, "p->x = p->x * 0.5 + %s; if (p->x > 1000.0) p->x = 1;\n", num())
		case 11:
			fmt.Fprintf(&b, "fl = fl * 1.25f - %s; if (fl > 5000.0f || fl < -5000.0f) fl = 1; k = (int)fl & 63;\n", num())
		case 12:
			fmt.Fprintf(&b, "k = ops[%s](%s);\n", index(2), num())
		case 13:
			fmt.Fprintf(&b, "switch (%s & 7) { case 0: k++; break; case 1: k ^= 5; break; case 2: u += 3; case 3: u ^= u >> 3; break; case 6: k = i; break; default: u--; }\n", num())
		case 14:
			fmt.Fprintf(&b, "u = u * 1103515245u + 12345u; h = (h ^ (u & 255)) * 1099511628211ul;\n")
		case 15:
			if r.IntN(6) == 0 {
				fmt.Fprintf(&b, "k = 1000 / (%s + 6);\n", num())
			} else {
				fmt.Fprintf(&b, "k = %s / 7 + h %% 13;\n", num())
			}
		case 16:
			if r.IntN(8) == 0 {
				b.WriteString("k = k * 3 + 1;\n")
			}
		case 17:
			if r.IntN(10) == 0 {
				fmt.Fprintf(&b, "if (i > %d) k = set[4];\n", r.IntN(200))
			} else {
				fmt.Fprintf(&b, "set[%s] = (long)h;\n", index(4))
			}
		case 18, 19:
			if depth > 0 {
				fmt.Fprintf(&b, "if (%s %s %s) {\n", num(), []string{"<", "==", ">=", "!="}[r.IntN(4)], num())
				statement(depth - 1)
				b.WriteString("} else {\n")
				statement(depth - 1)
				b.WriteString("}\n")
			}
		case 20:
			if depth > 0 {
				v := fmt.Sprintf("n%d", b.Len())
				fmt.Fprintf(&b, "for (int %s = 0; %s < %d; %s++) {\n", v, v, 1+r.IntN(9), v)
				statement(depth - 1)
				statement(depth - 1)
				b.WriteString("}\n")
			}
		case 21:
			fmt.Fprintf(&b, "if (h > 0x8000000000000000ul) h -= %d;\n", r.IntN(1000))
		case 22:
			fmt.Fprintf(&b, "pool[%s].s = (short)(h >> %d);\n", index(6), r.IntN(60))
		case 24, 25, 26: // variables that are copies of each other, and the same operation on several
			op := []string{"^ 3", "+ 3", "& 5", "* 3 % 64", "> 2", "<< 1 & 31"}[r.IntN(6)]
			v := r.Perm(4)
			fmt.Fprintf(&b, "v%d = v%d; v%d = v%d; w = (w * 5 + (v%d %s)) %% 1024; w = (w * 5 + (v%d %s)) %% 1024; v%d = %s & 255; v%d = i & 63;\n",
				v[0], v[1], v[2], v[3], v[0], op, v[2], op, v[1], num(), v[3])
		case 23:
			fmt.Fprintf(&b, "u = %s > 3 ? u + h %% 5 : ~u;\n", num())
		}
	}
	for range 2 {
		fmt.Fprintf(&b, "for (i = 0; i < %d; i++) {\n", 60+r.IntN(200))
		for range 3 + r.IntN(5) {
			statement(2)
		}
		b.WriteString("}\n")
	}
	b.WriteString(`  for (i = 0; i < 6; i++) { h = h * 31 + pool[i].id; h = h * 31 + pool[i].big; h = h * 31 + pool[i].s; h = h * 31 + (long)pool[i].x; h = h * 31 + pool[i].tag[i & 3]; }
  for (i = 0; i < 8; i++) { h = h * 31 + a[i]; h = h * 31 + bytes[i]; }
  h = h * 31 + (long)fl; h = h * 31 + k; h = h * 31 + w; h = h * 31 + v0; h = h * 31 + v1; h = h * 31 + v2; h = h * 31 + v3; h = h * 31 + u; h = h * 31 + set[3];
  h ^= h >> 32; h *= 0x9e3779b97f4a7c15ul; h ^= h >> 29; h *= 0xbf58476d1ce4e5b9ul; // all that was computed counts in what is returned
  return h >> 57; }
`)
	return b.String()
}

// Programs over memory end as they do step by step, at the same place; and those that come to their end do
// so with the result of compiled code, in which sanitizers have nothing to say.
func TestMemoryBothWays(t *testing.T) {
	interp.CompileAtOnce(t)
	memoryBothWays(t, 0, 60, nil)
}

func TestMemoryAsCompiled(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		gcc = ""
	}
	dir := t.TempDir()
	memoryBothWays(t, 1000, 40, func(seed uint64, text string, o *interp.Outcome) {
		if gcc == "" || seed%4 != 0 || o.Kind != interp.Exited || len(o.Inputs) > 0 {
			return
		}
		file, bin := filepath.Join(dir, "t.c"), filepath.Join(dir, "t")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(gcc, "-O0", "-w", "-ffp-contract=off", "-fsanitize=address,undefined", "-fno-sanitize-recover", "-o", bin, file).CombinedOutput(); err != nil {
			t.Skipf("gcc has no sanitizers: %v %s", err, out)
		}
		out, err := exec.Command(bin).CombinedOutput()
		code := 0
		if e := (*exec.ExitError)(nil); errors.As(err, &e) {
			code = e.ExitCode()
		}
		if want, _ := o.Exit.Int64(); int64(code) != want || len(out) > 0 {
			t.Errorf("seed %d: %d, compiled %d %s\n%s", seed, want, code, out, text)
		}
	})
}

func memoryBothWays(t *testing.T, from, tries uint64, also func(seed uint64, text string, o *interp.Outcome)) {
	ends := map[string]int{}
	for seed := from; seed < from+tries; seed++ {
		text := memory(rand.New(rand.NewPCG(seed, 8)))
		p := checked(t, text)
		o := bothWays(t, p, interp.Zero, 300_000)
		what := o.Kind.String()
		if o.Error != nil {
			what += " " + string(o.Error.Kind)
		}
		ends[what]++
		if len(o.Inputs) == 0 {
			e := interp.Exhaust(context.Background(), p, interp.Limits{Runs: 1, Steps: 1_000_000})
			if o.Kind == interp.Exited && !e.Complete || o.Kind == interp.ErrorFound && e.Bug == nil {
				t.Errorf("seed %d: %v, but in an exhaustive run %+v", seed, o.Kind, e)
			}
		}
		if also != nil {
			also(seed, text, o)
		}
	}
	t.Log(ends)
	if uint64(ends[interp.Exited.String()]) < tries/5 || len(ends) < 3 {
		t.Errorf("ends %v: too much alike", ends)
	}
}
