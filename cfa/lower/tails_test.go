package lower

import (
	"context"
	"math/rand"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// TestTails: what the model promises about tails holds in runs. The test keeps the tails that promises have read, and
// forgets those to which the model gives any value. It computes a tail that it does not know from the memory, by the
// definition. So a promise that is wrong is found, and so is an operation that ends a tail while the model keeps it.
func TestTails(t *testing.T) {
	const head = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <alloca.h>
int more(void); unsigned size(void);
`
	promises := 0
	for _, body := range []string{
		`int main(int argc, char **argv) { int n = 0; for (int i = 0; i < argc; i++) n += strlen(argv[i]); while (*++argv) for (char *s = *argv; *s; s++) n++; return n; }`,
		`int main(int argc, char **argv) { argv++; while (argv[0] && argv[0][0]) { argv[0]++; if (more()) argv++; } return 0; }`,
		`int main(int argc, char **argv) { for (; *argv; argv++) { if (more()) *argv = "x"; if (more()) *argv = 0; else if (**argv) argv[0][0] = more() ? 0 : 'a'; if (*argv) puts(*argv); else break; } return 0; }`,
		`int main(int argc, char **argv) { char *s = argv[0]; int n = strlen(s); if (n > 2) { s[1] = 0; n = strlen(s) + strlen(s + 2); s[1] = 'x'; n += strlen(s); } return n; }`,
		`int main(int argc, char **argv) { char *p = strdup(argv[0]), *q; if (!p) return 1; q = realloc(p, size() % 4 + 1); if (!q) { free(p); return 1; } q[0] = 0; puts(q); free(q); return 0; }`,
		`int main(int argc, char **argv) { char b[8] = "ab", *p = more() ? b : argv[0]; p[0] = more() ? 0 : 'z'; puts(p); b[2] = 'c'; b[3] = 0; puts(b); return p[0] ? p[1] : 0; }`,
		`static char *pick(int k) { char b[4]; static char s[4] = "st"; b[0] = 'a'; b[1] = 0; return k ? s : strlen(b) > 1 ? s + 1 : "lit"; }
		 int main(int argc, char **argv) { char *p = pick(more()); if (more()) p = argv[0]; while (*p) p++; return strlen(pick(0)); }`,
		`static int deep(char *s, int n) { char b[4] = "xy", *q = more() ? b : s; int r = strlen(q); return n > 0 ? r + deep(more() ? b : s, n - 1) : r; }
		 int main(int argc, char **argv) { return deep(argv[0], 3) + deep("lit", 2); }`,
		`static int tmp(char *s) { char *q = alloca(size() % 4 + 2); q[0] = 'a'; q[1] = 0; char v[size() % 3 + 1]; v[0] = 0; char *p = more() ? q : more() ? v : s; return strlen(p); }
		 int main(int argc, char **argv) { int r = 0; while (more()) r += tmp(argv[0]) + tmp("l"); return r; }`,
		`struct r { char name[4]; int n; char *text; }; int main(int argc, char **argv) { struct r a = { "abc", 1, argv[0] }, b = a; b.text = "q"; if (more()) b.name[3] = 'x'; return strlen(a.text) + strlen(b.text) + strlen(a.name) + (b.name[3] ? 0 : strlen(b.name)); }`,
		`static char rows[2][4] = { "abc", "d" }; static const char *list[] = { "one", "two", 0 };
		 int main(int argc, char **argv) { const char **p = list; int n = 0; while (*p) n += strlen(*p++); char *q = rows[1]; q[0] = more() ? 0 : 'e'; n += strlen(rows[0]) + strlen(q); list[1] = argv[0]; list[0] = more() ? 0 : "z"; for (p = list; *p; p++) n++; return n; }`,
		`int main(int argc, char **argv) { char *s = argv[0], b[16]; size_t n = strlen(s); if (n < 16) { memcpy(b, s, n + 1); memmove(b, b + 0, n); memset(s, 'x', n); strcpy(s, b); strcat(b, ""); n += strlen(b) + strlen(s); } return n; }`,
		`int main(int argc, char **argv) { char *e = getenv("HOME"), *p = argv[0]; if (e) { char *q = more() ? e : p; if (*q) *q = 'y'; while (*q) q++; } FILE *f = stdin; char b[4]; while (more() && fgets(b, sizeof b, f)) fputs(b, stdout); return 0; }`,
		`int main(int argc, char **argv) { { char b[3] = "a"; *argv = b; puts(*argv); } if (more()) return 0; { char c[3] = "b"; argv[0] = c; puts(argv[0]); } return 0; }`,
		`int main(int argc, char **argv) { char *p = argv[0] + strlen(argv[0]), *q = argv[0]; while (p > q) { p--; if (*p == 'a') break; } p += more(); return strlen(q) - (p - q); }`,
		`int main(int argc, char **argv) { char *h = malloc(4); if (!h) return 1; strcpy(h, "ab"); char *p = more() ? h : argv[0]; puts(p); if (p != h) free(h); p = p == h ? h : argv[0]; return *p; }`,
		`char *cl = (char[]){ 'a', 'b' }, **list = (char *[]){ "a", "b" }; int main(int argc, char **argv) { char *q = cl, **l = list; while (more() ? *l != 0 : *q) { q++; l++; } return *q; }`,
		`int main(int argc, char **argv) { char *p = argv[0], *s = p; while (*p) p++; int n = p - s; p = s; return n + *p; }`,
		`struct two { int n; char c[4]; }; int main(int argc, char **argv) { struct two *t = (struct two *)argv[0], u = { 1, "ab" }; if (more()) t = &u; char *s = (char *)t; return strlen(argv[0]) > 9 ? t->n + t->c[0] + s[0] : u.n; }`,
		`struct two { int n; char c[4]; } u; int main(int argc, char **argv) { char b[8], *s = more() ? (char *)&u : b; if (scanf("%7s", b) == 1) puts(b); if (scanf("%3s", s) == 1) puts(s); return u.n + u.c[0]; }`,
		`int main(int argc, char **argv) { char *s = argv[0], b[6] = "zzzzz", *d = more() ? b : b + 2; size_t n = strlen(s), k = size() % 4; if (n < 3) { memcpy(d, s, k <= n + 1 ? k : n + 1); b[5] = 0; n += strlen(d) + strlen(b) + strlen(b + 1); memmove(b + 1, b, 3); n += strlen(b); } return n; }`,
		`int main(int argc, char **argv) { char b[4]; int k = snprintf(b, size() % 4 + 1, "%s", argv[0]); if (k >= 0) k += strlen(b); k += sprintf(b, "%c", more()); k += strlen(b); char *t = strndup(argv[0], 2), *u = strdup(b); if (t && u) { strncpy(b, t, 3); b[3] = 0; strcat(u, ""); puts(strcpy(t, "")); puts(u); } free(t); if (u) puts(u); free(u); return k + strlen(b); }`,
		`int main(int argc, char **argv) { char *line = 0, *end; size_t n = 0; while (more() && getline(&line, &n, stdin) > 0) { long v = strtol(line, &end, 10); if (*end) end[0] = 0; puts(line); if (end > line) puts(end - 1); v += strtod(argv[0], &end); while (*end) end++; if (v) line[0] = 'q'; puts(line); } free(line); return 0; }`,
		`int main(int argc, char **argv) { char *s = argv[0], *m = malloc(3), *k; if (!m) return 1; m[0] = 'a'; m[1] = m[2] = 0; k = more() ? m : s; puts(k); m[1] = 'b'; puts(k); if (more()) m[2] = 0; free(more() ? 0 : m); fclose(stdout); return strlen(s); }`,
		`int main(void) { const char *s = more() ? "abc" : "d"; s += size() % 6; puts(s); s = more() ? "x" : 0; if (s) fputs(s, stdout); return *s; }`,
		// The program ends strings, also behind cells that have no value.
		`int main(void) { char b[6]; int i = 0; while (i < 5 && more()) b[i++] = 'a'; b[i] = 0; puts(b); b[0] = more() ? 0 : 'c'; return b[0]; }`,
		`int main(void) { char b[6]; b[size() % 3] = 'a'; b[3] = 0; int n = b[3]; b[size() % 3] = 'b'; b[4] = 0; return n + b[4]; }`,
		`int main(void) { struct { char a[3], b[3]; } s; s.b[0] = 'x'; s.a[size() % 3] = 'a'; s.b[1] = 0; s.a[2] = 0; char *p = s.a; p[1] = 0; return puts(s.b); }`,
		`int main(int argc, char **argv) { char b[8], *s = argv[0]; int i = 0; while (i < 7 && (b[i] = s[i]) != 0) i++; if (more()) i++; b[i & 7] = 0; return b[0]; }`,
		`int main(void) { char *h = malloc(size() % 4 + 2); if (!h) return 1; if (more()) h[0] = 'q'; h[1] = 0; char *g = realloc(h, 5); if (!g) { free(h); return 1; } g[4] = 0; free(g); return 0; }`,
		// What ended before is read again.
		`int main(int argc, char **argv) { char *h = strdup(argv[0]); if (!h) return 1; puts(h); free(h); puts(h); return 0; }`,
		`static char *kept; static char *up(int n) { char b[4] = "xy"; puts(b); kept = b; if (n) up(n - 1); return kept; } int main(int argc, char **argv) { kept = argv[0]; puts(up(2)); puts(kept); return 0; }`,
		`int main(int argc, char **argv) { char *k = argv[0]; { char v[size() % 3 + 2]; v[0] = 'a'; v[1] = 0; k = v; puts(k); } puts(k); return 0; }`,
		`int main(int argc, char **argv) { char *s = argv[0]; puts(s); memset(s, 'x', strlen(s) + 1); puts(s); return 0; }`,
		`int main(int argc, char **argv) { char *s = argv[0], *t = argv[1]; if (!t || strlen(t) <= strlen(s)) return 0; puts(s); memcpy(s, t, strlen(s) + 1); puts(s); return 0; }`,
		`int main(int argc, char **argv) { char *s = argv[0], *h = malloc(4); if (!h) return 1; h[0] = 'a'; h[1] = 0; s = more() ? h : s; puts(s); char *g = realloc(h, 1); puts(s); return g != 0; }`,
	} {
		for _, model := range []lang.DataModel{lang.LP64, lang.ILP32} {
			p := loadWith(t, head+body, model, Options{Check: Default})
			for seed := range int64(60) {
				k := newTailKeeper(p)
				r := rand.New(rand.NewSource(seed))
				interp.Run(context.Background(), p, interp.Func(func(q interp.Query) (num.Int, bool) {
					if q.Arr != nil && r.Intn(3) == 0 {
						return num.Of(0), true // short strings
					}
					return num.Of(int64(r.Intn(4))), true
				}), interp.Options{MaxSteps: 6000, Watch: k.step})
				promises += k.read
				if k.broken != nil {
					t.Errorf("%s\nseed %d, line %d: %s does not hold", body, seed, k.at.Pos.Line, cfa.ExprString(k.broken))
					break
				}
			}
		}
	}
	if promises < 1000 {
		t.Errorf("only %d promises were read", promises)
	}
}

// TestScanfStoresAll: scanf changes all characters that its format allows, and ends a string.
func TestScanfStoresAll(t *testing.T) {
	for _, body := range []string{
		`int main(void) { char a[4] = "abc"; if (scanf("%4c", a) != 1) return 0; return 1 / (a[0] - a[3]); }`,
		`int main(void) { char a[4] = "abc"; if (scanf("%3s", a) != 1) return 0; return 1 / a[1]; }`,
	} {
		p := loadWith(t, "#include <stdio.h>\n"+body, lang.LP64, Options{Check: Default})
		out := interp.Run(context.Background(), p, interp.Func(func(interp.Query) (num.Int, bool) { return num.Of(1), true }), interp.Options{MaxSteps: 1000})
		if out.Kind != interp.ErrorFound {
			t.Errorf("%s\n%v: no division by zero", body, out.Kind)
		}
	}
}

// tailKeeper checks the promises about tails in a run.
type tailKeeper struct {
	p      *cfa.Program
	owner  *cfa.Array
	sizes  *cfa.Array
	lives  []*cfa.Array        // that say which dynamic objects live
	alive  map[string]*cfa.Var // by object: 1 while it lives
	known  map[*cfa.Array]map[int64]int64
	cell   *cfa.Var // names a cell that was not stored to; a promise may choose any cell
	choice int64    // the value of cell that is tried
	read   int
	broken cfa.Expr
	at     *cfa.Edge
}

func newTailKeeper(p *cfa.Program) *tailKeeper {
	k := &tailKeeper{p: p, alive: map[string]*cfa.Var{}, known: map[*cfa.Array]map[int64]int64{}}
	for _, a := range p.Arrays {
		switch a.Name {
		case "owner":
			k.owner = a
		case "block sizes":
			k.sizes = a
		case "live", "automatic":
			k.lives = append(k.lives, a)
		}
		if a.Tails != nil {
			k.known[a] = map[int64]int64{}
		}
	}
	for _, v := range p.Vars {
		if name, ok := strings.CutSuffix(v.Name, " lives"); ok {
			k.alive[name] = v
		}
	}
	return k
}

// step is called before each step.
func (k *tailKeeper) step(v interp.View) {
	if k.broken != nil || len(v.Loc().Out) != 1 {
		return
	}
	e := v.Loc().Out[0]
	switch op := e.Op.(type) {
	case *cfa.Fill:
		if op.Arr.Tails == nil {
			return
		}
		known := k.known[op.Arr]
		for at := range known {
			if op.Lo == nil || k.within(v, op, at) {
				delete(known, at)
			}
		}
	case *cfa.Havoc:
		if op.From.Name == unstoredCell {
			k.cell = op.LHS
		}
	case *cfa.Assume:
		if op.Chosen && !k.holds(v, op.Cond) {
			k.broken, k.at = op.Cond, e
		}
	}
}

// holds reports whether a promise holds, or its value is not known. It tries cells until the promise holds.
func (k *tailKeeper) holds(v interp.View, promise cfa.Expr) bool {
	for k.choice = range 16 {
		c, ok := k.value(v, promise)
		if !ok {
			return true
		}
		k.read++
		if c != 0 {
			return true
		}
	}
	return false
}

// within reports whether a fill sets the tail at an address, or whether that is not known.
func (k *tailKeeper) within(v interp.View, op *cfa.Fill, at int64) bool {
	lo, ok1 := k.value(v, op.Lo)
	hi, ok2 := k.value(v, op.Hi)
	return !ok1 || !ok2 || lo <= at && at < hi
}

// value returns the value of an expression; ok is false if it depends on an input that has not been read.
func (k *tailKeeper) value(v interp.View, e cfa.Expr) (val int64, ok bool) {
	switch x := e.(type) {
	case *cfa.Var:
		if x == k.cell {
			return k.choice, true
		}
	case *cfa.Select:
		at, ok := k.value(v, x.Idx)
		if !ok {
			return 0, false
		}
		if x.Arr.Tails != nil {
			return k.tail(v, x.Arr, at)
		}
		c, ok := v.Cell(x.Arr, num.Of(at))
		val, fits := c.Int64()
		return val, ok && fits
	case *cfa.Binary:
		a, ok1 := k.value(v, x.X)
		b, ok2 := k.value(v, x.Y)
		switch {
		case x.Op == cfa.Or && (ok1 && a != 0 || ok2 && b != 0):
			return 1, true
		case x.Op == cfa.And && (ok1 && a == 0 || ok2 && b == 0):
			return 0, true
		case !ok1 || !ok2:
			return 0, false
		}
		c, isConst := cfa.IsConst(cfa.MkBinary(x.Op, cfa.ConstInt(a), cfa.ConstInt(b)))
		val, fits := c.Int64()
		return val, isConst && fits
	case *cfa.Ite:
		c, ok := k.value(v, x.C)
		switch {
		case !ok:
			return 0, false
		case c != 0:
			return k.value(v, x.T)
		}
		return k.value(v, x.E)
	}
	c, ok := v.Value(e)
	val, fits := c.Int64()
	return val, ok && fits
}

// tail returns the tail at an address: the one that was read before, or what the memory says.
func (k *tailKeeper) tail(v interp.View, arr *cfa.Array, at int64) (n int64, ok bool) {
	if n, ok := k.known[arr][at]; ok {
		return n, true
	}
	region := arr.Tails
	full := int64(1)
	flags := region.Flags
	if flags == nil {
		for _, a := range k.p.Arrays {
			if a.Name == "stored("+region.Name+")" && a.ID > region.ID && (flags == nil || a.ID < flags.ID) {
				flags = a
			}
		}
	}
	if flags != nil && flags.Elem.Bits == 8 {
		full = 255
	}
	end, lives := k.object(v, at)
	for x := at; lives && x+region.Step <= end; x += region.Step {
		if flags != nil {
			if f, ok := v.Cell(flags, num.Of(x)); !ok {
				return 0, false
			} else if !f.Equal(num.Of(full)) {
				break
			}
		}
		c, ok := v.Cell(region, num.Of(x))
		if !ok {
			return 0, false
		}
		if n++; c.IsZero() {
			k.known[arr][at] = n
			return n, true
		}
	}
	k.known[arr][at] = 0
	return 0, true
}

// object returns the end of the object that a pointer leads to, and whether that lives.
func (k *tailKeeper) object(v interp.View, at int64) (end int64, lives bool) {
	if k.owner != nil {
		if b, ok := v.Cell(k.owner, num.Of(at)); ok && !b.IsZero() {
			for _, a := range k.lives {
				if c, ok := v.Cell(a, b); ok && !c.IsZero() {
					lives = true
				}
			}
			size, _ := v.Cell(k.sizes, b)
			end, _ := b.Add(size).Int64()
			return end, lives
		}
	}
	for _, o := range k.p.Objects {
		lo, _ := o.Base.Int64()
		if lo > at || at >= lo+o.Size {
			continue
		}
		if v1 := k.alive[o.Of.Name]; v1 != nil {
			if c, ok := v.Var(v1); ok && c.IsZero() {
				return 0, false
			}
		}
		return lo + o.Size, true
	}
	return 0, false
}
