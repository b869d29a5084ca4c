// Idioms about the bytes of objects.

package small

// Bytes: views of objects and parameters, memory functions, pointers as numbers and as bytes.
func init() {
	idioms = append(idioms, []idiom{
		{name: "bytes: of a parameter, compared", text: `
#include <string.h>
^static @T $key;
^static int $f(@T k) { return memcmp(&$key, &k, sizeof k) == 0; }
$key = «@e|@k»;
= $f(@e) + 2 * $f((@T)$key)`},
		{name: "bytes: of a parameter, copied", text: `
#include <string.h>
^static int $f(@T k, char c) { unsigned char b[sizeof k + 1]; memcpy(b, &k, sizeof k); b[sizeof k] = c; return b[«0|sizeof k - 1|sizeof k / 2»] + b[sizeof k]; }
= $f(@e, @e)`},
		{name: "bytes: of a parameter, changed", text: `
^static int $f(@T k) { char *p = (char *)&k; p[«0|sizeof k - 1»] = @k; «p[0]++;|k--;|» return (int)k; }
= $f(@e)`},
		{name: "bytes: of a pointer parameter", text: `
#include <string.h>
^static int $x, $y;
^static int $f(int *p, int v) { int *q; memcpy(&q, &p, sizeof p); *q = v; return *p; }
int $r = $f(@b ? &$x : &$y, @e);
= $r + $x * 2 + $y`},
		{name: "bytes: of a struct parameter", text: `
^struct $S { short a; char b; int c; };
^static int $f(struct $S s) { unsigned char *p = (unsigned char *)&s; p[«1|2|4|5»] = @k; s.c++; return s.a + s.b + s.c; }
struct $S $s = { @e, @e, @e };
= $f($s) - $s.a`},
		{name: "bytes: of a local", text: `
@T $x = @e;
unsigned char *$p = (unsigned char *)&$x;
$p[sizeof $x - 1] «=|^=|+=» @e;
~$x++;
= (int)$x + $p[0]`},
		{name: "bytes: sum over an object", text: `
^static struct { short a; short b; int c; } $g;
$g.a = @e; $g.c = @e;
int $s = 0;
for (unsigned $i = 0; $i < sizeof $g; $i++) $s = $s * «3|31» + ((unsigned char *)&$g)[$i];
= $s`},
		{name: "bytes: a word put together", text: `
unsigned char $b[4] = { @e, @e, @k, @e };
unsigned int $w = 0;
for (int $i = 0; $i < 4; $i++) $w |= (unsigned)$b[$i] << 8 * $i;
~$w = __builtin_bswap32($w);
= (int)$w ^ *(signed char *)&$w`},
		{name: "bytes: half words of a word", text: `
@T $x = @e; long long $w = @e;
((short *)&$w)[@4] = @e;
~*(int *)((char *)&$w + 4) += @k;
= (int)($w >> 16) + (int)$w`},
		{name: "memory: set, then members", text: `
#include <string.h>
struct { int a; short b[3]; char c; } $s, $t;
memset(&$s, «0|-1|@e», sizeof $s);
$s.b[@3] = @e;
memcpy(&$t, &$s, sizeof $t);
~$t.a++;
= $t.a + $t.b[1] + $t.c + (memcmp(&$s, &$t, sizeof $s) == 0)`},
		{name: "memory: move with overlap", text: `
#include <string.h>
@T $a[6] = { 1, 2, 3, @e, 5, @e };
memmove($a + @3, $a + @2, «2|3» * sizeof *$a);
~memcpy($a, $a + 3, 2 * sizeof *$a);
= $a[0] + $a[1] * 2 + $a[2] * 4 + $a[3] * 8 + $a[4] * 16`},
		{name: "memory: struct assigned through a cast", text: `
^struct $A { int x, y; };
int $m[4] = { @e, @e, @k, @k };
struct $A *$p = (struct $A *)($m + @3);
struct $A $v = *$p;
$v.y += @e;
*(struct $A *)$m = $v;
= $m[0] + $m[1] * 3 + $m[2]`},
		{name: "memory: compare and search", text: `
#include <string.h>
char $s[8] = "abcabc";
$s[@6] = 'a' + @3;
char *$p = memchr($s, 'c', 6);
= ($p ? (int)($p - $s) : -1) * 7 + (memcmp($s, $s + 3, 3) == 0)`},
		{name: "memory: double as a vehicle of a pointer", text: `
^static int $x;
^struct $S { int *p; int k, l; };
struct $S $a = { &$x, @e, 0 }, $b;
for (unsigned $i = 0; $i < sizeof $a / 8; $i++) ((double *)&$b)[$i] = ((double *)&$a)[$i];
*$b.p = @e;
= $x * 2 + $b.k`, only: "lp64"},
		{name: "memory: pointer copied by shorts", text: `
^static int $x, $y;
int *$p = @b ? &$x : &$y, *$q;
«short|char|unsigned short» *$a = (void *)&$p, *$c = (void *)&$q;
for (unsigned $i = 0; $i < sizeof $p / sizeof *$a; $i++) $c[$i] = $a[$i];
*$q = @e;
= $x * 2 + $y`},
		{name: "memory: pointer put together from bytes", text: `
^static int $x;
int *$p = &$x; unsigned long $w = 0;
for (int $i = sizeof $p - 1; $i >= 0; $i--) $w = $w << 8 | ((unsigned char *)&$p)[$i];
*(int *)$w = @e;
= $x`},
		{name: "memory: pointer split in two", text: `
^static int $x, $y;
unsigned long $w = (unsigned long)(@b ? &$x : &$y);
unsigned int $lo = $w «& 0xffff|% 65536u»; unsigned long $hi = $w >> 16;
*(int *)(($hi «* 65536|<< 16») «+|\|» $lo) = @e;
= $x - $y`},
		{name: "memory: pointer masked", text: `
^static int $x __attribute__((aligned(8))), $y __attribute__((aligned(8)));
unsigned long $w = (unsigned long)(@b ? &$x : &$y) | @4;
int $t = (int)($w & 7);
*(int *)($w & ~7ul) = @e;
= $x * 2 + $y + $t`},
		{name: "memory: memccpy of a pointer", text: `
#define _GNU_SOURCE
#include <string.h>
^static int $x;
struct { int *p; } $a = { &$x }, $b;
memccpy(&$b, &$a, 253, sizeof $a);
*$b.p = @e;
= $x`},
		{name: "memory: wmemcpy of a pointer", text: `
#include <wchar.h>
^static int $x;
int *$p = &$x, *$q = 0;
wmemcpy((wchar_t *)&$q, (wchar_t *)&$p, sizeof $p / 4);
*$q = @e;
= $x`},
		{name: "pointers: to number and back", text: `
^static @T $a[@n], $c;
unsigned long $w = (unsigned long)&$a[«0|1»];
~$w += sizeof *$a; $w -= sizeof *$a;
@T *$p = (@T *)$w;
*$p = @e; *(@T *)(unsigned long long)(unsigned long)&$c = @e;
= (int)$a[0] + (int)$a[1] * 2 + (int)$c`},
		{name: "pointers: to another member, as numbers", text: `
#include <stddef.h>
^struct $S { «char|short|int» a; @T b; int c; };
struct $S $s = { .«b|c» = @k };
unsigned long $w = (unsigned long)&$s.«a|b|c»;
~$w += sizeof(struct $S);
$w -= (unsigned long)&$s.c - (unsigned long)&$s;
~$w -= sizeof(struct $S);
if ($w > (unsigned long)&$s || $w < (unsigned long)&$s) $w = (unsigned long)&$s.b - offsetof(struct $S, b);
*(@T *)($w + offsetof(struct $S, b)) = @e;
= (int)$s.b + 3 * $s.c`},
		{name: "pointers: from null by a distance", text: `
^static int $x, $y;
char *$b = 0;
$b += (unsigned long)(@b ? &$x : &$y);
*(volatile int *)$b = @e;
= *(volatile int *)&$x + 2 * *(volatile int *)&$y`},
		{name: "pointers: index of null", text: `
^static int $x;
int *$b = 0;
int *$q = &$b[(unsigned long)&$x / sizeof(int)];
*(volatile int *)$q = @e;
= *(volatile int *)&$x`},
		{name: "pointers: member of a number", text: `
^struct $S { char a; int b; short c[3]; };
= (int)(unsigned long)&((struct $S *)64)->c[@3] + (int)(unsigned long)&((struct $S *)128)->«b|a» + @e`},
		{name: "pointers: difference stored", text: `
@T $a[5] = { 0 }, *$p = $a + @5, *$q = $a + 1;
long $d = $p - $q;
$q[$d] = @e;
*($p - $d) += 2;
= (int)$d + (int)$a[1] * 2 + (int)$a[4]`},
		{name: "pointers: exclusive or of two", text: `
^static int $x, $y;
unsigned long $w = (unsigned long)&$x ^ (unsigned long)&$y;
int *$p = (int *)((unsigned long)«&$x|&$y» ^ $w);
*$p = @e;
= $x * 2 + $y`},
		{name: "pointers: in a list of void pointers", text: `
^static int $f(void **v, int n) { int s = 0; for (int i = 0; i < n; i++) if (v[i]) s = s * 3 + *(int *)v[i]; return s; }
int $x = @e, $y = @e;
void *$v[3] = { &$x, @b ? &$y : 0, &$y };
*(int *)$v[2] += @k;
= $f($v, 3)`},
		{name: "pointers: to pointers", text: `
int $x = @e, $y = @e, *$p = &$x, *$q = &$y, **$pp = @b ? &$p : &$q;
**$pp = @e;
*$pp = &$x;
*$q += 5;
= $x * 3 + $y`},
		{name: "pointers: struct copied by words", text: `
^static int $x;
^struct $S { int *p; long k; };
struct $S $a = { &$x, @e }, $b;
long *$s = (long *)&$a, *$d = (long *)&$b;
for (int $i = 0; $i < 2; $i++) $d[$i] = $s[$i];
*$b.p = @e;
= $x + (int)$b.k`},
		{name: "pointers: vector as a vehicle", text: `
^typedef long $V __attribute__((vector_size(16)));
^struct $S { int *p; long k; } __attribute__((aligned(16)));
^static int $x;
struct $S $s = { &$x, @e }, $t;
*($V *)&$t = *($V *)&$s;
*$t.p = @e;
= $x + (int)$t.k`, only: "lp64"},
	}...)
}
