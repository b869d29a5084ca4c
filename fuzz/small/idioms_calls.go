// Idioms about calls.

package small

// Calls: through pointers, with variable arguments, of the library, with structs; and literals, strings, heaps.
func init() {
	idioms = append(idioms, []idiom{
		{name: "va_list: ints", text: `
#include <stdarg.h>
^static int $f(int n, ...) { va_list a; int s = 0; va_start(a, n); for (int i = 0; i < n; i++) s = s * 2 + va_arg(a, int); va_end(a); return s; }
= $f(1 + @3, @e, @e, @k)`},
		{name: "va_list: pointers and structs", text: `
#include <stdarg.h>
^struct $S { int *p; int k; };
^static int $x;
^static void $f(int n, ...) { va_list a; va_start(a, n); struct $S s = va_arg(a, struct $S); *s.p = s.k + va_arg(a, int); va_end(a); }
struct $S $s = { &$x, @e };
$f(1, $s, @e);
= $x`},
		{name: "va_list: handed on, and copied", text: `
#include <stdarg.h>
^static int $g(int n, va_list a) { int s = 0; while (n-- > 0) s += va_arg(a, int); return s; }
^static int $f(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a); int r = $g(n, a) + 3 * $g(n, b); va_end(a); va_end(b); return r; }
= $f(2, @e, @e)`},
		{name: "va_list: a function pointer", text: `
#include <stdarg.h>
^static int $a(int x) { return x + 1; }
^static int $b(int x) { return x * 2; }
^static int $f(int n, ...) { va_list v; va_start(v, n); int (*g)(int) = va_arg(v, int (*)(int)); int r = g(va_arg(v, int)); va_end(v); return r; }
= $f(1, @b ? $a : $b, @e)`},
		{name: "va_list: pointer written through", text: `
#include <stdarg.h>
^static void $f(int n, ...) { va_list v; va_start(v, n); while (n-- > 0) { @T *p = va_arg(v, @T *); *p += 1; } va_end(v); }
@T $x = @e, $y = @k;
$f(2, &$x, @b ? &$x : &$y);
= (int)$x * 2 + (int)$y`},
		{name: "va_list: long long and char", text: `
#include <stdarg.h>
^static int $f(const char *fmt, ...) { va_list v; int s = 0; va_start(v, fmt); for (; *fmt; fmt++) s = s * 3 + (*fmt == 'l' ? (int)va_arg(v, long long) : va_arg(v, int)); va_end(v); return s; }
= $f("«il|li|ill»", @e, (long long)@e, (long long)@k)`},
		{name: "call-back: qsort", text: `
#include <stdlib.h>
^static int $cmp(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
int $v[3] = { @e, @e, @k };
qsort($v, 3, sizeof $v[0], $cmp);
= $v[0] + $v[1] * 3 + $v[2] * 9`},
		{name: "call-back: qsort that counts", text: `
#include <stdlib.h>
^static int $n;
^static int $cmp(const void *a, const void *b) { $n = 1; return *(const short *)a - *(const short *)b; }
short $v[2] = { @e, @e };
$n = 0;
qsort($v, «1|2», 2, $cmp);
= $n * 10 + ($v[0] <= $v[1])`},
		{name: "call-back: bsearch", text: `
#include <stdlib.h>
^static int $cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static const int $v[4] = { 0, 2, 3, 7 };
int $k = @9, *$p = bsearch(&$k, $v, 4, sizeof *$v, $cmp);
= $p ? (int)($p - $v) : -1`},
		{name: "call-back: own, with context", text: `
^static void $each(int *a, int n, void (*f)(int *, void *), void *c) { for (int i = 0; i < n; i++) f(a + i, c); }
^static void $add(int *x, void *c) { *(int *)c += *x; (*x)++; }
^static void $mul(int *x, void *c) { *(int *)c = *(int *)c * 2 - *x; }
int $a[3] = { @e, @e, @k }, $s = 1;
$each($a, @n > 3 ? 3 : @n, @b ? $add : $mul, &$s);
= $s + $a[0]`},
		{name: "call-back: table of functions", text: `
^static int $a(int x) { return x + 3; }
^static int $b(int x) { return x ^ 5; }
^static int $c(int x) { return -x; }
^static int (*const $t[])(int) = { $a, $b, $c };
^struct $O { const char *name; int (*op)(int); };
static struct $O $o[] = { { "a", $a }, { .op = $c } };
~$o[1].op = $b;
= $t[@3](@e) + $o[@2].op(@e)`},
		{name: "call-back: returns a function", text: `
^static int $a(int x) { return x + 1; }
^static int $b(int x) { return x * 3; }
^static int (*$sel(int k))(int) { return k ? $a : $b; }
= $sel(@b)(@e)`},
		{name: "call-back: function through an integer", text: `
^static int $a(int x) { return x + 1; }
^static int $b(int x) { return x * 3; }
unsigned long $w = (unsigned long)(@b ? $a : $b);
= ((int (*)(int))$w)(@e)`},
		{name: "container: of a member", text: `
#include <stddef.h>
^struct $L { struct $L *next; };
^struct $S { int v; struct $L l; @T w; };
^static int $sum(struct $L *h) { int s = 0; for (; h; h = h->next) { struct $S *p = (struct $S *)((char *)h - offsetof(struct $S, l)); s = s * 2 + p->v; p->w = (@T)s; } return s; }
struct $S $a = { @e, { 0 }, 0 }, $b = { @e, { &$a.l }, 0 };
int $r = $sum(&$b.l);
= $r + (int)$a.w + (int)$b.w * 3`},
		{name: "container: doubly linked", text: `
#include <stddef.h>
^struct $L { struct $L *next, *prev; };
^struct $S { char c; struct $L l; int v; };
^static void $add(struct $L *n, struct $L *h) { n->next = h->next; n->prev = h; h->next->prev = n; h->next = n; }
struct $L $h = { &$h, &$h };
struct $S $a = { .v = @e }, $b = { .v = @e };
$add(&$a.l, &$h); $add(&$b.l, «&$h|&$a.l»);
~$a.l.prev->next = $a.l.next; $a.l.next->prev = $a.l.prev;
int $s = 0;
for (struct $L *$i = $h.next; $i != &$h; $i = $i->next) $s = $s * 3 + ((struct $S *)((char *)$i - offsetof(struct $S, l)))->v;
= $s`},
		{name: "container: member of an array", text: `
#include <stddef.h>
^struct $S { int a; struct { short x, y; } m[2]; };
struct $S $s[2] = { { @e }, { @e } };
short *$p = &$s[@2].m[«0|1»].y;
*$p = @e;
struct $S *$q = (struct $S *)((char *)$p - offsetof(struct $S, m[«0].y|1].y»));
~*$p += 2;
= $s[0].m[0].y + $s[1].m[1].y * 2 + $s[0].m[1].y * 3 + ($q != 0)`},
		{name: "literal: compound, local", text: `
int *$p = (int[]){ @e, @k, @e };
struct { int a; int *b; } $s = { 1, &(int){ @e } };
*$s.b += $p[@3];
$p[1] = @e;
= *$s.b + $p[1] + $p[0]`},
		{name: "literal: compound, global", text: `
^struct $S { int a, b; };
^struct $S $y = (struct $S){ 1, @k };
^static int *$p = (int[]){ @k, 2, @k };
^static struct { struct $S s; int *q; } $z = { (struct $S){ .b = @k }, &(int){ @k } };
$p[@3] += @e;
*$z.q -= @e;
= $y.b + $p[0] + $p[1] * 3 + $p[2] * 5 + $z.s.b + *$z.q`},
		{name: "literal: compound, scalar and static", text: `
^int $x = (int){ @k };
static @T $y = (@T){ @k };
static const struct { int v[2]; } $p = { { 4, 5 } };
$x += @e;
= $x + (int)$y + 1`},
		{name: "literal: compound in a loop", text: `
^struct $S { int a, b[2]; };
struct $S *$p = 0; int $s = 0;
for (int $i = 0; $i < 2; $i++) { $p = &(struct $S){ .a = $i, .b = { @e } }; $p->b[1]++; $s = $s * 5 + $p->a + $p->b[0] + $p->b[1]; }
= $s`},
		{name: "literal: designators", text: `
struct { int a; struct { short x, y[2]; } m; int z; } $s = { .m.y[1] = @e, @k, .a = @e };
int $v[5] = { [3] = @e, @k, [1] = 2, 7 };
= $s.a + $s.m.y[1] * 2 + $s.z + $s.m.x + $v[1] + $v[2] * 2 + $v[3] + $v[4] * 3`},
		{name: "literal: string in an array and as a pointer", text: `
char $s[«4|6»] = "abc"; const char *$p = "xy\0z";
$s[@3] = 'a' + @5;
= $s[0] + $s[1] * 2 + $s[2] * 4 + $p[@4] + (int)sizeof "q\x41"`},
		{name: "string: copy, join, length", text: `
#include <string.h>
char $a[16] = "ab", $b[16];
$a[@2] = @b ? 'x' : 0;
strcpy($b, $a); strcat($b, "cd");
~strncpy($a, $b, 3);
= (int)strlen($b) * 10 + (strcmp($a, $b) < 0) + $b[1]`},
		{name: "string: search", text: `
#include <string.h>
char $a[8] = "abcab";
$a[@5] = 'a' + @3;
char *$p = str«chr|rchr»($a, 'b'), *$q = strstr($a, "ca");
if ($p) *$p = 'z';
= ($p ? (int)($p - $a) : 9) * 10 + ($q ? (int)($q - $a) : 9) + $a[1]`},
		{name: "string: span and token", text: `
#include <string.h>
char $a[8] = "a,b;c";
$a[@5] = «','|';'|'a'»;
int $r = (int)strspn($a, "ab,") * 8 + (int)strcspn($a, ";");
char *$t = strtok($a, ",");
= $r + ($t ? (int)strlen($t) * 64 : 0)`},
		{name: "string: own conversion of digits", text: `
char $s[4] = { '0' + @9, '0' + @5, 0 };
int $v = 0;
for (char *$p = $s; *$p >= '0' && *$p <= '9'; $p++) $v = $v * 10 + (*$p - '0');
= $v`},
		{name: "string: atoi and strtol", text: `
#include <stdlib.h>
char $s[4] = { '0' + @9, '1', 0 }; char *$e;
long $v = strtol($s, &$e, «10|8|0»);
= (int)$v + (int)($e - $s) * 100`},
		{name: "string: memrchr and strsep", text: `
#define _GNU_SOURCE
#include <string.h>
char $b[6] = "a,b,c", *$p = $b;
$b[@4] = ',';
char *$e = memrchr($b, ',', 5);
char *$t = strsep(&$p, ",");
= ($e ? (int)($e - $b) : -1) * 20 + ($p ? (int)($p - $b) : 9) + (int)strlen($t) * 100`},
		{name: "string: ctype", text: `
#include <ctype.h>
int $c = 'A' + @9 * 7;
= (isalpha($c) != 0) + 2 * (isdigit($c) != 0) + 4 * (isupper($c) != 0) + 8 * (isspace($c) != 0) + 16 * toupper($c) + tolower($c)`},
		{name: "heap: list", text: `
#include <stdlib.h>
^struct $N { @T v; struct $N *next; };
struct $N *$h = 0; int $s = 0;
for (int $i = 0; $i < @n; $i++) { struct $N *$p = malloc(sizeof *$p); if (!$p) exit(0); $p->v = $i + @e; $p->next = $h; $h = $p; }
if ($h->next) $h->next->v++;
for (struct $N *$p2 = $h; $p2; $p2 = $p2->next) $s = $s * 2 + (int)$p2->v;
~while ($h) { struct $N *$t = $h->next; free($h); $h = $t; }
= $s`},
		{name: "heap: array, realloc", text: `
#include <stdlib.h>
@T *$p = calloc(@n, sizeof *$p);
if (!$p) exit(0);
$p[1] = @e;
~$p = realloc($p, (@n + 2) * sizeof *$p); if (!$p) exit(0);
$p[0] += @e;
= (int)$p[0] + (int)$p[1] * 2`},
		{name: "heap: matrix of pointers", text: `
#include <stdlib.h>
int **$m = malloc(2 * sizeof *$m);
if (!$m) exit(0);
for (int $i = 0; $i < 2; $i++) { $m[$i] = malloc(2 * sizeof(int)); if (!$m[$i]) exit(0); $m[$i][0] = @e; $m[$i][1] = $i; }
int *$t = $m[0]; $m[0] = $m[1]; $m[1] = $t;
$m[@2][1] += 7;
= $m[0][0] + $m[0][1] * 2 + $m[1][1] * 4`},
		{name: "struct: returned and passed", text: `
^struct $S { @T a; int b[2]; char c; };
^static struct $S $mk(int x) { struct $S s = { x, { x + 1 }, 2 }; s.b[1] = x * 2; return s; }
^static int $use(struct $S s, struct $S *t) { s.a++; t->b[0] += s.b[1]; return (int)s.a + t->b[0]; }
struct $S $s = $mk(@e), $t = $s;
int $r = $use($s, &$t);
~$t = $mk($r);
= $r + (int)$s.a * 3 + $t.b[«0|1»] + $mk(@k).b[1]`},
		{name: "struct: array of them, swapped", text: `
^struct $S { short k; char n[3]; };
struct $S $a[3] = { { 1, "a" }, { 2, "b" }, { 3, "c" } };
int $i = @3, $j = @3;
struct $S $t = $a[$i]; $a[$i] = $a[$j]; $a[$j] = $t;
$a[0].n[@3] += @k;
= $a[0].k + $a[1].k * 4 + $a[2].k * 16 + $a[0].n[0] + $a[0].n[1]`},
		{name: "arrays: two dimensions by a flat pointer", text: `
@T $m[2][3] = { { 1, @e }, { @e } };
@T (*$p)[3] = $m + @2;
(*$p)[@3] += @k; $p[0][1]--;
= (int)$m[0][0] + (int)$m[0][1] * 3 + (int)$m[1][0] * 5 + (int)$m[1][1] * 7 + (int)$m[1][2]`},
		{name: "arrays: of variable length", text: `
int $n = 1 + @4, $v[$n], $m[2][$n];
for (int $i = 0; $i < $n; $i++) { $v[$i] = $i * @e; $m[1][$i] = $v[$i] + 1; $m[0][$i] = 3; }
= $v[$n - 1] + $m[1][0] * 2 + $m[0][$n - 1] + (int)sizeof $v`},
		{name: "arrays: parameter with static length", text: `
^static int $f(int n, int a[static 2], int m[][n]) { a[1] += m[1][0]; return sizeof a == sizeof(int *) ? a[0] + a[1] : -1; }
int $a[3] = { @e, @k, @e }, $m[2][2] = { { 1, 2 }, { @e, 4 } };
int $r = $f(2, $a + @2, $m); // before $a[2]: in one expression either may come first
= $r + $a[2]`},
	}...)
}
