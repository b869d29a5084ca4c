// Idioms about the layout of objects.

package small

// Layout: packed and aligned members, members that share memory, bit-fields.
func init() {
	idioms = append(idioms, []idiom{
		{name: "packed: elements of an array", text: `
^struct __attribute__((packed)) $S { char a; @T b; short c; };
^«static |»struct $S $g[@n];
struct $S *$p = &$g[@2];
$p->b = @e;
$p->c = @e;
~$p++[0].a = @e;
$g[1].b++;
= $g[0].b + $g[1].b * 3 + $g[0].c + $g[1].c + $g[0].a`},
		{name: "packed: a member", text: `
^struct $S { char a; @T b __attribute__((packed)); char c; } «$g[2]|$g[3]»;
struct $S *$p = $g + @2;
$p->b = @e; $p->c = @e;
= $g[1].b - $g[0].b + $g[1].c + (int)sizeof(struct $S)`},
		{name: "packed: through a function", text: `
^struct __attribute__((packed)) $S { char h; @T v; };
^static void $f(struct $S *p, int x) { p->v = «x|x + 1|p->v + x»; p->h--; }
struct $S $s = { @k, @k };
$f(&$s, @e);
~$f(&$s, @e);
= $s.v + $s.h`},
		{name: "packed: on the heap", text: `
#include <stdlib.h>
^struct __attribute__((packed)) $N { char t; struct $N *n; @T v; };
struct $N *$a = malloc(sizeof *$a), *$b = malloc(sizeof *$b);
if (!$a || !$b) exit(0);
$a->n = $b; $a->v = @e; $b->v = @e; $b->n = 0;
int $s = 0;
for (struct $N *$i = $a; $i; $i = $i->n) $s = $s * 3 + $i->v;
~free($a);
= $s + (int)sizeof(struct $N)`},
		{name: "packed: by pragma", text: `
^#pragma pack(push, «1|2|4»)
^struct $S { char a; @T b; long long c; char d; };
^#pragma pack(pop)
^struct $P { char a; @T b; };
struct $S $s[2] = { { 1, @e, @k, 2 }, { .c = @e } }, *$p = $s + @2;
$p->c ^= @e;
$p->b -= @k;
= (int)$s[0].c + (int)$s[1].c + $s[0].b + (int)sizeof(struct $S) + (int)sizeof(struct $P)`},
		{name: "packed: array in a struct", text: `
^struct __attribute__((packed)) $S { char h; unsigned short v[@n]; };
struct $S $p, *$q = &$p;
for (int $i = 0; $i < @n; $i++) $q->v[$i] = $i * @e;
unsigned char *$c = (unsigned char *)$q;
$c[«1|2|3»] ^= @k;
= $p.v[@2] + $p.v[1]`},
		{name: "packed: struct in a union", text: `
^struct $A { char a; int b; };
^struct __attribute__((packed)) $S { char x; union { struct $A s; long long q; }; };
^struct $S $g;
$g.q = 0;
$g.s.b = @e; $g.s.a = @e;
= $g.s.b + $g.s.a + (int)($g.q >> 32)`},
		{name: "packed: aligned, too", text: `
^struct __attribute__((packed, aligned(2))) $S { char a; int b; };
^struct $S $g[3];
struct $S *$q = $g + @3;
$q->b = @e;
$q->a = @e;
= $g[0].b + $g[1].b * 2 + $g[2].b * 4 + $g[1].a + (int)sizeof *$q`},
		{name: "unaligned: typedef of alignment 1", text: `
^typedef int $U __attribute__((aligned(1)));
^static char $buf[12];
$U *$p = ($U *)($buf + 1 + @3);
*$p = @e;
int $k = *$p;
$buf[«2|3|4»] += @k;
~(*$p)++;
= $k + *$p + $buf[2]`},
		{name: "unaligned: memcpy from a buffer", text: `
#include <string.h>
unsigned char $b[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
$b[@5] = @e;
unsigned int $w;
memcpy(&$w, $b + @6, 4);
~memcpy($b + @5, &$w, 4);
= (int)$w + $b[4]`},
		{name: "aligned: members and objects", text: `
^struct $S { char a; @T b __attribute__((aligned(8))); char c; } __attribute__((aligned(16)));
^static struct $S $g[2] = { { 1, 2, 3 }, { .b = 4 } };
struct $S *$p = &$g[@2];
$p->b += @e;
= $g[0].b + $g[1].b + (int)sizeof(struct $S) + (int)__alignof__(struct $S) + (int)((unsigned long)&$g[1] % 16)`},
		{name: "union: words and bytes", text: `
^union $U { unsigned int w; unsigned char b[4]; short h[2]; };
«static |»union $U $u;
$u.w = @e;
$u.b[@4] = @e;
~$u.h[@2] -= @k;
= (int)$u.w + $u.h[1]`},
		{name: "union: two structs that begin alike", text: `
^struct $A { int tag; int x; };
^struct $B { int tag; short x, y; };
^union $U { struct $A a; struct $B b; };
^static int $get(union $U *u) { return u->a.tag ? u->a.x : u->b.y; }
union $U $u = { .a = { @e, @e } };
~$u.b.tag = 0;
~$u.b.y = @e;
= $get(&$u) + $u.b.x`},
		{name: "union: a pointer and its bytes", text: `
^static int $x = 1, $y = 2;
union { int *p; unsigned char b[sizeof(int *)]; } $u, $v;
$u.p = @b ? &$x : &$y;
for (unsigned $i = 0; $i < sizeof $u; $i++) $v.b[$i] = $u.b[$i];
*$v.p = @e;
= $x * 3 + $y`},
		{name: "union: a pointer and a double", text: `
^static int $x;
union { double d; int *p; } $u, $v;
$u.p = &$x;
$v.d = $u.d;
*$v.p = @e;
= $x`, only: "lp64"},
		{name: "union: anonymous in a struct", text: `
^struct $S { int kind; union { int i; struct { short lo, hi; }; unsigned char c[4]; }; };
^static int $f(struct $S s) { return s.kind == 1 ? s.i : s.kind == 2 ? s.hi : s.c[1]; }
struct $S $s = { .kind = @3, .i = @e };
~$s.lo = @e;
= $f($s)`},
		{name: "bit-fields: store and load", text: `
^struct $S { unsigned a : 3; int b : 5; unsigned char c : 4; unsigned : 0; int d : «1|7|20»; };
^static struct $S $g;
$g.a = @e; $g.b = @e;
~$g.c = @e;
$g.d = @e;
$g.b «+=|^=|-=» @e;
~$g.a++;
= $g.a + $g.b * 3 + $g.c + $g.d + (int)sizeof $g`},
		{name: "bit-fields: pointer and copy", text: `
^struct $S { unsigned a : 7, b : 9; long long c : 40; };
struct $S $s = { @e, @e, @e }, $t[2], *$p = $t;
*$p++ = $s; *$p = $s;
$p->b = @e;
~$p->c--;
= $t[0].b - $t[1].b + $t[1].a + (int)$t[1].c`},
		{name: "bit-fields: packed", text: `
^struct __attribute__((packed)) $S { unsigned a : 3; unsigned b : 15; int c : 17; char d; };
struct $S $s[2] = { { 1, 2, 3, 4 } }, *$p = $s + @2;
$p->b = @e; $p->c = @e; $p->d = @e;
= $s[0].b + $s[0].c * 2 + $s[1].b + $s[1].c + $s[0].d + (int)sizeof $s`},
		{name: "bit-fields: bytes", text: `
#include <string.h>
^struct $S { unsigned a : 4, b : 4, c : 8; unsigned short d; };
^union $U { struct $S s; unsigned char v[4]; };
union $U $u;
memset(&$u, @e, sizeof $u);
$u.s.b = @e;
$u.v[1] = @e;
= $u.v[0] + $u.s.c + $u.s.a`},
		{name: "bit-fields: Bool and promotion", text: `
struct { _Bool a : 1; unsigned b : 3; signed int c : 3; } $s = { @e, @e, @e };
int $q = $s.b - 8 < 0, $r = ~$s.a;
$s.c++;
= $q + $r + $s.c + ($s.a = @e) + ($s.b <<= 1)`},
		{name: "layout: offsets and sizes", text: `
#include <stddef.h>
^struct $S { char a; @T b; short c[@n]; struct { char x; @U y; } d; };
^struct $T { struct $S s; char e; };
= (int)(offsetof(struct $S, b) + 3 * offsetof(struct $S, d.y) + 5 * sizeof(struct $T)) + @e`},
		{name: "layout: empty array and flexible member", text: `
#include <stdlib.h>
^struct $S { char n; @T v[]; };
struct $S *$p = malloc(sizeof *$p + @n * sizeof(@T));
if (!$p) exit(0);
for (int $i = 0; $i < @n; $i++) $p->v[$i] = @e + $i;
$p->v[@2]++;
= $p->v[0] + $p->v[1] * 3 + (int)sizeof *$p`},
		{name: "layout: first member and back", text: `
^struct $A { int x; };
^struct $B { struct $A a; int y; };
struct $B $b = { { @e }, @e };
struct $A *$p = &$b.a;
$p->x += @e;
((struct $B *)$p)->y -= $p->x;
= $b.a.x + $b.y`},
	}...)
}
