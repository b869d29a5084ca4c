// Idioms about pointers.

package small

// Indirect accesses: functions through tables and records, members and rows through moving pointers, constant objects
// through casts, programs of two files.
func init() {
	idioms = append(idioms, []idiom{
		{name: "call-back: changes its caller's array", text: `
^static void $f(int **p) { for (int i = 0; i < @n; i++) (*p)[i] += i * @k; }
^static void $g(int **p) { (*p)++; **p = @k; }
int $a[@n + 1] = { @e, @e }, *$b = $a;
void (*$run)(int **) = @b ? $f : $g;
$run(&$b);
= $a[0] + $a[1] * 3 + (int)($b - $a)`},
		{name: "call-back: record with its own function", text: `
^struct $O { void (*f)(struct $O *, int); int v[3]; struct $O *next; };
^static void $f(struct $O *o, int x) { o->v[x & 1] += x; if (o->next) o->next->f(o->next, x + 1); }
^static void $g(struct $O *o, int x) { o->v[2] = x; o->f = $f; }
struct $O $b = { $g, { 1 }, 0 }, $a = { @b ? $f : $g, { @e }, &$b };
$a.f(&$a, @e);
~$a.f(&$a, @k);
= $a.v[0] + $a.v[1] * 2 + $a.v[2] * 3 + $b.v[0] * 5 + $b.v[2] * 7`},
		{name: "call-back: table of records", text: `
^static void $in(char *p, int n) { for (int i = 0; i < n; i++) p[i] = i + 'a'; }
^static void $no(char *p, int n) { p[n - 1]--; }
^static const struct { const char *name; void (*run)(char *, int); int n; } $t[] = { { "in", $in, 3 }, { "no", $no, 2 }, { 0, 0, 0 } };
^struct $S { char before, name[3], after; };
struct $S $s = { 1, "xy", 2 };
for (int $i = 0; $t[$i].name; $i++) if ($i != @3) $t[$i].run($s.name, $t[$i].n);
= $s.before + $s.name[0] + $s.name[1] * 2 + $s.name[2] * 3 + $s.after * 100`},
		{name: "call-back: a pointer that a function hands back", text: `
^static int *$first(int *p) { return p; }
^static int *$second(int *p) { return p + 1; }
^typedef int *(*$F)(int *);
^static $F $pick(int c) { return c ? $first : $second; }
int $a[3] = { @e, @e, @k };
*$pick(@b)($a) = @e;
$pick(@b)($pick(1)($a))[«0|1»] += 2;
= $a[0] + $a[1] * 4 + $a[2] * 16`},
		{name: "call-back: through two tables and a global", text: `
^static int $x, *$p = &$x;
^static void $a(void) { *$p += 3; }
^static void $b(void) { $p = &$x; $x *= 2; }
^static void (*$t[2])(void) = { $a, $b };
^static void (**$now)(void) = $t;
$x = @e;
$now = $t + @2; (*$now)(); $t[@2]();
= $x`},
		{name: "walk: from a member to the next", text: `
^struct $S { int a, b, c; };
«static |»struct $S $s; $s.a = @e; $s.b = @e; $s.c = @k;
int *$p = &$s.a;
$p[@3] += @e;
~*(&$s.c - @2) ^= 5;
= $s.a + $s.b * 3 + $s.c * 5`},
		{name: "walk: from an array into the next member", text: `
^struct $S { char n[4], m[4]; int z; };
^static void $fill(char *p, int n) { for (int i = 0; i < n; i++) p[i] = i + 1; }
struct $S $s = { "abc", "def", @e };
$fill($s.n, @9);
~$s.m[@2]++;
= $s.n[0] + $s.n[3] * 2 + $s.m[0] * 3 + $s.m[1] * 5 + $s.m[3] * 7 + $s.z`},
		{name: "walk: from a row into the next", text: `
«short|int|char» $m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
__typeof__(&$m[0][0]) $p = $m[@2];
$p[@3] = @e;
for (int $i = 0; $i < @7; $i++) $m[0][0] += *(&$m[0][0] + $i) & 1;
= $m[0][0] + $m[0][2] * 2 + $m[1][0] * 3 + $m[1][2] * 5`},
		{name: "walk: over the bytes of a record", text: `
^struct $S { unsigned char a; short b; int c; };
struct $S $s = { @e, @e, @e };
unsigned char *$p = &$s.a;
$p[«2|3|4|5»] ^= @k; *($p + 4 + @4) = @e;
= $s.a + $s.b + $s.c`},
		{name: "walk: on the heap, by a record's pointer", text: `
#include <stdlib.h>
^struct $S { int *at, v[2], w[2]; };
struct $S *$s = calloc(1, sizeof *$s);
if (!$s) exit(0);
$s->at = $s->v + @2; $s->at[@3] = @e; $s->at++; *$s->at += @k;
int $r = $s->v[0] + $s->v[1] * 2 + $s->w[0] * 3 + $s->w[1] * 5; free($s);
= $r`},
		{name: "walk: copied over members", text: `
#include <string.h>
^struct $S { char a[3], b[3]; short c; };
struct $S $s = { "ab", "cd", @k };
«memcpy|memmove»($s.a, "wxyzuv", @7);
~memset(&$s.b, @e, sizeof $s - 3);
= $s.a[0] + $s.a[2] * 2 + $s.b[0] * 3 + $s.b[2] * 5 + $s.c`},
		{name: "container: of a member, and on from there", text: `
#include <stddef.h>
^struct $S { int a; struct { int x; } m; int b; };
^static void $f(int *p) { struct $S *s = (struct $S *)((char *)p - offsetof(struct $S, m.x)); s->a += *p; s->b--; }
struct $S $s = { @k, { @e }, @k };
$f(&$s.m.x);
= $s.a * 3 + $s.b`},
		{name: "const: read through a cast", text: `
^«static |»const @T $t[3] = { 3, @k, 5 };
const int $c = @e;
int *$p = (int *)&$c; @T *$q = (@T *)$t;
= *$p + (int)$q[@3] * 2`},
		{name: "const: a pointer to const to what is no const", text: `
^static int $put(const int *p, int x) { *(int *)p = x; return *p; }
^struct $S { const char *s; const int *n; };
int $x = @e; char $b[3] = "ab"; struct $S $s = { $b, &$x };
$put($s.n, @e); ((char *)$s.s)[@2] = 'z';
= $x + $b[0] + $b[1] * 2`},
		{name: "const: literals through casts, read", text: `
^static int $sum(char *s) { int n = 0; while (*s) n = n * 3 + *s++; return n; }
char *$t[2] = { "ab", "c" }, *$p = (char *)(@b ? "xyz" : $t[@2]);
= $sum($p) + $sum((char *)"q")`},
		{name: "arrays: of variable length, in a loop and a function", text: `
^static int $f(int n, int m, short a[n][m]) { int s = 0; for (int i = 0; i < n; i++) s = s * 2 + a[i][m - 1]; return s + (int)sizeof a[0]; }
int $s = 0;
for (int $i = 1; $i < 2 + @2; $i++) { short $v[$i + 1][$i]; for (int $j = 0; $j <= $i; $j++) for (int $k = 0; $k < $i; $k++) $v[$j][$k] = $j * @k + $k; $s += $f($i + 1, $i, $v) + (int)(sizeof $v / sizeof $v[0]); }
= $s`},
		{name: "arrays: pointer to one of variable length", text: `
#include <stdlib.h>
int $n = 2 + @3; int (*$p)[$n] = malloc(2 * sizeof *$p);
if (!$p) exit(0);
for (int $i = 0; $i < $n; $i++) { $p[0][$i] = $i; $p[1][$i] = @k; }
$p[@2][1] += @e;
int $r = $p[0][1] + $p[1][1] * 3 + (int)sizeof *$p; free($p);
= $r`},
		{name: "bit-fields: over all bytes", text: `
#include <string.h>
^struct $S { unsigned a : 3; int b : 5; unsigned long long c : 40; signed char d; unsigned e : 30; };
^«static struct $S $s;|struct $S $s;»
memset(&$s, «0xff|@e|0x5a», sizeof $s);
~$s.b = @e;
~((unsigned char *)&$s)[«1|8»] = @k;
= $s.a + $s.b * 3 + (int)($s.c & 0xffff) + (int)($s.c >> 20) + $s.d + (int)$s.e`},
		{name: "bit-fields: array of them, copied and filled", text: `
#include <string.h>
^struct $S { unsigned short a : 5, b : 11; };
struct $S $s[3]; memset($s, «0xff|0|@k», sizeof $s);
$s[@3].a = @e; memcpy(&$s[1], &$s[@2 * 2], sizeof *$s);
= $s[0].a + $s[1].b + $s[2].a * 3 + $s[1].a * 5`},
		{name: "volatile: written", text: `
^static volatile int $v;
^struct $S { int a; volatile char c; };
struct $S $s = { @e, 0 }; $v = @e; $s.c = @e; $v = @k;
= $s.a`},
		{name: "order: of what has one", text: `
^static int $g;
^static int $f(int x) { $g = $g * 2 + x; return x; }
$g = 1; int $i = @3, $a[5] = { 0 };
int $x = ($i++, $i + 1); $x += $i > 2 ? $i-- : -$i; $a[$i] = $x; $i = $i + ($a[0] != 0);
int $y = $f(@e) && $f(@k); ($f(2), $f(3)); $y += $f(1) || $f(9);
= $x + $y * 3 + $i + $g + $a[@3]`},
		{name: "initialiser: of what it names itself", text: `
^struct $S { int a, *p; struct $S *me; };
struct $S $s = { @e, &$s.a, &$s }; int $z = sizeof $z, $v[2] = { @e, sizeof $v };
^static struct $S $t = { 2, &$t.a, &$t };
*$s.me->p += 3; *$t.p = $s.a;
= $s.a + $t.a + $z + $v[1]`},
		{name: "files: a variable and functions of another", text: `
^extern int $g; extern int $add(int); extern void $zero(int *);
>static int $z = 2;
>int $g = @k;
>int $add(int x) { $z += x; return $g + $z; }
>void $zero(int *p) { if ($z > 4) *p = 0; else $g++; }
$g += @e; $h = $add(@e);
^static int $h;
~$zero(@b ? &$h : &$g);
int $r = $add(1);
= $h + $r * 3 + $g`},
		{name: "files: records, tables of functions", text: `
<struct $S { int v[3]; void (*f)(struct $S *, int); };
^extern struct $S $s; extern void (*const $t[2])(struct $S *, int);
>static void $a(struct $S *s, int x) { s->v[x & 1] += x; }
>static void $b(struct $S *s, int x) { s->v[2] -= x; s->f = $a; }
>void (*const $t[2])(struct $S *, int) = { $a, $b };
>struct $S $s = { { 1, @k }, $b };
$s.f(&$s, @e); $t[@2](&$s, @e);
~$s.f(&$s, 3);
= $s.v[0] + $s.v[1] * 2 + $s.v[2] * 3`},
		{name: "files: a static array, and a pointer to it", text: `
^extern int *$at(int); extern const char *$name(void); extern int $sum(void);
>static int $v[4] = { 1, 2 };
>int *$at(int i) { return $v + (i & 3); }
>const char *$name(void) { return $v[0] ? "one" : "none"; }
>int $sum(void) { int s = 0; for (int i = 0; i < 4; i++) s = s * 2 + $v[i]; return s; }
*$at(@4) = @e; $at(@2)[1]++;
= $sum() + $name()[1]`},
		{name: "annotation: a partial term", text: `
int $x = @e;
//@ assert 12 / $x «<=|<|>=» @k;
@must($x != 0 && 12 / $x «<=|<|>=» @k);
= $x`, same: true},
		{name: "annotation: a remainder behind a guard", text: `
int $x = @5, $y = @e;
//@ assert $x «>|>=» 0 «1:&&|==>» 9 % $x != @k;
@must(«1:|!»($x «>|>=» 0) «1:&&|\|\|» ($x != 0 && 9 % $x != @k));
= $x + $y`, same: true},
		{name: "annotation: an index", text: `
int $a[@n] = { @e, 1 }, $i = @«3|4|5|6»;
//@ assert $i < @n «&&|\|\|» $a[$i] >= $a[0] - 40;
@must($i < @n «&&|\|\|» ($i < @n && $a[$i] >= $a[0] - 40));
= $a[0] + $i`, same: true},
		{name: "annotation: a pointer", text: `
int $x = @e, *$p = @b ? &$x : (int *)0;
//@ assert «1:*$p >= $x|$p != (int *)0 && *$p == $x|$p == (int *)0 \|\| *$p <= $x»;
@must(«1:$p != 0|$p != 0|1»);
= $x`, same: true},
		{name: "annotation: of a loop, with a quotient", text: `
int $s = 0, $i = 0;
/*@ loop invariant $i >= 0 && 20 / ($i + 1) >= «4|5|7|10»; */
while (1) {
@must($i >= 0 && 20 / ($i + 1) >= «4|5|7|10»);
if ($i >= @«3|4|5») break;
$s += $i++; }
= $s`, same: true},
		{name: "contract: a pointer and a global", text: `
^static int $g;
^/*@ requires \valid(p) && *p > -9999 && *p < 9999 && $g > -9999 && $g < 9999 && x >= 0 && x < 10; assigns *p, $g; ensures *p == \old(*p) + x «+ 0|+ 1»; ensures $g == «1:x|\old($g) + x|\old(*p)»; */
^static void $f(int *p, int x) { @must(*p > -9999 && *p < 9999 && $g > -9999 && $g < 9999 && x >= 0 && x < 10); int o = *p, q = $g; *p += x; $g = «1:x|q + x|o»; @must(*p == o + x «+ 0|+ 1»); @must($g == «1:x|q + x|o»); }
int $a = @e, $b = @k; $g = @k;
$f(@b ? &$a : «&$b|&$g», @k & 7);
= $a + $b * 3 + $g * 5`, same: true},
		{name: "contract: what it does not assign", text: `
^static int $g, $h;
^/*@ assigns «*p|$g, *p|*p, $h»; ensures *p == x; */
^static void $f(int *p, int x) { «|$g = x;|$h++;|» *p = x; }
^static int $k(int *p) { return *p + $g; }
int $a = @k; $g = @k; $h = @k;
$f(@b ? &$a : «&$g|&$h|&$a», @k);
~$f(&$h, 2);
= $a + $g * 3 + $h * 5 + $k(&$a)`},
		{name: "contract: with a term that has no value", text: `
^/*@ requires x «>=|>» 0; assigns \nothing; ensures \result == 10 / x; */
^static int $f(int x) { int r = x ? 10 / x : 0; @must(x «>=|>» 0); @must(x != 0); return r; }
= $f(@5) + $f(1)`, same: true},
		{name: "contract: an array that it fills", text: `
^/*@ requires \valid(a + (0 .. n - 1)) && n > 0; assigns a[0 .. n - 1]; ensures a[0] == «0|1» && a[n - 1] == n - 1 «+ 0|+ 1»; */
^static void $f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = i; @must(a[0] == «0|1»); @must(a[n - 1] == n - 1 «+ 0|+ 1»); }
int $a[@n + 1] = { @e, 7, @k }; 
$f($a + @2, 1 + @2);
= $a[0] + $a[1] * 3 + $a[2] * 5`, same: true},
	}...)
}
