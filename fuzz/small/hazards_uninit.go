// More hazards for the rule uninit.

package small

// More hazards of uninitialized memory: where objects begin to live, and how their contents are copied.
func init() {
	hazardous("uninit",
		idiom{name: "bit-fields", text: `
^struct $S { unsigned a : 3, b : «5|7», c : 2; };
struct $S $s, *$p = &$s; int $r = 0; $s.a = 1; if (@b) $p->b = 3; $s.c = 1;
if («$p->b|$s.a|$s.b») $r = 1;
= $r`},
		idiom{name: "union", text: `
^union $U { int i; unsigned char c[4]; short s[2]; };
union $U $u; int $r = 0; if (@b) $u.i = 5; else $u.s[«0|1»] = 1;
if ($u.c[@«2|3|4»]) $r = 1;
= $r`},
		idiom{name: "passed record", text: `
^struct $S { int a; char b; int c; };
^static int $f(struct $S s, int k) { if (k) { if (s.c) return 1; } else { if (s.a) return 2; } return 0; }
struct $S $s; $s.a = 1; if (@b) $s.c = 2;
int $r = $f($s, «@b|@2»);
= $r`},
		idiom{name: "returned record", text: `
^struct $S { int a[2]; long n; };
^static struct $S $f(int k) { struct $S s; s.n = k; s.a[0] = k; if (k > 1) s.a[1] = k; return s; }
struct $S $s = $f(@4); int $r = 0;
if ($s.a[«0|1|@2»]) $r = 1;
= $r`},
		idiom{name: "record in a record", text: `
^struct $I { short x, y; }; struct $S { char c; struct $I i[2]; };
struct $S $s, $t; struct $I $k; int $r = 0; $k.x = 1; if (@b) $k.y = 2; $s.c = 0; $s.i[@2] = $k; $t = $s;
if ($t.i[«0|1»].«x|y») $r = 1;
= $r`},
		idiom{name: "bytes are copied", text: `
^struct $S { char c; int i; };
struct $S $s, $t; unsigned char *$p = (unsigned char *)&$s, *$q = (unsigned char *)&$t; int $r = 0;
$s.c = 1; if (@b) $s.i = 2; for (unsigned $k = 0; $k < sizeof $s; $k++) «$q[$k] = $p[$k];|{ unsigned char $x = $p[$k]; $q[$k] = $x; }»
if ($t.«i|c») $r = 1;
= $r`},
		idiom{name: "grown", text: `
#include <stdlib.h>
int *$p = malloc(2 * sizeof *$p), $r = 0; $p[0] = 1; $p[1] = 2; $p = realloc($p, 4 * sizeof *$p); if (@b) $p[2] = 3;
if ($p[@4]) $r = 1;
free($p);
= $r`},
		idiom{name: "list", text: `
^struct $L { int v; struct $L *n; };
#include <stdlib.h>
struct $L *$h = 0, *$p; int $r = 0;
for (unsigned $i = 0; $i < @4; $i++) { $p = malloc(sizeof *$p); if ($i < «2|3») $p->v = 1; $p->n = $h; $h = $p; }
while ($h) { if ($h->v) $r++; $p = $h->n; free($h); $h = $p; }
= $r`},
		idiom{name: "switch", text: `
int $r = 0;
switch (@4) { int $x; case 0: $x = 1; case 1: if ($x) $r = 1; break; case 2: $x = 0; if ($x) $r = 2; }
= $r`},
		idiom{name: "goto", text: `
int $r = 0;
if (@b) goto $in;
{ int $x = 3; $r = 1; if (0) { $in: «$x = 1;|;» } if ($x) $r = 2; }
= $r`},
		idiom{name: "block again", text: `
int $r = 0, $i = 0;
$again: { int $x; if ($i == 0 «|\|\| @b») $x = 1; if ($x) $r++; if ($i++ < 1) goto $again; }
= $r`},
		idiom{name: "recursion", text: `
^static void $g(int *p, int c) { if (c) *p = 1; }
^static int $f(unsigned n) { int x, r = 0; $g(&x, n != 1 «|\|\| n» ); if (n) r = $f(n - 1); if (x) r++; return r; }
int $r = $f(@3);
= $r`},
		idiom{name: "frame of a function again", text: `
^static int $f(int c) { int x[2], *p = x; if (c) p[1] = 1; if (x[1]) return 1; return 0; }
int $r = $f(1); $r += $f(@b);
= $r`},
		idiom{name: "rows", text: `
int $m[2][3], $r = 0; for (unsigned $i = 0; $i < 2; $i++) for (unsigned $j = 0; $j < «3|2 + @b»; $j++) $m[$i][$j] = 1;
if ($m[1][@3]) $r = 1;
= $r`},
		idiom{name: "variable length", text: `
int $r = 0;
for (unsigned $n = 2; $n < 4; $n++) { char $a[$n]; $a[0] = 1; if (@b) $a[$n - 1] = 0; if ($a[«0|1|$n - 1»]) $r++; }
= $r`},
		idiom{name: "string", text: `
#include <string.h>
char $s[8], $t[8]; int $r = 0; $s[0] = 'a'; $s[1] = 0; strcpy($t, $s); if (@b) strcat($t, "bc");
if ($t[@«2|4»]) $r = 1;
= $r`},
		idiom{name: "memory is set", text: `
#include <string.h>
int $a[4], $r = 0; memset($a, 0, «sizeof $a|2 * sizeof *$a»);
if ($a[@«2|4»]) $r = 1;
= $r`},
		idiom{name: "formatted", text: `
#include <stdio.h>
char $s[8]; int $r = 0; if (@b) snprintf($s, 8, "%d", @k & 7);
if ($s[0]) $r = 1;
= $r`},
		idiom{name: "swapped", text: `
int $x, $y = 1, *$p = &$x, *$q = &$y, $r = 0; if (@b) *$p = 2;
int *$t = $p; $p = $q; $q = $t;
if (*«$p|$q») $r = 1;
= $r`},
		idiom{name: "pointer", text: `
int $x = 1, *$p, $r = 0; if (@b) $p = &$x;
if («$p|$x») $r = 1;
= $r`},
		idiom{name: "floating", text: `
double $d[2], *$p = $d; int $r = 0; $d[0] = 1; if (@b) $p[1] = 2;
if ($d[@2] > 0) $r = 1;
= $r`},
		idiom{name: "tested by another", text: `
int $x, $set = 0, $r = 0; if (@b) { $x = 1; $set = 1; }
if («$set && $x|$x && $set|$set ? $x : 0») $r = 1;
= $r`})
}
