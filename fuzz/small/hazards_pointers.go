// Hazards of pointers.

package small

// Hazards through pointers to functions, casts, lengths and pairs of pointers.
func init() {
	hazardous("bounds",
		idiom{name: "call-back", text: `
^static void $f(int **p) { for (int i = 0; i < @n; i++) (*p)[i] = i; }
^static void $g(int **p) { **p = 1; }
int $a[4], *$b = $a; void (*$run)(int **) = @b ? $f : $g;
$run(&$b);
= $b[0]`},
		idiom{name: "call-back in a record", text: `
^struct $O { void (*f)(struct $O *, int); char v[3]; };
^static void $f(struct $O *o, int x) { o->v[x] = 1; }
#include <stdlib.h>
struct $O *$o = malloc(sizeof *$o); $o->f = $f; $o->v[0] = 0;
$o->f($o, @3 «|+ 6 * @2»);
int $r = $o->v[0]; free($o);
= $r`},
		idiom{name: "call-back in a table", text: `
^static void $f(char *p, int n) { for (int i = 0; i < n; i++) p[i] = 1; }
^static void $g(char *p, int n) { p[n] = 2; }
^static void (*const $t[])(char *, int) = { $f, $g };
char $s[@n] = ""; $t[@2]($s, @6);
= $s[0]`},
		idiom{name: "call-back that hands back", text: `
^static int *$f(int *p) { return p + 1; }
^typedef int *(*$F)(int *);
^static $F $h = $f;
int $a[3] = { 0 }, *$p = $a; for (unsigned $i = 0; $i < @5; $i++) $p = $h($p);
if ($p - $a < «3|4») *$p = 1;
= $a[0]`})

	hazardous("uninit",
		idiom{name: "own initialiser", text: `
int $x = @b ? @k : $x, $r = 0;
if ($x) $r = 1;
= $r`},
		idiom{name: "own initialiser, in a loop", text: `
int $r = 0;
for (int $i = 0; $i < @3; $i++) { int $x = $i «==|<|>=» @k ? 1 : $x; if ($x) $r++; }
= $r`})

	hazardous("const",
		idiom{name: "literal", text: `
char *$s = "abc"; if (@b) $s[@3] = 'x';
= $s[0]`},
		idiom{name: "literal or array", text: `
char $b[4] = "abc", *$p = @b ? $b : (char *)"xyz"; $p[@3] = @k;
= $b[0]`},
		idiom{name: "literals of an array", text: `
char $b[3] = "xy", *$v[3] = { "a", $b, "c" }; *$v[@3] = 'z';
= $b[0]`},
		idiom{name: "table", text: `
^static const @T $t[3] = { 1, 2, 3 };
@T *$p = (@T *)$t, $x = 1; if (@b) $p = &$x; *$p «=|+=|\|=» 1;
= (int)$t[0]`},
		idiom{name: "record", text: `
^static const struct { int a; char n[4]; } $g = { 1, "abc" };
if (@b) *(int *)&$g.a = 2; else if (@b) ((char *)$g.n)[@3] = 'z';
= $g.n[0]`},
		idiom{name: "in a function", text: `
^static void $f(char *s, int c) { if (c) *s = 1; }
char $b[2] = ""; $f(@b ? $b : (char *)"q", @b);
= $b[0]`},
		idiom{name: "by the library", text: `
#include <string.h>
char $b[4] = "a,b", *$p = @b ? $b : "c,d"; «memset($p, 'x', 2);|strcpy($p, "z");|strtok($p, ",");|memmove($p, "ab", 2);»
= $b[0]`},
		idiom{name: "by a call-back", text: `
^static const int $c = 3;
^static void $w(int *p) { *p = 4; }
^static int $r(int *p) { return *p; }
int $x = 1; if (@b) $w(@b ? &$x : (int *)&$c); else $x = $r((int *)&$c);
= $x + $c`},
		idiom{name: "kept by a record", text: `
^struct $S { char *name; int n; };
^static void $up(struct $S *s) { for (int i = 0; i < s->n; i++) s->name[i] -= 32; }
char $b[3] = "ab"; struct $S $s = { @b ? $b : "ab", @3 }; $up(&$s);
= $b[0]`})

	hazardous("vla",
		idiom{name: "length", text: `
int $n = (int)@4 - «0|1|2»; char $a[$n];
= (int)sizeof $a`},
		idiom{name: "length, made at once", text: `
@T $n = @e; if ($n > 9) $n = 9; int $a[(int)$n «|+ 1|- 1»]; 
= (int)(sizeof $a / sizeof *$a)`},
		idiom{name: "two lengths", text: `
int $n = (int)@3 + «0|1», $m = (int)@3 + «0|1»; short $a[$n][$m];
= (int)sizeof $a`},
		idiom{name: "in a function", text: `
^static int $f(int n) { if (n < 0) return 0; int a[n «|+ 1»]; return (int)sizeof a; }
= $f((int)@4 - 1)`},
		idiom{name: "in a loop", text: `
int $s = 0; for (int $i = «0|1»; $i < @4; $i++) { int $a[3 - $i]; $s += (int)sizeof $a; }
= $s`})

	hazardous("pointer",
		idiom{name: "order", text: `
int $a[4] = { 0 }, $c[4] = { 0 }, *$p = @b ? $a + @4 : «$a|$c» + @4;
= $p «<|>|<=|>=» $a + 2`},
		idiom{name: "difference", text: `
^static char $a[20], $c[20];
char *$p = @b ? $a + @5 : «$a|$c» + @5;
= (int)($p - $a) > 100`},
		idiom{name: "loop", text: `
int $a[4] = { 1, 2, 3 }, $c[4] = { 0 }, *$p = $a, *$q = @b ? $a + 3 : «$a|$c» + 3, $s = 0;
for (int $i = 0; $i < 3 && $p < $q; $i++) $s += *$p++;
= $s`},
		idiom{name: "blocks", text: `
#include <stdlib.h>
char *$p = malloc(40), *$q = @b ? $p + @9 : «$p|malloc(40)»;
= $q «>=|<» $p`},
		idiom{name: "in a function", text: `
^static int $len(int *from, int *to) { return (int)(to - from); }
int $a[5] = { 0 }, $c[5] = { 0 };
= $len($a, @b ? $a + @6 : «$a|$c») > 9`})
}
