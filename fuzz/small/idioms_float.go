package small

// Idioms with floating numbers.

// toInt declares a conversion to int of the numbers that are in range. bits, bitsd and bitsl declare functions that
// make an int from the bits of a number, and the same int from every NaN.
const (
	toInt = `
^static int $i(«@F|double|long double» x) { return x «>= -2147483648.0|> -2e9f» && x < «2147483648.0|1e9|2e9f» ? (int)x : «5|-1|(x != x) + 3»; }
`
	bits = `
#include <string.h>
^static int $q(float x) { unsigned u; if (x != x) return 3; memcpy(&u, &x, sizeof u); return (int)(u ^ u >> 20); }
`
	bitsd = `
#include <string.h>
^static int $q(double x) { unsigned long long u; if (x != x) return 3; memcpy(&u, &x, sizeof u); return (int)(u ^ u >> 44); }
`
	bitsl = `
#include <string.h>
^static int $q(long double x) { unsigned long long u; unsigned short e; if (x != x) return 3; memcpy(&u, &x, 8); memcpy(&e, (char *)&x + 8, 2); return (int)(u >> 40) + e; }
`
)

func init() {
	floats = append(floats, []idiom{
		{name: "float: arithmetic", text: toInt + `
@F $d = @e; $d «/=|*=|+=|-=» «@v|@e|@f»;
= $i($d) + ($d == «@e|@v») * 2`},
		{name: "float: quotient of ints", text: toInt + `
@F $d = (@F)@e / «3|7|10|0.1f»;
= $i($d * «3|100|0.1f») + ($d * 3 == @e)`},
		{name: "float: comparisons", text: `
@F $a = @f; @G $c = @f;
= ($a < $c) + ($a <= $c) * 2 + ($a == $c) * 4 + ($a != $c) * 8 + ($a >= $c) * 16 + !($a > $c) * 32`},
		{name: "float: an expression", text: toInt + `
= $i(@f) * 2 + (@f «<|==|>=» @f)`},
		{name: "float: bits of a float", text: bits + `
float $d = @f;
= $q($d) «|& 255|% 1000»`},
		{name: "float: bits of a double", text: bitsd + `
double $d = @f;
= $q($d)`},
		{name: "float: bits of a long double", text: bitsl + `
long double $d = «@f|(long double)@e / 3|@e * 0.1L»;
= $q($d)`},
		{name: "float: union", text: `
union { float f; unsigned int u; struct { unsigned int m : 23, e : 8, s : 1; } p; } $u;
$u.f = «@f|(float)@e / 3|@e * 0.1f»;
= $u.f == $u.f ? (int)$u.p.e * 2 + $u.p.s + (int)($u.p.m >> 18) + (int)($u.u & 7) : 1`},
		{name: "float: float of bits", text: toInt + `
#include <string.h>
unsigned int $u = «0x3f800000u|0x00000000u|0x007ffff8u|0x7f7ffff8u|0xc0000000u|0x4b7ffff8u» + @9; float $d;
memcpy(&$d, &$u, sizeof $d);
= $i($d «* 4|+ 1|/ 0x1p-149f|* 0x1p-100f») + ($d «* 0.5f|+ $d|- 1» «>|==» $d) + ($d == (float)(double)$d) * 2`},
		{name: "float: double of bits", text: toInt + `
union { unsigned long long u; double d; unsigned int h[2]; } $u;
$u.u = «0x3ff0000000000000u|0x4340000000000000u|0x000ffffffffffffcu|0xc024000000000000u» + @9;
~$u.h[1] ^= «0x80000000u|0x100000u»;
float $f = $u.d;
= $i($u.d) + ($f == $u.d) * 2 + ($u.d + 1 > $u.d) + (int)($u.h[0] & 3)`},
		{name: "float: NaN", text: `
#include <math.h>
@F $z = @e & «1|3»; @F $d = $z / «$z|($z - 1)|($z * 0)» - «0|@k|$z»;
= ($d == $d) + ($d < 1) * 2 + !($d >= 1) * 4 + (isnan($d) != 0) * 8 + ($d != @e) * 16`},
		{name: "float: infinity", text: `
#include <math.h>
@F $d = «1|-1|@e|@v» / ((@F)@e - «0|1|2»);
= (isinf($d) != 0) + ($d > «1e30f|INFINITY|HUGE_VAL») * 2 + ($d < -1e30) * 4 + ($d - $d == 0) * 8 + ($d == $d + 1) * 16`},
		{name: "float: negative zero", text: `
#include <math.h>
@F $z = «-0.0|0.0f|-1e-300» * «@e|@f»;
= $z == 0 ? (signbit($z) != 0) + (1 / $z < 0) * 2 + (signbit($z + 0.0) != 0) * 4 + (signbit(-$z) != 0) * 8 : 16`},
		{name: "float: classes", text: `
#include <math.h>
@F $d = «@f|@e * 0x1p-149f|@e * 1e38f|@e * 1e-308|(@F)@e / @e»;
= (fpclassify($d) == «FP_NORMAL|FP_ZERO|FP_SUBNORMAL|FP_INFINITE|FP_NAN») + (isfinite($d) != 0) * 2 + (isnormal($d) != 0) * 4 + (isnan($d) != 0) * 8`},
		{name: "float: limits", text: `
#include <float.h>
@F $d = (@F)@e * «FLT_MAX|DBL_MIN|FLT_EPSILON|FLT_MIN|DBL_EPSILON»;
= ($d > FLT_MAX) + ($d + 1 == 1) * 2 + ($d / 2 * 2 == $d) * 4 + ((float)$d == $d) * 8`},
		{name: "float: rounding to integers", text: toInt + `
#include <math.h>
double $d = «@e * 0.5|@e / 3.0|@f|@e + 0.49999999999999994»;
= $i(«floor|ceil|trunc|round|rint|nearbyint»($d)) * 2 + (int)(«floor|ceil|round|rint»($d) == $d)`},
		{name: "float: rounding to integers, float", text: toInt + `
#include <math.h>
float $d = «@e * 0.5f|@e / 3.0f|@f|8388607.5f + @2»;
= $i(«floorf|ceilf|truncf|roundf|rintf|nearbyintf»($d)) + $i($d - floorf($d))`},
		{name: "float: lround and lrint", text: `
#include <math.h>
@F $d = «@e * 0.5f|@f|@e / 7.0»;
= $d > -1e6f && $d < 1e6f ? (int)«lround|lrint|llround»($d) : 3`},
		{name: "float: absolute, least, greatest", text: toInt + `
#include <math.h>
double $a = @f, $c = @f;
= $i(«fmin|fmax»($a, «fabs($c)|$c|0.5»)) + (fabs($a) «<|==» fabsf($c)) * 3 + ($c == $c ? $i(copysign($a, $c) * 2) : 8)`},
		{name: "float: fmod and remainder", text: toInt + `
#include <math.h>
double $a = «@e|@f|@e * 0.1», $c = «3|0.7|@e|-2.5»;
= $i(«fmod|remainder»($a, $c) * «4|1») + $i(fmodf((float)@e, 2.5f) * 2)`},
		{name: "float: square root", text: toInt + `
#include <math.h>
@F $d = «@e|@f|@e * 0.1f»; «float|double» $s = «sqrt|sqrtf|sqrt»($d);
= $i($s) + ($s * $s == $d) * 2 + ($s * $s <= $d) * 4 + ($s != $s) * 8`, only: "lp64"},
		{name: "float: square root by Newton", text: toInt + `
float $a = 1 + (int)@9, $x = $a; int $j = 0;
while ($j < @n && $x * $x - $a > 0.01f) { $x = ($x + $a / $x) «/ 2|* 0.5f»; $j++; }
= $i($x * 1000) + $j`},
		{name: "float: fused multiply and add", text: bitsd + `
#include <math.h>
double $a = «@e|@e * 0.1|@f», $c = «@e / 3.0|0x1.0000001p0», $p = $a * $c;
= $q(fma($a, $c, -$p)) + (fma($a, $c, 1.0) == $p + 1.0)`, only: "lp64"},
		{name: "float: scaled", text: toInt + `
#include <math.h>
int $p = 0; double $m = @f;
if (isfinite($m)) $m = frexp($m, &$p);
= $p % 100 + $i($m * 64) + $i(ldexp(@e, «3|-2|$p % 8»))`, only: "lp64"},
		{name: "float: parts", text: toInt + `
#include <math.h>
double $p, $d = «@e * 0.25|@f|@e / 3.0», $r = modf($d, &$p);
= $i($p) + $i($r * 16) * 2`},
		{name: "float: the next number", text: toInt + `
#include <math.h>
float $d = «@e|@e * 0.1f|@f», $c = nextafterf($d, «1e30f|-1e30f|0»);
= ($c > $d) + ($c == $d) * 2 + $i(($c - $d) * 0x1p23f)`},
		{name: "float: sum in a loop", text: toInt + `
@F $s = «0|@v»;
for (int $j = 0; $j < @n; $j++) $s += «0.1f|0.1|1.0f / ($j + 1)|@e * 0.25f|@e»;
= $i($s * 100) + ($s == «0.3f|0.3|0.5|0.4f») + ($s «<|>» 1)`},
		{name: "float: counted by floats", text: `
int $c = 0;
for (@F $x = «0|-0.5f»; $x < «1|0.7f|0.9|0.6»; $x += «0.25|0.1f|0.3|0.2») $c++;
= $c + @e`},
		{name: "float: halved until it is small", text: `
int $c = 0; @F $x = 1 + (int)@9;
while ($x > «1|0.3f|0.125») { $x «/= 2|*= 0.5f|-= $x * 0.75»; $c++; }
= $c * 2 + ($x == 0.25)`},
		{name: "float: float and double", text: `
float $f = «0.1f|@e * 0.1f|@e / 3.0f»; double $d = «0.1|@e * 0.1|@e / 3.0»;
for (int $j = 0; $j < «1|2|3»; $j++) { $f += 0.1f; $d += «0.1|0.1f»; }
= ($f == $d) + ($f < $d) * 2 + ($f == (float)$d) * 4 + ((double)$f - $d < 1e-6) * 8`},
		{name: "float: array", text: toInt + `
@F $a[@n] = { «@e|@f», 0.5f, @v }, $s = 0, $m = $a[0];
~$a[@2] «*=|=|-=» «@e|@f»;
for (int $j = 0; $j < @n; $j++) { $s += $a[$j]; if ($a[$j] «>|<» $m) $m = $a[$j]; }
= $i($s) + $i($m) * 2`},
		{name: "float: sorted", text: toInt + `
@F $a[3] = { @e, «@f|@v», @e * 0.5f }, $t;
for (int $i = 0; $i < 2; $i++)
  for (int $j = 0; $j < 2; $j++)
    if ($a[$j] > $a[$j + 1]) { $t = $a[$j]; $a[$j] = $a[$j + 1]; $a[$j + 1] = $t; }
= $i($a[0]) + ($a[0] <= $a[1]) + ($a[1] «<=|==» $a[2]) * 2`},
		{name: "float: polynomial", text: toInt + `
^static const @F $c[] = { «1|0.5f», -2.5f, 0x1p-2, «-1e3|1.0 / 3» };
@G $s = 0, $x = «@e|@e * 0.5f»;
for (int $j = 3; $j >= 0; $j--) $s = $s * $x + $c[$j];
= $i($s) + ($s > 0)`},
		{name: "float: parameters and results", text: toInt + `
^static @F $g(@G a, float b) { return a «+|*|-|/» b«| / 2| * a»; }
= $i($g(@e, «@f|@e»)) + ($g(@e, 1) == $g(«1|@e», @e)) * 2`},
		{name: "float: parameters as C without prototypes passes them", text: toInt + `
^static int $g(a, c) float a; int c; { return $i(a * 2) + c; }
= $g(«@e * 0.5f|(float)@e|0.1», @k)`},
		{name: "float: variadic", text: toInt + `
#include <stdarg.h>
^static double $g(int n, ...) { va_list ap; double s = 0; va_start(ap, n); for (int i = 0; i < n; i++) s += i == 1 ? va_arg(ap, int) : va_arg(ap, double); va_end(ap); return s; }
= $i($g(«1|2|3», (float)@e, @e, «0.5f|@e * 0.1»))`},
		{name: "float: ternary of two types", text: toInt + `
int $a = @e;
= $i(@b ? $a : «0.5f|@f») + ((@b ? «16777217|$a» : 1.0f) == «16777217|$a») + (int)sizeof(@b ? 1 : «1.0f|1.0»)`},
		{name: "float: of wide integers", text: `
«unsigned long long|long long|unsigned int|int|unsigned short» $u = «0x7fffffffffffffc0|0x20000000000001|0x1000001|-1|0x80000000u» + @e;
@F $d = $u;
= ($d == «9223372036854775808.0|0x1p53|16777216.0f|-1|4294967295.0») + ($d > $u) * 2 + ($d «+|-» 1 == $d) * 4`},
		{name: "float: to small integers", text: `
@F $d = «@f|@e * 0.75f|@e / 3.0»; int $r = 0;
if ($d > -1 && $d < 256) $r = (unsigned char)$d;
if ($d > -32769.0 && $d < 32768) $r += (short)$d;
if ($d > -1 && $d < 0x1p32) $r += (int)(unsigned int)$d;
= $r`},
		{name: "float: to wide integers", text: `
@F $d = «@f|@e * 0x1p31f|@e * 1e9|0x1p62 + @e»; long long $r = 0;
if ($d >= -0x1p63 && $d < 0x1p63) $r = (long long)$d;
~if ($d > -1 && $d < 0x1p64) $r ^= (long long)(unsigned long long)$d;
= (int)($r >> 20) + (int)($r & 255)`},
		{name: "float: there and back", text: `
int $a = «@e|16777216 + @e|(int)(0x7fffff00u + @e)»;
= ((long long)(float)$a == $a) + ((int)(double)$a == $a) * 2 + ((float)$a == (double)$a) * 4`},
		{name: "float: assigned to an int", text: `
int $a = @9; unsigned char $c = @5;
$a «+=|-=|*=» «0.5f|1.5|-0.25L»; $c «+=|*=» 2.5f; $c /= 1.5;
= $a * 10 + $c`},
		{name: "float: increments", text: `
@F $d = «@e|@e * 0.5f|16777215.0f|9007199254740991.0|-0.5», $c = «$d++|++$d|$d--|--$d»;
= ($c == $d) + ($c < $d) * 2 + ($d == 0) * 4 + ($d + 1 == $d) * 8`},
		{name: "float: truth", text: `
@F $a = «@e|@f|@e * 1e-30f|-0.0»; _Bool $c = «@e * 0.25f|$a»;
= !$a + ($a && $c) * 2 + ($a || @b) * 4 + ($a ? 8 : 0) + $c * 16`},
		{name: "float: quiet comparisons", text: `
#include <math.h>
@F $a = «@f|(@F)@e / (@e & 1)», $c = «@f|@e|NAN»;
= (isgreater($a, $c) != 0) + (isless($a, $c) != 0) * 2 + (islessequal($a, $c) != 0) * 4 + (isunordered($a, $c) != 0) * 8 + (islessgreater($a, $c) != 0) * 16`},
		{name: "float: structures", text: toInt + `
^struct $S { char c; float f; double d; };
^static struct $S $g(struct $S a, float x) { struct $S r = a; r.f = (float)a.d; r.d = x; r.c++; return r; }
struct $S $a = { 1, «@e|@f», @v }, $b[2];
$b[0] = $a; $b[1] = $g($a, $a.f + @e);
= $i($b[@2].f * 2) + ($b[1].d == $b[0].f) + $b[1].c`},
		{name: "float: pointers", text: toInt + `
^static void $g(float *a, @F *c) { float t = *a; *a = (float)*c; *c = t; }
float $a = «@e|@f»; @F $c = «@v|@f»;
$g(&$a, &$c);
~*&$a += 1;
= $i($a) + $i($c) * 2`},
		{name: "float: overflows of a float", text: `
#include <math.h>
double $d = @e * 1e30; float $f = (float)($d * «1e8|1e9|-1e10»);
= (isinf($f) != 0) + ($f > 0) * 2 + ($f == $d) * 4 + ($f * 0 == 0) * 8`},
		{name: "float: subnormals", text: bits + `
float $d = (float)@e * 0x1p-149f;
$d «/=|*=» «2|3|0.5f|1.5f»;
= $q($d) + ($d == 0) + ($d * 0x1p149f == @e) * 2`},
		{name: "float: zeroed memory", text: `
#include <stdlib.h>
#include <string.h>
@F *$p = calloc(2, sizeof *$p), $d = @e;
if (!$p) exit(0);
int $r = ($p[0] == 0) + ($p[1] == $d) * 2;
$p[0] = $d; memcpy($p + 1, $p, sizeof *$p);
$r += ($p[1] == @e) * 4;
~memset(&$d, 0, sizeof $d);
$r += ($d == 0) * 8;
free($p);
= $r`},
		{name: "float: a sum that compensates", text: toInt + `
float $s = 0, $c = 0;
for (int $j = 0; $j < @n; $j++) { float y = «0.1f|@e * 0.1f|16777216.0f / ($j + 1)» - $c, t = $s + y; $c = (t - $s) - y; $s = t; }
= $i($s * 64) + ($c == 0) * 2 + ($c < 0)`},
		{name: "float: bisection", text: toInt + `
@F $l = 0, $h = «4|8|1 + (int)@9»;
for (int $j = 0; $j < @n; $j++) { @F m = ($l + $h) / 2; if (m * m < «2|@9|0.1f») $l = m; else $h = m; }
= $i($l * 32) + ($h - $l < 0.5f)`},
		{name: "float: associativity", text: `
@F $a = «@e|@v», $b = «@f|@e * 0.1», $c = «1e16|0.1f|@e|@v»;
= (($a + $b) + $c == $a + ($b + $c)) + ($a * $b == $b * $a) * 2 + ($a * ($b + $c) == $a * $b + $a * $c) * 4 + ($a - $b == -($b - $a)) * 8`},
		{name: "float: switch on a conversion", text: toInt + `
int $r = 0;
switch ($i(«@e * 0.5f|@f|@e / 3.0»)) { case -1: case 0: $r = 1; break; case 1: $r = 2; case 2 ... 6: $r += 4; break; default: $r = 9; }
= $r`},
		{name: "float: static and volatile", text: toInt + `
^static @F $g = «0.1f|1.0 / 3|2»;
^static @F $h(@F x) { static @G n = 1; n «*= 1.5f|+= x|/= 3»; return n - x; }
volatile @F $v = @e; $v «+=|*=» $g; $h($v);
= $i($v * 8) + $i($h(«@e|@f»))`},
	}...)
}
