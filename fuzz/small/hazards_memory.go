// Hazards for the rules about memory.

package small

// Hazards of memory accesses, frees, library calls, leaks and uninitialized memory.
func init() {
	hazardous("bounds",
		idiom{name: "index", text: `
int $a[@n] = {0}; $a[@9] = @e;
= $a[0]`},
		idiom{name: "index below", text: `
int $a[@n] = {0}; int $i = (int)@5 - «0|1|@2»;
$a[$i] = 3;
= $a[0]`},
		idiom{name: "loop", text: `
char $s[@n + 1]; unsigned $i;
for ($i = 0; $i < @9; $i++) $s[$i] = 'x';
= $i`},
		idiom{name: "pointer walks", text: `
int $a[@n] = {1}, *$p = $a, *$q = $a + @7, $s = 0;
while ($p < $q) $s += *$p++ & 1;
= $s`},
		idiom{name: "pointer walks back", text: `
signed char $a[@n] = {1, 2}, *$p = $a + @m - 1; int $s = 0;
while ($p >= $a) $s += *$p--;
= $s`},
		idiom{name: "heap", text: `
#include <stdlib.h>
unsigned char *$p = malloc(@n);
$p[@9] = 1; $p[0] = 2;
int $r = $p[0]; free($p);
= $r`},
		idiom{name: "heap of the size that is asked", text: `
#include <stdlib.h>
unsigned $n = @4 + 1, $i; char *$p = malloc($n); int $s = 0;
for ($i = 0; $i <«|=» $n; $i++) $p[$i] = 1;
free($p);
= $i`},
		idiom{name: "member", text: `
^struct $S { int a[@n]; int z; };
struct $S $s = {{0}}; $s.a[@9] = 1;
= $s.z`},
		idiom{name: "member through a pointer", text: `
^struct $S { char c; int a[@n]; int z; };
struct $S $s = {0}, *$p = &$s; $p->a[@7] = 1;
= $p->a[0]`},
		idiom{name: "rows", text: `
int $m[@n][3] = {{0}}; $m[@3][@5] = 1;
= $m[0][0]`},
		idiom{name: "in a function", text: `
^static int $f(unsigned char *p, int i) { return p[i]; }
unsigned char $a[@n] = {1};
= $f($a, @9)`},
		idiom{name: "record past its end", text: `
^struct $T { int a, b; };
#include <stdlib.h>
struct $T *$p = malloc(@b ? sizeof(struct $T) : sizeof(int));
$p->a = 1; «$p->b|$p->a» = 2;
int $r = $p->a; free($p);
= $r`},
		idiom{name: "another type", text: `
#include <stdlib.h>
char *$p = malloc(@n); int *$q = (int *)$p;
*$q = 5;
int $r = $p[0]; free($p);
= $r`},
		idiom{name: "static table", text: `
^static const char $t[] = "abc";
= $t[@«4|5|6|7»]`},
		idiom{name: "variable length", text: `
unsigned $n = @4 + 1; int $a[$n];
$a[@5] = 1; $a[0] = 2;
= $a[0]`})

	hazardous("null",
		idiom{name: "maybe", text: `
int $x = @e, *$p = @b ? &$x : 0;
= *$p`},
		idiom{name: "tested", text: `
int $x = @e, *$p = @b ? &$x : 0;
= $p «&&|\|\|» *$p`},
		idiom{name: "member", text: `
^struct $S { int a; struct $S *next; };
struct $S $b = { @e, 0 }, $a = { @e, @b ? &$b : 0 };
= $a.next->a`},
		idiom{name: "list", text: `
^struct $L { int v; struct $L *n; };
struct $L $c = { 1, 0 }, $b = { 2, &$c }, $a = { 3, &$b }, *$p = &$a;
for (unsigned $i = 0; $i < @5; $i++) $p = $p->n;
= $p ? $p->v : -1`},
		idiom{name: "function", text: `
^static int $g(int x) { return x + 1; }
int (*$f)(int) = @b ? $g : 0;
= $f(@k)`},
		idiom{name: "written", text: `
int $x = 0, *$p = 0, **$q = &$p; if (@b) *$q = &$x;
*$p = @e;
= $x`})

	hazardous("lifetime",
		idiom{name: "freed", text: `
#include <stdlib.h>
int *$p = malloc(sizeof *$p); *$p = @e; if (@b) free($p);
= *$p`},
		idiom{name: "end of a block", text: `
int $y = 1, *$p = &$y; if (@b) { int $z = 2; $p = &$z; }
= *$p`},
		idiom{name: "round of a loop", text: `
int $y = 1, *$p = &$y, $s = 0;
for (int $i = 0; $i < 2; $i++) { $s += *$p; int $z = $i; if (@b) $p = &$z; }
= $s`}, // after the declaration, sanitizers take the previous round's variable for the new one
		idiom{name: "returned", text: `
^static int $k; static int *$f(int c) { int v = c; int *q = c > 1 ? &v : &$k; return q; }
int *$p = $f(@5);
= *$p`},
		idiom{name: "kept by a global", text: `
^static int *$g;
^static void $f(int c) { int v = 3; if (c) $g = &v; }
int $x = 1; $g = &$x; $f(@b);
= *$g`},
		idiom{name: "moved", text: `
#include <stdlib.h>
char *$p = malloc(2), *$q = $p; $p[0] = 1; if (@b) $q = realloc($p, 3000);
int $r = $p[0]; free($q);
= $r`},
		idiom{name: "a node of a list", text: `
^struct $N { int v; struct $N *n; };
#include <stdlib.h>
struct $N *$a = malloc(sizeof *$a), *$b = malloc(sizeof *$b); $b->v = @e; $b->n = 0; $a->n = $b; $a->v = 1;
if (@b) free($a->n); else free($a);
= $b->v`})

	hazardous("free",
		idiom{name: "twice", text: `
#include <stdlib.h>
char *$p = malloc(3); if (@b) free($p);
free($p);
= 1`},
		idiom{name: "twice through another pointer", text: `
#include <stdlib.h>
char *$p = malloc(3), *$q = @b ? $p : malloc(4);
free($p); free($q);
= 1`},
		idiom{name: "inside of a block", text: `
#include <stdlib.h>
char *$p = malloc(9), *$q = $p + @3;
free($q);
= 1`},
		idiom{name: "an object", text: `
#include <stdlib.h>
int $x = 1, *$p = @b ? &$x : malloc(4);
free($p);
= $x`},
		idiom{name: "null", text: `
#include <stdlib.h>
char *$p = @b ? 0 : malloc(5); free($p); if (@b) free($p);
= 1`},
		idiom{name: "moved", text: `
#include <stdlib.h>
char *$p = malloc(5), *$q = $p; if (@b) $q = realloc($p, 2000);
free($p);
= $q != 0`})

	hazardous("library",
		idiom{name: "memcpy", text: `
#include <string.h>
char $a[@n], $c[8] = "abcdefg"; memcpy($a, $c, @9);
= 1`},
		idiom{name: "memcpy reads", text: `
#include <string.h>
char $a[16] = "", $c[@n] = "a"; memcpy($a, $c, @9);
= $a[0]`},
		idiom{name: "memcpy overlaps", text: `
#include <string.h>
char $a[9] = "abcdefg"; «memcpy|memmove»($a, $a + @5, 3);
= $a[0]`},
		idiom{name: "memset", text: `
#include <string.h>
int $a[@n]; memset($a, 0, @9 * 2);
= 1`},
		idiom{name: "strcpy", text: `
#include <string.h>
char $a[@n]; strcpy($a, &"abcdefg"[@7]);
= $a[0]`},
		idiom{name: "strncpy", text: `
#include <string.h>
char $a[@n]; strncpy($a, "ab", @7);
= 1`},
		idiom{name: "strcat", text: `
#include <string.h>
char $a[5] = "ab"; strcat($a, &"cdef"[@5]);
= $a[0]`},
		idiom{name: "strlen", text: `
#include <string.h>
char $a[3] = { 'a', @b ? 'c' : 0, @b ? 'd' : 0 };
= (int)strlen($a)`},
		idiom{name: "snprintf", text: `
#include <stdio.h>
char $a[@n]; snprintf($a, @7, "%s", "abcd");
= 1`},
		idiom{name: "memcmp", text: `
#include <string.h>
char $a[@n] = "a", $c[16] = "a";
= memcmp($a, $c, @7) == 0`},
		idiom{name: "heap", text: `
#include <stdlib.h>
#include <string.h>
char *$p = malloc(@n); memset($p, 1, @9);
free($p);
= 1`})

	hazardous("leak",
		idiom{name: "perhaps", text: `
#include <stdlib.h>
char *$p = malloc(3); $p[0] = 1; int $r = $p[0]; if (@b) free($p); $p = 0;
= $r`},
		idiom{name: "overwritten", text: `
#include <stdlib.h>
int *$p = malloc(4); if (@b) { free($p); } $p = malloc(8); *$p = 1; free($p); $p = 0;
= 1`},
		idiom{name: "in a function", text: `
^static int $f(int c);
#include <stdlib.h>
^static int $f(int c) { int *p = malloc(4); *p = c; if (c > 1) return 0; c = *p; free(p); p = 0; return c; }
= $f(@4)`},
		idiom{name: "of a list", text: `
^struct $M { struct $M *n; };
#include <stdlib.h>
struct $M *$a = malloc(sizeof *$a); $a->n = malloc(sizeof *$a); $a->n->n = 0;
if (@b) free($a->n);
free($a); $a = 0;
= 1`})

	hazardous("uninit",
		idiom{name: "variable", text: `
int $x, $r = 0; if (@b) $x = 1;
if ($x) $r = 1;
= $r`},
		idiom{name: "by cases", text: `
int $x, $r = 0; switch (@4) { case 0: $x = 1; break; case 1: $x = 2; break; case 2: $x = 0; }
if ($x) $r = 1;
= $r`},
		idiom{name: "cell", text: `
int $a[3], $r = 0; for (unsigned $i = 0; $i < @«4|5»; $i++) if ($i < 3) $a[$i] = 1;
if ($a[2]) $r = 1;
= $r`},
		idiom{name: "member", text: `
^struct $S { int a, b; };
struct $S $s, $t; $s.a = 1; if (@b) $s.b = 2; $t = $s; int $r = 0;
if ($t.b) $r = 1;
= $r`},
		idiom{name: "heap", text: `
#include <stdlib.h>
int *$p = «malloc(8)|calloc(2, 4)», $r = 0; if (@b) $p[1] = 2;
if ($p[1]) $r = 1;
free($p);
= $r`},
		idiom{name: "through a pointer", text: `
^static void $f(int *p, int c) { if (c) *p = 4; }
int $x, $r = 0; $f(&$x, @b);
if ($x) $r = 1;
= $r`},
		idiom{name: "copied", text: `
#include <string.h>
char $a[4], $c[4]; int $r = 0; $a[0] = 1; if (@b) $a[1] = 2; memcpy($c, $a, 4);
if ($c[@2]) $r = 1;
= $r`},
		idiom{name: "in a loop", text: `
int $r = 0;
for (int $i = 0; $i < 2; $i++) { int $x; if ($i == @2) $x = 1; if (@b) { if ($x) $r++; } }
= $r`})
}
